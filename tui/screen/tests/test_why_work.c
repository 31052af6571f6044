/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_why_work: the card of why on the work of threads and units, where it stands among the bytes, and from where
   these come. */
#include "core/tests/cmocka.h"
#include "tui/model/tests/windows.h"
#include "tui/screen/tests/stage.h"

/* A caption that speaks of the work of each thread shows it: where lines are few, what is below gives way. */
APP_TEST(why_shows_the_work, FULL)
{
    feed(a->model, work_uneven);
    app_command(a, "focus run");
    app_command(a, "sort order");
    app_command(a, "why");
    for (int rows = 24; rows >= 21; rows--) {
        resize(a, rows, 80);
        assert_true(shows(a, "entries of each thread, from the first to the last"));
    }
    assert_false(shows(a, "One product moves"));
}

/* A thread waits for none whose rows and entries are as many, whichever has more rows: these are drawn apart. */
APP_TEST(equal_work_waits_for_nothing, FULL)
{
    resize(a, 36, 80);
    feed(a->model, work_uneven);
    commands(a, "focus run;sort order;why");
    assert_true(shows(a, "entries of each thread, from the first to the last (░: it waits)"));
    feed(a->model, "{'ev':'work','kernel':'cpu.csr.serial','format':'csr','k':1,'type':'f64','threads':4,'rule':'r',"
                   "'worker':'thread','workers':4,'units':4,'inside':true,'counts':'rows and entries','imbalance':1,"
                   "'most':16384,'sum':65536,'each':[[0,16384],[8192,16384],[16384,16384],[24576,16384]]}");
    assert_true(shows(a, "rows and entries of each thread, from the first to the last (▒: rows)"));
    assert_true(shows(a, "4 units (r), 16,384 rows and entries on average, 16,384 at most"));
    assert_true(shows(a, "▒▒▒▒▒ ▒▒▒▒▒ ▒▒▒▒▒ ▒▒▒▒▒") && shows(a, "█████ █████ █████ █████"));
    assert_false(shows(a, "it waits") || shows(a, "░░░░░"));
    assert_true(place(a, "rows and entries of each") < place(a, "One product moves"));
}

/* What bounds a run comes first, then the bytes, then the classes of units, on an axis; one class needs no picture. */
APP_TEST(bytes_come_before_even_work, FULL)
{
    static const char work[] = "{'ev':'work','kernel':'cpu.csr.serial','format':'csr','k':1,'type':'f64','threads':4,"
                               "'rule':'r','worker':'thread','workers':4,'units':%d,'inside':true,'imbalance':1.01,"
                               "'most':4308,'sum':60000,'bins':[0,0,%d,14]}";
    char event[400];
    resize(a, 36, 80);
    commands(a, "focus run;sort order;why");
    snprintf(event, sizeof event, work, 16, 2);
    feed(a->model, event);
    assert_true(place(a, "Latency and instructions") >= 0);
    assert_true(place(a, "Latency and instructions") < place(a, "csr stores"));
    assert_true(place(a, "csr stores") < place(a, "Bytes of A, X and Y") &&
                place(a, "Bytes of") < place(a, "units by "));
    assert_true(place(a, "Bytes of") < place(a, "Work: 16 units")); /* even, it explains nothing */
    assert_true(shows(a, "\n 0 ──────────────── 4,308\n units by their entries; the highest column has 14 "));
    snprintf(event, sizeof event, work, 14, 0);
    feed(a->model, event);
    assert_true(shows(a, "Work: 14 units") && !shows(a, "units by their"));
}

/* A transposition has no X: nothing is said of one, nor of k, nor of a format that it does not compare. */
APP_TEST(a_transposition_has_no_x, AT_REST)
{
    resize(a, 36, 80);
    feed_run(a->model, "'kernel':'cpu.transpose.serial','op':'transpose','time_ms':2,'gnnzs':0.4,'gbs':5,"
                       "'roof_gbs':48,'level':'DRAM','roof_frac':0.1");
    a->model->run[a->model->runs - 1].columns = a->model->run[a->model->runs - 1].flops = false;
    feed(a->model, "{'ev':'work','kernel':'cpu.transpose.serial','format':'csr','k':1,'type':'f64','threads':1,'rule':"
                   "'r','worker':'thread','workers':1,'units':1,'imbalance':1,'most':9,'sum':9,'x_rows':64,"
                   "'x_fetched':0.4}");
    app_command(a, "why cpu.transpose.serial");
    assert_true(shows(a, " cpu.transpose.serial · stencil27 · f64"));
    assert_true(shows(a, "It must move 10.0 MB at least, A and what it makes of A. It takes 2.00 ms."));
    assert_true(shows(a, "Each entry goes wherever its column says,"));
    assert_false(shows(a, "csr: ") || shows(a, "neighbouring rows") || shows(a, "gathers"));
}

/* On every card a format has the same limit, that of its own bytes: those that a cache holds in part, as the engine
   reckons them, come from it and the next one, and no format of 1.05 times the bytes has half of the limit. */
APP_TEST(formats_share_bandwidths, FULL)
{
    static const char cpu[] = "{'ev':'device','id':'cpu','kind':'cpu','threads':8,'read_gbs':48,"
                              "'levels':[['L2',%d,900,8,120],['L3',100000000,200,1,50]]}";
    static const char *const cards[] = { "why cpu.csr.serial", "why cpu.ell.omp" };
    char event[300];
    resize(a, 40, 200);
    feed_run(a->model, "'kernel':'cpu.ell.omp','threads':8,'time_ms':1,'gflops':1.66,'gbs':11.1,'roof_gbs':190,"
                       "'level':'L3','roof_frac':0.1");
    for (int i = 0; i < 2; i++) {
        snprintf(event, sizeof event, cpu, 9000000);
        feed(a->model, event);
        commands(a, "esc");
        commands(a, cards[i]); /* 10.6 and 11.1 MB of 9 MB */
        assert_true(shows(a, "1.00×  49.3 GFLOPS L3") && shows(a, "1.05×  43.9 GFLOPS L3"));
        assert_true(
            shows(a, i == 0 ? "at best 49.3 GFLOPS at the 315 GB/s of" : "at best 43.9 GFLOPS at the 294 GB/s of"));
        assert_true(shows(a, "this device's L2 and L3"));
        snprintf(event, sizeof event, cpu, 5000000);
        feed(a->model, event);
        assert_true(shows(a, "1.00×  31.3 GFLOPS L3") && shows(a, "1.05×  29.8 GFLOPS L3"));
    }
    feed(a->model, "{'ev':'device','id':'cpu','kind':'cpu','threads':8,'read_gbs':48,'one_gbs':9,"
                   "'levels':[['L3',20000000,200,1,50]]}");
    feed(a->model, "{'ev':'formats','type':'f64','items':[{'name':'csr','bytes':10098084,'slots':830584},"
                   "{'name':'ell','bytes':106168320,'slots':8847360}]}");
    a->model->run[a->model->runs - 1].threads = 1; /* its padding is no reason to hold CSR against memory */
    assert_true(shows(a, "1.00×  7.82 GFLOPS L3") && shows(a, "10×  0.140 GFLOPS DRAM"));
}

TESTS(NULL, NULL)
