/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_why: the card of why: the plan of its run, the formats beside it, what bounds it, and how it follows the cursor.
 */
#include "core/tests/cmocka.h"
#include "tui/model/tests/windows.h"
#include "tui/screen/tests/stage.h"
#include "tui/views/why.h"

/* What one thread has run is beside what one thread would reach in other formats. */
APP_TEST(formats_of_one_thread, AT_REST)
{
    feed(a->model, "{'ev':'device','id':'cpu','kind':'cpu','threads':8,'read_gbs':48,'levels':[['L3',12000000,200]]}");
    for (int i = 0; i < a->model->runs; i++)
        if (strcmp(a->model->run[i].kernel, "cpu.csr.serial") == 0) {
            a->model->run[i].threads = 1;
            a->model->run[i].roof_gbs = 20;
            strcpy(a->model->run[i].level, "L3");
        }
    resize(a, 60, 200);
    commands(a, "why cpu.csr.serial");
    assert_true(shows(a, "1.00×  3.13 GFLOPS L3") && shows(a, "1.05×  2.98 GFLOPS L3"));
}

/* Before a run has said what it reaches, one thread is held against what one thread reaches: its share of the caches,
   its bandwidth, its peak; if that is not known, it is said whose the figure is. */
APP_TEST(one_thread_before_it_ran, AT_REST)
{
    static const char cpu[] = "{'ev':'device','id':'cpu','kind':'cpu','threads':8,'read_gbs':48,'peak_f64':%s,"
                              "'one_gbs':9,'one_f64':%s,'levels':[['L2',48000000,900,8,100],['L3',90000000,200,1,%s]]}";
    char line[300];
    forget_runs(a->model, a->model->runs);
    snprintf(line, sizeof line, cpu, "640", "80", "25");
    feed(a->model, line);
    resize(a, 60, 200);
    commands(a, "why cpu.csr.serial");
    assert_true(shows(a, "cpu.csr.serial · stencil27 · k=1 · f64 · 1 thread"));
    assert_true(shows(a, "GFLOPS at the 25.0 GB/s that 1 thread reads from this device's L3."));
    assert_true(shows(a, "1.00×  3.91 GFLOPS L3"));
    commands(a, "esc;set threads 4;why cpu.csr.omp");
    assert_true(shows(a, "GFLOPS at the 400 GB/s that 4 threads read from this device's L2."));
    snprintf(line, sizeof line, cpu, "640", "2", "25");
    feed(a->model, line);
    commands(a, "esc;why cpu.csr.serial");
    assert_true(shows(a, "at best 2.00 GFLOPS, the peak of 1 thread's arithmetic"));
    snprintf(line, sizeof line, cpu, "640", "0", "null");
    feed(a->model, line);
    assert_true(shows(a, "GFLOPS at the 200 GB/s that 8 threads read from this device's L3."));
}

/* What the card explains now. */
static bool why_now(const struct app *a, struct scene *s, struct why *w)
{
    *s = app_scene(a, VIEW_why);
    return why_of(s, w);
}

/* Nothing bounds what does nothing. */
APP_TEST(why_without_entries, FULL)
{
    struct scene s;
    struct why w;
    char text[700];
    commands(a, "focus run;sort order");
    assert_true(why_now(a, &s, &w));
    why_bound(&s, &w, text, sizeof text);
    assert_string_not_equal(text, "");
    a->model->matrix.nnz = 0;
    assert_true(why_now(a, &s, &w));
    why_sentence(&s, &w, text, sizeof text);
    assert_string_equal(text, "The matrix has no entries: a product is all zeros, whatever the format.");
    why_bound(&s, &w, text, sizeof text);
    assert_string_equal(text, "");
}

/* The figures of the card are those of the matrix: 830,584 entries, 27 slots in each of 32,768 rows. */
APP_TEST(why_reckons, FULL)
{
    struct scene s;
    struct why w;
    char text[700];
    feed(a->model, work_uneven);
    commands(a, "focus run;sort order");
    assert_true(why_now(a, &s, &w) && w.has_cost && w.work && strcmp(w.run->kernel, "cpu.csr.serial") == 0);
    assert_true(w.cost.part[COST_PADDING] == 0 && w.cost.part[COST_VALUES] == 830584 * 8.0);
    assert_true(w.cost.part[COST_INDICES] == 10098084 - 830584 * 8.0);
    assert_true(w.cost.part[COST_X] == 32768 * 8.0 && w.cost.part[COST_Y] == 32768 * 8.0);
    why_bound(&s, &w, text, sizeof text);
    assert_non_null(strstr(text, "one thread has 2.41× the work of the mean"));
    struct model_run spread = *w.run;
    w.run = &spread;
    w.gbs = w.roof.gbs / 290; /* uneven work alone is no reason for that */
    why_bound(&s, &w, text, sizeof text);
    assert_non_null(strstr(text, "the others wait for it. DRAM could do 290× as much: that is not all."));
    strcpy(spread.flags, "wide"); /* it may be no reason at all */
    spread.ci_hi_ms = 3 * spread.ci_lo_ms;
    why_bound(&s, &w, text, sizeof text);
    assert_string_equal(text, "Its times spread too widely to tell what bounds it.");
    strcpy(spread.flags, "busy,blocks");
    w.cost.part[COST_PADDING] = 0.4 * w.cost.sum; /* it needs no time */
    why_bound(&s, &w, text, sizeof text);
    assert_non_null(strstr(text, "Padding: 40% of the bytes that it moves hold nothing. Other programs took too"));
    w.cost.part[COST_PADDING] = 0.75 * w.cost.sum; /* of what it has to move, no time decides */
    w.cost.best = 20 * spread.gflops;
    why_bound(&s, &w, text, sizeof text);
    assert_string_equal(text, "Padding: 75% of the bytes that it moves hold nothing. To move all of them takes 5.0% of "
                              "its time; the rest has other reasons.");
    w.cost.part[COST_PADDING] = 0;
    strcpy(spread.flags, "wide");
    spread.ci_hi_ms = 2 * spread.ci_lo_ms; /* 2.41× shows in spite of that */
    why_bound(&s, &w, text, sizeof text);
    assert_non_null(strstr(text, "one thread has 2.41×"));
    assert_true(why_now(a, &s, &w));
    assert_true(why_wants(&s, &w, text, sizeof text));
    assert_string_equal(text, "work kernel=cpu.csr.serial op=mul k=1 type=f64");
    struct model_run many = *w.run;
    snprintf(many.params, sizeof many.params,
             "VECTORS=8 ROWS=64 PREFETCH=auto STREAM=auto PIECES=0 WIDE=whole ORDER=file PAD=auto");
    w.run = &many;
    assert_true(why_wants(&s, &w, text, sizeof a->engine.wanted[0])); /* what can be asked for has room */
    assert_string_equal(text + strlen(text) - 12, "set.PAD=auto");

    struct model_device low = *w.device; /* what the bytes would allow is not to be had above the peak */
    struct cost cost;
    low.peak_f64 = 0.9 * w.cost.best;
    assert_true(cost_of(s.model, w.format, &(struct cost_wish){ "f64", 1, &w.roof, &low, 0 }, &cost));
    assert_true(cost.at_peak && cost.best == low.peak_f64 && !w.cost.at_peak);
    const struct why before = w;
    w.cost = cost;
    w.device = &low;
    why_sentence(&s, &w, text, sizeof text);
    assert_non_null(strstr(text, " GFLOPS, the peak of this device's arithmetic; measured "));
    json_t *here = many.event, *there = json_pack("{s:s}", "processor", "Intel(R) Xeon(R) Processor");
    many.event = there;
    strcpy(many.flags, "recorded");
    why_sentence(&s, &w, text, sizeof text);
    assert_non_null(strstr(text, " GFLOPS, the peak of the Intel Xeon's arithmetic; measured "));
    many.event = here;
    many.flags[0] = 0;
    json_decref(there);
    w = before;

    w.cost.best = NAN;
    why_sentence(&s, &w, text, sizeof text);
    assert_non_null(strstr(text, "GFLOPS; at best: unknown, as no roof was measured."));
    many.in_cache = true; /* that of memory may be known, and is no limit */
    why_sentence(&s, &w, text, sizeof text);
    assert_non_null(strstr(text, "unknown, as the bandwidth of the cache that holds all of it was not measured."));
    many.in_cache = false;

    w.work = &(struct model_work){ .units = 1, .sum = 830584, .most = 830584, .rule = "all rows, one after the other" };
    why_division(&s, &w, text, sizeof text);
    assert_string_equal(text, "Work: 830,584 entries, all rows, one after the other");
    w.work = &(struct model_work){ .units = 22, .sum = 89998, .rule = "chunks" };
    why_division(&s, &w, text, sizeof text);
    assert_non_null(strstr(text, " 4,091 entries on average")); /* 4090.8 */
    w.work = &(struct model_work){ .units = 1, .sum = 884736, .most = 884736, .rule = "all rows, one after the other" };
    why_division(&s, &w, text, sizeof text); /* with padding */
    assert_string_equal(text, "Work: 884,736 slots, all rows, one after the other");
    static const struct {
        double gbs;
        const char *flags, *text;
    } of_188[] = {
        { 175, "", "Bandwidth: it moves 175 GB/s of the 188 of DRAM. Only fewer bytes would help." },
        { 125, "", "Probably bandwidth: it moves 125 GB/s of the 188 of DRAM." },
        { 175, "busy", "Probably bandwidth: it moves 175 GB/s of the 188 of DRAM." },
        { 175, "roof", "Probably bandwidth: it moves 175 GB/s of the ≈188 of DRAM." },
        { 50, "",
          "Latency and instructions, not bandwidth: it moves 50.0 GB/s of the 188 of DRAM. Each entry gathers from X, "
          "and rows have 25.3 entries on average." },
        { 300, "",
          "Not memory: all of it fits in a cache. Instructions and latencies count: rows have 25.3 entries on "
          "average." },
    };
    w.roof.gbs = 188;
    for (size_t i = 0; i < COUNT(of_188); i++) {
        w.gbs = of_188[i].gbs;
        strcpy(many.flags, of_188[i].flags);
        why_bound(&s, &w, text, sizeof text);
        assert_string_equal(text, of_188[i].text);
    }
    many.flags[0] = 0;
    struct model_device cores = { .levels = 1, .level = { { .name = "L2", .caches = 16 } } };
    w.device = &cores;
    w.gbs = 50;
    many.in_cache = true;
    many.threads = 16;
    strcpy(w.roof.name, "L3");
    why_bound(&s, &w, text, sizeof text);
    assert_non_null(strstr(text, "Not memory: all of it fits in L3. Instructions and latencies count: rows"));
    strcpy(w.roof.both, "L3 and DRAM"); /* the names of its roof */
    a->model->matrix.empty_rows = a->model->matrix.rows / 2;
    why_bound(&s, &w, text, sizeof text);
    assert_string_equal(text,
                        "Not memory alone: it nearly fills L3, and part of it comes from DRAM. Instructions and "
                        "latencies count: 50% of the rows are empty, and the others have 50.7 entries on average.");
    w.roof.both[0] = 0;
    strcpy(w.roof.name, "L2");
    why_bound(&s, &w, text, sizeof text);
    assert_non_null(strstr(text, "Not memory: the L2 of 16 cores holds all of it together. Instructions"));
    many.threads = 1; /* the caches of other cores hold nothing of it */
    why_bound(&s, &w, text, sizeof text);
    assert_non_null(strstr(text, "Not memory: all of it fits in L2. Instructions"));
    many.threads = 16;
    w.work = &(struct model_work){ .units = 500, .sum = 9, .dealt = true };
    why_bound(&s, &w, text, sizeof text); /* no thread finds its part again */
    assert_non_null(strstr(text, "Perhaps not memory: the L2 of 16 cores holds all of it together. But a part that"));
    many.in_cache = false;
    w.device = before.device;
    w.cost.slots = 3 * w.cost.nnz;
    why_bound(&s, &w, text, sizeof text);
    assert_null(strstr(text, "Padding")); /* that much is stored, but not multiplied */
    assert_null(strstr(text, "too widely"));
    snprintf(many.flags, sizeof many.flags, "wide");
    many.ci_hi_ms = 2 * many.time_ms;
    why_bound(&s, &w, text, sizeof text); /* its time is no reason */
    assert_string_equal(text, "Its times spread too widely to tell what bounds it.");
    why_sentence(&s, &w, text, sizeof text);
    assert_non_null(strstr(text, "GFLOPS, doubtful: interval above 25%"));
    w.work = &(struct model_work){ .units = 1, .sum = 3 * 830584 };
    why_bound(&s, &w, text, sizeof text);
    assert_string_equal(text, "Padding: it multiplies 3.00 slots for each entry.");
    w.cost.part[COST_PADDING] = 0.75 * w.cost.sum;
    w.cost.best = 20 * many.gflops;
    why_bound(&s, &w, text, sizeof text);
    assert_non_null(strstr(text, "takes 5.0% of its time: it also multiplies 3.00 slots for each entry."));
    w.answered = false;
    s.replay = true;
    why_division(&s, &w, text, sizeof text);
    assert_string_equal(text, "This recording does not say how cpu.csr.serial divides the rows.");
    snprintf(many.reorder, sizeof many.reorder, "rcm"); /* nobody will be asked */
    why_division(&s, &w, text, sizeof text);
    assert_string_equal(text, "It ran in another order of the rows than is shown: how it divides them is told there.");

    commands(a, "focus formats;why down");
    assert_true(why_now(a, &s, &w) && !w.run && w.has_cost);
    assert_true(w.cost.slots == 884736 && w.cost.part[COST_PADDING] > 0);
    why_sentence(&s, &w, text, sizeof text);
    assert_non_null(
        strstr(text, "ell stores 32,768 × 27 slots, 1.07× the entries; 6.1% padding; 1.05× the bytes of CSR"));

    feed(a->model, "{'ev':'format','name':'sell'}");
    feed(a->model, "{'ev':'formats','type':'f64','items':[{'name':'csr','bytes':10098084,'slots':830584},"
                   "{'name':'ell','bytes':10616832,'slots':884736},{'name':'sell','bytes':99000000,'slots':9000000,'"
                   "padding':10.84}]}");
    feed(a->model, "{'ev':'kernel','name':'cpu.sell.simd','on':'cpu','format':'sell','op':'mul','types':['f64'],"
                   "'ready':true}");
    app_command(a, "why cpu.sell.simd"); /* whose windows and chunks are not those of the format as it is listed */
    assert_true(why_now(a, &s, &w) && w.has_cost && w.varies);
    why_sentence(&s, &w, text, sizeof text);
    assert_non_null(strstr(text, "cpu.sell.simd sorts and cuts rows in its own way: how far it pads is not known"));
    why_bound(&s, &w, text, sizeof text);
    assert_string_equal(text, ""); /* no word of padding */
    assert_true(shows(a, "One product would move "));
    feed_run(a->model, "'kernel':'cpu.sell.simd','threads':8,'time_ms':1,'gflops':1.66,'gbs':10,'slots':900000");
    assert_true(why_now(a, &s, &w) && w.run && !w.varies && w.cost.slots == 900000); /* its run tells */
    why_sentence(&s, &w, text, sizeof text);
    assert_non_null(strstr(text, "sell stores 900,000 slots for 830,584 entries; 7.7% padding"));
    assert_non_null(strstr(text, "that is as cpu.sell.simd lays it out (as listed, SELL-32-1024: 90.8% padding)"));
    struct model_format as_run = *w.format; /* listed as it runs: nothing to tell apart */
    const struct model_format *listed = w.format;
    as_run.padding = 900000.0 / 830584;
    w.format = &as_run;
    why_sentence(&s, &w, text, sizeof text);
    assert_null(strstr(text, "as listed"));
    w.format = listed;

    app_command(a, "focus run");
    do {
        app_command(a, "why down");
        assert_true(why_now(a, &s, &w) && a->state[VIEW_run].at < 5);
    } while (strcmp(w.run->kernel, "cpu.ell.omp") != 0);
    why_sentence(&s, &w, text, sizeof text); /* a wrong result has no speed, whatever the event says */
    assert_string_equal(text, "FAIL: row 81,204: error 3.1e4 × bound");
    why_bound(&s, &w, text, sizeof text);
    assert_string_equal(text, "");
}

/* The card is about the plan of its run, with parameters of its own; in the table each format is as its best run lays
   it out, so that none was faster than it can be. */
APP_TEST(why_is_of_the_plan_that_ran, FULL)
{
    enum { BLOCKS = 70000, SLOTS = 16 * BLOCKS };
    struct scene s;
    struct why w;
    char text[700];
    feed(a->model, "{'ev':'device','id':'cpu','kind':'cpu','read_gbs':48}");
    feed(a->model, "{'ev':'format','name':'sell'}");
    feed(a->model, "{'ev':'format','name':'bsr'}");
    feed(a->model,
         "{'ev':'formats','type':'f64','items':[{'name':'csr','bytes':10098084,'slots':830584},"
         "{'name':'sell','bytes':12000000,'slots':1000000},{'name':'bsr','bytes':7600000,'slots':900000,'block':3}]}");
    feed(a->model, "{'ev':'kernel','name':'cpu.sell.simd','on':'cpu','format':'sell','op':'mul','types':['f64'],"
                   "'ready':true}");
    feed(a->model, "{'ev':'kernel','name':'cpu.bsr.block','on':'cpu','format':'bsr','op':'mul','types':['f64'],"
                   "'ready':true}");
    static const char *const runs[] = {
        "'kernel':'cpu.sell.simd','params':'SIGMA=1','changed':'SIGMA=1','gflops':3,'slots':1440000",
        "'kernel':'cpu.sell.simd','params':'SIGMA=64','changed':'SIGMA=64','gflops':6.9,'slots':840000",
        "'kernel':'cpu.bsr.block','params':'BLOCK=4 STREAM=auto','changed':'BLOCK=4','gflops':5,'slots':1120000",
    };
    for (int i = 0; i < 3; i++)
        feed_run(a->model, "'threads':8,'time_ms':%d,'gbs':40,'roof_gbs':48,%s", i + 1, runs[i]);
    app_command(a, "why cpu.bsr.block");
    assert_true(why_now(a, &s, &w) && w.cost.slots == SLOTS);
    const double rows =
        7600000 - 900000 * 8.0 - 100000 * 4.0; /* pointers to them: fewer than those of 3 × 3, at most */
    assert_true(w.layout.bytes >= SLOTS * 8.0 + BLOCKS * 4.0 && w.layout.bytes <= SLOTS * 8.0 + BLOCKS * 4.0 + rows);
    assert_true(shows(a, "8 threads · BLOCK=4") && shows(a, "bsr4 stores 1,120,000 slots"));
    app_command(a, "why cpu.csr.serial");
    resize(a, 60, 120);
    assert_true(shows(a, " GFLOPS DRAM, as sell.simd ran ") && shows(a, " GFLOPS DRAM ")); /* csr as listed */
    const struct model_run *sell = why_run_in(s.model, "sell", w.run);
    assert_true(sell && sell->gflops == 6.9);
    const struct model_format laid = why_layout(s.model, cost_format(s.model, "sell"), sell);
    struct cost cost;
    assert_true(cost_of(s.model, &laid, &(struct cost_wish){ "f64", 1, &w.roof, w.device, 0 }, &cost));
    assert_true(cost.best > sell->gflops);
    char best[TEXT_SIZE];
    snprintf(text, sizeof text, "  %s GFLOPS ", figure_number(best, cost.best));
    assert_true(shows(a, text));
}

/* What does not fit the screen is a page further, and a sign says so. */
APP_TEST(why_has_pages, FULL)
{
    feed(a->model, work_uneven);
    commands(a, "focus run;why cpu.csr.serial");
    resize(a, 24, 80);
    assert_true(shows(a, "▾") && !shows(a, "\n ell "));
    app_key(a, ' ');
    assert_true(shows(a, "▴") && !shows(a, "▾") && shows(a, "\n ell "));
    app_command(a, "why down"); /* from its beginning */
    assert_true(!shows(a, "▴"));
}

/* By its name, wherever the cursor is: a run, a kernel that has not run, a format. */
APP_TEST(why_by_name, FULL)
{
    struct scene s;
    struct why w;
    feed(a->model, "{'ev':'device','id':'cpu','kind':'cpu','threads':8,'read_gbs':90,'one_gbs':48}");
    for (int i = 0; i < a->model->runs; i++)
        a->model->run[i].threads = 1;
    resize(a, 60, 200);
    commands(a, "why cpu.csr.serial");
    assert_true(shows(a, "GFLOPS at the 48.0 GB/s that 1 thread reads from this device's DRAM; measured 1.63"));
    commands(a, "focus spy;why cpu.csr.serial");
    assert_true(why_now(a, &s, &w) && s.focus == VIEW_run && strcmp(w.run->kernel, "cpu.csr.serial") == 0);
    app_command(a, "why ell");
    assert_true(a->panels.overlay == VIEW_why && why_now(a, &s, &w) && !w.kernel && strcmp(w.format->name, "ell") == 0);
    app_command(a, "why gpu.ell.thread");
    assert_true(a->panels.overlay == VIEW_why && why_now(a, &s, &w) && strcmp(w.kernel->name, "gpu.ell.thread") == 0);
    const int focus = a->panels.focus;
    app_command(a, "why cpu.nothing");
    assert_true(a->panels.focus == focus && shows(a, "no run, kernel or format is named cpu.nothing; 5"));
    app_command(a, "why cpu.csr.serail");
    says(a, "did you mean cpu.csr.serial?");
}

/* Until one goes to the list of kernels, or moves there, what was run last, here or in a recording, is explained. */
APP_TEST(why_after_a_run, FULL)
{
    struct scene s;
    struct why w;
    assert_true(why_now(a, &s, &w) && s.focus == VIEW_kernels && w.run && w.run == bars_cursor(&s));
    const struct model_kernel *fastest = w.kernel;
    app_command(a, "why down");
    assert_true(why_now(a, &s, &w) && a->state[VIEW_run].at == 1 && a->state[VIEW_kernels].at == 0);
    app_command(a, "first");
    assert_true(why_now(a, &s, &w) && w.kernel != fastest);
    app_runs(a, 0);
    assert_true(why_now(a, &s, &w) && w.run == bars_cursor(&s));
    app_command(a, "focus kernels");
    assert_true(why_now(a, &s, &w) && w.kernel == &s.model->kernel[0]);
}

/* A format that was not run is reckoned from the cache that would hold it. Of runs in a format, one that is reliable
   and stores just that counts. */
APP_TEST(why_knows_caches, FULL)
{
    struct scene s;
    struct why w;
    char text[700];
    feed(a->model, "{'ev':'device','id':'cpu','kind':'cpu','read_gbs':48,"
                   "'levels':[['L2',100000,900],['L3',20000000,200]]}");
    app_command(a, "focus formats");
    const struct model_run *csr = why_now(a, &s, &w) ? w.run : NULL;
    assert_true(csr && w.roof.gbs == w.device->copy_gbs); /* as in every format */
    app_command(a, "why down");
    assert_true(why_now(a, &s, &w) && !w.run && strcmp(w.roof.name, "L3") == 0);
    assert_true(fabs(w.cost.best - 2 * 830584.0 / (w.cost.sum / 200)) < 1e-9);
    why_sentence(&s, &w, text, sizeof text);
    assert_non_null(strstr(text, "GFLOPS at the 200 GB/s that 8 threads read from this device's L3."));

    app_command(a, "why up");
    for (int i = 0; i < a->model->runs; i++)
        if (&a->model->run[i] == csr)
            snprintf(a->model->run[i].flags, sizeof a->model->run[i].flags, "busy");
    assert_true(why_now(a, &s, &w) && w.run && w.run != csr && w.run->gflops < csr->gflops);
    snprintf(((struct model_kernel *)model_kernel(a->model, w.run->kernel))->format, 16, "csr.packed");
    const struct model_run *packed = w.run;
    assert_true(why_of(&s, &w) && w.run == csr);

    app_command(a, "focus run");
    do {
        app_command(a, "why down");
        assert_true(why_now(a, &s, &w) && a->state[VIEW_run].at < 5);
    } while (w.run != packed);
    why_sentence(&s, &w, text, sizeof text);
    assert_non_null(strstr(text, "A format of its own: a product must move "));
    assert_non_null(strstr(text, "; at best "));
    struct model_run *foreign = &a->model->run[packed - a->model->run]; /* recorded on a machine with other kernels */
    snprintf(foreign->kernel, sizeof foreign->kernel, "gpu.elsewhere");
    assert_true(why_of(&s, &w) && w.run == packed && !w.kernel);
    why_sentence(&s, &w, text, sizeof text);
    assert_non_null(strstr(text, "A kernel that is not installed here: a product must move "));
    commands(a, "focus formats;why;why down");
    assert_true(shows(a, " GFLOPS L3"));
    assert_false(shows(a, "\n\n\n The same product")); /* one line between, where no work is told */
}

/* Of the runs of a sweep, that with as many columns as are set explains a format or a kernel; else any. */
APP_TEST(why_is_of_the_columns_that_are_set, FULL)
{
    struct scene s;
    struct why w;
    app_command(a, "focus formats");
    assert_true(why_now(a, &s, &w) && w.run && w.k == 1);
    struct model_run *more = &a->model->run[a->model->runs++];
    *more = *w.run;
    more->event = json_incref(w.run->event);
    more->k = 16;
    more->gflops *= 4;
    assert_true(why_now(a, &s, &w) && w.run != more && w.k == 1);
    app_command(a, "set k 16");
    assert_true(why_now(a, &s, &w) && w.run == more);
    app_command(a, "set k 64");
    assert_true(why_now(a, &s, &w) && w.run == more);
    commands(a, "set k 1;focus kernels");
    a->state[VIEW_kernels].follow = false;
    for (int i = 0; why_now(a, &s, &w) && strcmp(w.kernel->name, more->kernel) != 0 && i < 9; i++)
        app_command(a, "down");
    assert_true(why_now(a, &s, &w) && strcmp(w.run->kernel, more->kernel) == 0 && w.k == 1);
}

/* What does not fit the cache of a run, as other formats would, is reckoned from memory. */
APP_TEST(why_reckons_padding_from_memory, FULL)
{
    const struct scene s = app_scene(a, VIEW_why);
    struct model_level l3 = { .name = "L3", .bytes = 12000000, .gbs = 200 };
    struct model_device d = { .kind = "cpu", .read_gbs = 48, .levels = 1, .level = { l3 } };
    struct model_format ell = *cost_format(a->model, "ell");
    struct cost cost;
    assert_true(cost_of(s.model, &ell, &(struct cost_wish){ "f64", 1, &l3, &d, 0 }, &cost));
    assert_string_equal(cost.roof.name, "L3");
    ell.bytes *= 10;
    ell.slots *= 10;
    assert_true(cost_of(s.model, &ell, &(struct cost_wish){ "f64", 1, &l3, &d, 0 }, &cost));
    assert_true(strcmp(cost.roof.name, "DRAM") == 0 && cost.best == 2 * 830584.0 / (cost.sum / 48));
    l3.gbs = 40; /* one thread of several: no faster from memory, and no longer from the cache */
    assert_true(cost_of(s.model, &ell, &(struct cost_wish){ "f64", 1, &l3, &d, 0 }, &cost));
    assert_true(strcmp(cost.roof.name, "DRAM") == 0 && cost.best == 2 * 830584.0 / (cost.sum / 40));
}

/* Of a run of a few microseconds the start of its threads is most, however its rows are divided. */
APP_TEST(why_knows_starts_of_threads, EMPTY)
{
    struct scene s;
    struct why w;
    char text[700];
    FEED(a->model, events_start);
    FEED(a->model, events_matrix);
    a->model->matrix.nnz = 8;
    a->model->matrix.rows = 4;
    feed_run(a->model, "'kernel':'cpu.csr.serial','time_ms':5e-5,'gflops':1");
    feed_run(a->model, "'threads':2,'time_ms':3e-3,'gflops':1");
    commands(a, "focus run;why cpu.csr.omp");
    assert_true(why_now(a, &s, &w) && w.run->threads == 2);
    w.has_cost = false;
    w.work = &(struct model_work){ .units = 2, .sum = 8, .imbalance = 2, .worker = "thread" };
    why_bound(&s, &w, text, sizeof text);
    assert_string_equal(text,
                        "Threads: starting 2 of them takes most of the 3.00 µs. cpu.csr.serial on one takes 50.0 ns.");
    a->model->matrix.nnz = 830584;
    why_bound(&s, &w, text, sizeof text);
    assert_non_null(strstr(text, "Load balance: "));
}

TESTS(NULL, NULL)
