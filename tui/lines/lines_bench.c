/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lines_bench: a bench of all matrices, from its options to the table, the means and the pictures at its end. */
#include <fnmatch.h>

#include "core/base/number.h"
#include "core/measure/device.h"
#include "core/measure/measurement.h"
#include "tui/input/option_value.h"
#include "tui/lines/bench.h"
#include "tui/lines/bench_run.h"
#include "tui/lines/lines_command.h"
#include "tui/lines/pivot.h"
#include "tui/lines/summary.h"
#include "tui/lines/verdict.h"
#include "tui/results/diff.h"
#include "tui/verdict/crowd.h"

static void say_best(struct bench_run *b)
{
    char text[300];
    for (int i = 0; summary_best(b->summary, i, text, sizeof text, &b->doubts); i++)
        if (*text)
            lines_note(b->lines, b->rows, "%s", text);
}

/* Names globs of which no kernel ran, so that the table is not read as including them. */
static void say_idle(struct bench_run *b)
{
    const char *globs = b->kernels, *kernel;
    char glob[128];
    json_t *is;
    while (json_object_size(b->ran) > 0 && globs && text_item(&globs, glob, sizeof glob)) {
        bool idle = strpbrk(glob, "*?[");
        json_object_foreach(b->ran, kernel, is)
            idle &= fnmatch(glob, kernel, 0) != 0;
        if (idle)
            lines_say(b->lines, "no kernel of %s ran; nzscope list kernels says which can, and why not", glob);
    }
}

enum { SKIP_ROOM = 32, REPEATS = 1000 }; /* characters after a command; most of --repeat */

/* Runs what is wanted of the open matrix. A run that kills its engine is left out: the next goes on after it. */
static bool run(struct bench_run *b, struct err *e)
{
    struct lines *l = b->lines;
    char *line = b->line, *end = line + strlen(line);
    int from = b->at = 0;
    bool ok = lines_ask(l, line, bench_run_event, b, e);
    bench_run_end(b);
    while (e->code == ERR_ENGINE && !l->gone && l->stops == 0 && b->at > from) {
        struct err again = { 0 };
        from = b->at;
        snprintf(end, SKIP_ROOM, " skip=%d", from);
        lines_say(l, "%s continues after run %d; speedup, scaling and library are unknown against earlier runs",
                  l->open, from);
        b->died = true;
        ok = lines_ready(l, &again);
        if (ok && b->told)
            lines_tell(l, b->told);
        ok = ok && lines_ask(l, line, bench_run_event, b, &again);
        bench_run_end(b);
        *e = again;
    }
    *end = 0;
    return ok;
}

/* As often as --repeat says, each time by another engine: runs of one process share where their memory lies. */
static bool run_repeatedly(struct bench_run *b, const struct options *o, const char *spec, struct err *e)
{
    bool ok = lines_matrix(b->lines, o, spec, e) && run(b, e);
    for (int64_t i = 1; ok && i < b->repeat && rows_writes(b->rows); i++) {
        ok = lines_renew(b->lines, e);
        if (ok && b->told)
            lines_tell(b->lines, b->told);
        if (b->judged)
            json_array_clear(b->judged); /* one run of each kernel is judged, the last */
        ok = ok && run(b, e);
    }
    return ok;
}

/* Prints the command that measures the matrices on which every engine died; it appends to a table already begun. */
static void say_rest(const struct bench_run *b, const struct options *o, char **spec, int n)
{
    struct options rest = *o;
    if (n == 0)
        return;
    rest.word = spec;
    rest.words = n;
    if (o->value[OPT_OUT] && strcmp(o->value[OPT_OUT], "-") != 0) {
        rest.value[OPT_APPEND] = o->value[OPT_OUT];
        rest.value[OPT_OUT] = NULL;
    }
    lines_say(b->lines, "%d matri%s not measured to the end; this measures %s:", n, n == 1 ? "x is" : "ces are",
              n == 1 ? "it" : "them");
    lines_paste(b->lines, &rest);
}

/* Moves a matrix to the remaining ones, which come first. */
static void leave(struct matrix_words *w, int *left, int at)
{
    char *spec = w->spec[at];
    w->spec[at] = w->spec[*left];
    w->spec[(*left)++] = spec;
}

/* Runs all matrices; an unreadable file does not stop the others. */
static void bench_all(struct bench_run *b, const struct options *o, struct err *e)
{
    struct matrix_words w;
    int left = 0;
    if (!bench_line(o, b->line, sizeof b->line - SKIP_ROOM, e) || !lines_words(b->lines, o, &w, e))
        return;
    e->code = w.left_out ? ERR_INPUT : e->code; /* already reported */
    for (int i = 0; (i < w.count || i == 0) && rows_writes(b->rows); i++) {
        struct err one = { 0 };
        const bool ok = run_repeatedly(b, o, w.count ? w.spec[i] : NULL, &one);
        if (!rows_writes(b->rows))
            break;
        if (b->judged) {
            b->doubts |= !verdict_write(b->judged, b->lines->matrix, b->rows);
            json_array_clear(b->judged);
        }
        const bool over = b->lines->gone || one.code == ERR_CANCELLED || one.code == ERR_USAGE;
        if (one.code == ERR_ENGINE && w.count)
            err_prefix(&one, "%s", w.spec[i]);
        for (int j = i; one.code == ERR_ENGINE && j < w.count && (j == i || b->lines->gone); j++)
            leave(&w, &left, j);
        if (!ok && (over || i + 1 >= w.count) && b->first.code != ERR_CHECK) {
            *e = one;
        } else if (!ok) {
            lines_say(b->lines, "%s", one.text);
            e->code = e->code == ERR_NONE ? one.code : e->code;
        }
        if (over)
            break;
    }
    say_rest(b, o, w.spec, left);
    if (b->died && e->code == ERR_NONE && b->first.code != ERR_CHECK)
        e->code = ERR_ENGINE;
    matrix_words_free(&w);
}

static void draw(const struct bench_run *b, const struct options *o, struct err *e)
{
    const char *plot = o->value[OPT_PLOT], *group = o->value[OPT_GROUP];
    if (plot && !bench_plot(b->told, o->value[OPT_AXES], plot, e))
        return;
    if (plot)
        lines_wrote(b->lines, plot, "");
    if (group && bench_group_write(b->pivot, group, e))
        lines_wrote(b->lines, group, "");
}

/* The verdict of --threshold on a bench in which nothing failed. */
static void judge(const struct bench_former *f, const char *baseline, struct err *e)
{
    const double percent = 100 * f->threshold;
    char some[TEXT_SIZE];
    if (f->compared == 0)
        err_set(e, ERR_INPUT, "nothing was compared: the baseline %s has none of these results", baseline);
    else if (f->slow > 0)
        err_set(e, ERR_SLOWER, "%d result%s slower than in %s by more than %g%%", f->slow,
                f->slow == 1 ? " is" : "s are", baseline, percent);
    else if (diff_undecided(f->open, f->compared))
        err_set(e, ERR_UNCLEAR,
                "no verdict: %s may be slower than in %s by more than %g%%, as far as the intervals tell",
                text_some(some, f->open, f->compared), baseline, percent);
}

/* The baseline, the table, and the collectors of measurements. */
static bool begin(struct bench_run *b, const struct options *o, enum rows_style *style, struct err *e)
{
    if ((o->value[OPT_BASELINE] && !baseline_load(&b->former.baseline, o->value[OPT_BASELINE], e)) ||
        !(b->rows = pivot_begin(o, &b->lines->spoken, NULL, style, &b->pivot, e)))
        return false;
    const bool judges = !o->value[OPT_COMPARE]; /* that tells more than their intervals */
    b->answers = judges && rows_printed(b->rows) && !o->value[OPT_PIVOT];
    b->summary = o->value[OPT_SUMMARY] ? summary_new(o->value[OPT_SUMMARY]) : NULL;
    b->judged = judges && *style == ROWS_MD ? json_array() : NULL;
    b->ran = json_object();
    b->former.unclear = json_array();
    return !(b->answers || o->value[OPT_PLOT]) || (b->told = model_new()) || err_nomem(e, "the runs", sizeof *b->told);
}

/* Of the CPU; 0: unknown. */
static int processors(const struct lines *l)
{
    const json_t *d;
    JSON_EACH(d, l->devices)
        if (device_is_cpu(take_string(d, "id")))
            return take_threads(d);
    return 0;
}

/* Says how to find out which is the fastest. */
static void say_doubts(struct bench_run *b, const struct options *o)
{
    char *text = NULL, crowd[120];
    size_t size;
    const struct bench_load *load = &b->load;
    if (load->busy && crowd_text(load->threads, processors(b->lines), load->others, "--threads", crowd, sizeof crowd))
        lines_note(b->lines, b->rows, "other programs ran; %s", crowd);
    FILE *f = b->until.spread == 0 && !load->busy ? open_memstream(&text, &size) : NULL;
    if (!f)
        return;
    fputs("to tell more, this measures longer: ", f);
    bench_put_longer(f, b->lines, o);
    fclose(f);
    lines_note(b->lines, b->rows, "%s", text);
    free(text);
}

static void say_all(struct bench_run *b, const struct options *o, const struct err *e)
{
    if (e->code != ERR_CANCELLED && e->code != ERR_ENGINE)
        say_idle(b);
    bench_run_say_baseline(b);
    if (b->former.baseline.rows && !b->former.compared && !o->value[OPT_THRESHOLD])
        lines_say(b->lines, "the baseline %s has none of these results", b->former.baseline.source);
    if (b->summary && rows_writes(b->rows)) {
        summary_rows(b->summary, b->rows);
        say_best(b);
    }
    bench_run_say_until(b);
    bench_run_say_samples(b);
    if (b->doubts)
        say_doubts(b, o);
}

/* Where the results are kept, and what compares them with those of another day. */
static void say_kept(const struct bench_run *b)
{
    const char *name = b->kept.rows ? strrchr(b->kept.path, '/') + 1 : NULL;
    if (name)
        lines_say(b->lines, "kept in %s; to compare with another day: %sdiff %.10s DATE", b->kept.path,
                  b->lines->context == SHELL ? "nzscope " : "", name);
}

static void drop(struct bench_run *b)
{
    pivot_free(b->pivot);
    summary_free(b->summary);
    json_decref(b->judged);
    json_decref(b->ran);
    model_free(b->told);
    kept_close(&b->kept);
    baseline_drop(&b->former.baseline);
    json_decref(b->said);
    json_decref(b->former.seen);
    json_decref(b->former.unclear);
}

/* Runs the bench of `o`; *b is on the heap: it holds paths and a line of arguments. */
static bool bench(struct bench_run *b, const struct options *o, struct err *e)
{
    enum rows_style style;
    struct err last = { 0 }; /* of the rows, or of a picture if nothing else failed */
    const bool gate = o->value[OPT_THRESHOLD];
    if (!bench_check(b->lines, o, e) || !option_number(o, OPT_REPEAT, 1, REPEATS, 1, &b->repeat, e) ||
        (gate && !option_threshold(o, &b->former.threshold, e)))
        return false;
    if (o->value[OPT_COMPARE_ENGINE])
        return bench_builds(b->lines, o, b->former.threshold, e);
    if (o->value[OPT_UNTIL])
        number_share(o->value[OPT_UNTIL], &b->until.spread); /* if invalid, the engine reports it */
    if (o->value[OPT_SAMPLES])
        option_number(o, OPT_SAMPLES, 1, MEASURE_SAMPLES, 10, &b->samples.asked, e); /* bench_check has read it */
    if (begin(b, o, &style, e)) {
        bench_all(b, o, e);
        say_all(b, o, e);
        if (o->value[OPT_PIVOT] && rows_writes(b->rows))
            pivot_end(b->pivot, b->rows, o, style);
        lines_close_rows(b->lines, b->rows, o, &last);
        if (b->told)
            lines_tell(b->lines, b->told); /* which kernels need more than CSR */
        draw(b, o, e->code == ERR_NONE && b->first.code == ERR_NONE && last.code == ERR_NONE ? &last : NULL);
        if (b->answers)
            bench_answer(b->lines, o, b->told, table_width(), stdout);
        say_kept(b);
        if (last.code != ERR_NONE)
            *e = last;
        /* a kernel that does not fit hides no regression of another */
        const bool refused = b->first.code == ERR_UNSUPPORTED && b->former.compared > 0;
        if (e->code == ERR_NONE && gate && (b->first.code == ERR_NONE || refused))
            judge(&b->former, o->value[OPT_BASELINE], e);
        if (e->code == ERR_NONE)
            e->code = b->first.code; /* its text is already printed */
    }
    drop(b);
    return e->code == ERR_NONE;
}

bool lines_bench(struct lines *l, const struct options *given, struct err *e)
{
    const struct options o = bench_with_set(l, given);
    struct bench_run *b = calloc(1, sizeof *b);
    if (!b)
        return err_nomem(e, "a bench", sizeof *b);
    b->lines = l;
    b->kernels = o.value[OPT_KERNEL];
    b->keeps = o.value[OPT_KEEP] != NULL;
    b->former.threshold = NAN;
    lines_log(l, o.value[OPT_OUT] || o.value[OPT_APPEND] || o.value[OPT_PIVOT] ||
                     o.value[OPT_COMPARE_ENGINE]); /* no row appears here meanwhile */
    const bool ok = bench(b, &o, e);
    lines_log(l, false);
    free(b);
    return ok;
}
