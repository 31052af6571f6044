/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_plot: what a picture of a bench says of its runs' flags. */
#include "tui/lines/bench.h"
#include "tui/lines/tests/program.h"
#include "tui/model/model.h"

/* Two k of a kernel; the flags are those of the second. */
static struct model *measured(const char *flags)
{
    struct model *m = model_new();
    for (int k = 1; k <= 2; k++) {
        json_t *e = json_pack("{s:s,s:i,s:s,s:s,s:s,s:s,s:s,s:i,s:s,s:s,s:f,s:f,s:f,s:f,s:f}", "ev", "measurement",
                              "id", k, "matrix", "a", "device", "cpu", "kernel", "cpu.csr.omp", "op", "mul", "type",
                              "f64", "k", k, "cache", "warm", "status", "ok", "time_ms", 1.0, "gflops", 2.0 * k, "gbs",
                              20.0, "roof_gbs", 25.0, "roof_frac", 0.8);
        json_object_set_new(e, "flags", k == 2 && *flags ? json_pack("[s]", flags) : json_array());
        model_apply(m, e);
        json_decref(e);
    }
    return m;
}

/* A roof in doubt is marked at its name, and the caption says how many runs that concerns; as for other programs. */
TEST(doubts_are_said)
{
    static const char *const flags[] = { "", "roof", "busy" };
    for (int i = 0; i < 3; i++) {
        struct model *m = measured(flags[i]);
        struct err e = { 0 };
        if (!bench_plot(m, "k", at("doubts.svg"), &e))
            fail_msg("%s", e.text);
        runs("cat doubts.svg");
        assert_int_equal(strstr(out, ">≈roof cpu</text>") != NULL, i == 1);
        assert_int_equal(strstr(out, ">roof cpu</text>") != NULL, i != 1);
        assert_int_equal(strstr(out, " · 1 of 2 runs with a roof in doubt (≈)</text>") != NULL, i == 1);
        assert_int_equal(strstr(out, " · 1 of 2 runs on a busy machine</text>") != NULL, i == 2);
        model_free(m);
    }
}

/* A saved table is drawn as its bench was, with the roofs that its rows were compared with; the other engine's rows are
   left out. */
TEST(a_table_is_drawn)
{
#define DRAWN(kernel, k, gflops, gbs, roof, engine)                                                                    \
    "a\tmul\tf64\t" k "\t" kernel "\tcpu\t1\tok\t" gflops "\t" gbs "\t0.5\t" roof "\t" engine "\n"
    write_file("t.tsv",
               "matrix\top\ttype\tk\tkernel\tdevice\ttime_ms\tstatus\tgflops\tgbs\troof_frac\troof\tengine\n" DRAWN(
                   "cpu.csr.omp", "1", "2", "20", "L2", "") DRAWN("cpu.csr.omp", "8", "50", "25", "peak", "")
                   DRAWN("cpu.other", "8", "50", "25", "peak", "another"));
    runs("$NZ list t.tsv --plot k.svg && cat k.svg");
    assert_true(strstr(out, ">a · mul · f64 · 1 thread</text>") && strstr(out, ">k (log)</text>"));
    assert_true(strstr(out, ">cpu.csr.omp</text>") && strstr(out, ">roof cpu</text>") && !strstr(out, "cpu.other"));
    shows("a cpu.csr.omp", "$NZ list t.tsv --plot -");
    assert_null(strstr(out, "not curves"));
    runs("sed 2q t.tsv > one.tsv && $NZ list one.tsv --plot -");
    assert_non_null(strstr(out, "no kernel has several values of k: points, not curves"));
    runs("$NZ list t.tsv --plot r.svg --axes intensity && cat r.svg");
    assert_true(strstr(out, ">cpu L2 40.0 GB/s</text>") && strstr(out, ">cpu f64 peak 100</text>"));
    fails(2, "t.tsv is the table being read", "$NZ list t.tsv --plot t.tsv");
    fails(2, "--plot k.png: a picture is an .svg", "$NZ list t.tsv --plot k.png");
    fails(2, "list --plot is for the rows of a table: list TABLE --plot", "$NZ list kernels --plot k.svg");
    fails(2, "list --kernel is for the rows of a table", "$NZ list kernels --kernel 'cpu.*'");
    /* and it takes the shapes that a bench has */
    shows("| kernel | 1 | 8 |\n| --- | ---: | ---: |\n| cpu.csr.omp | 2.00 ! | 50.0 ! |\n",
          "$NZ list t.tsv --pivot kernel,k --md --group g.svg && grep -q svg g.svg");
    assert_null(strstr(out, "cpu.other"));
    shows("k,kernel\n1,cpu.csr.omp\n8,cpu.csr.omp\n", "$NZ list t.tsv --columns k,kernel --csv");
    fails(2, "list --md is for the rows of a table", "$NZ list kernels --md");
}

/* A tangle of lines says how to draw fewer; kernels that were not swept are counted. */
TEST(many_lines_are_chosen_from)
{
    write_file("head.tsv", "matrix\top\ttype\tk\tkernel\tdevice\ttime_ms\tstatus\tgflops\n");
    runs("for i in 1 2 3 4 5 6 7 8 9 10 11 12 13; do echo \"a mul f64 1 cpu.n$i cpu 1 ok $i\" | tr ' ' '\\t'; done "
         ">rows; "
         "cat head.tsv rows >m.tsv; { cat m.tsv; grep n13 rows | sed 's/f64\t1/f64\t2/'; } >s.tsv");
    shows("13 lines: --kernel cpu.csr.*,cpu.auto for example draws fewer; no kernel has", "$NZ list m.tsv --plot -");
    runs("$NZ list m.tsv --plot - --kernel 'cpu.n1,cpu.n1?'");
    assert_true(strstr(out, "cpu.n13") && !strstr(out, "cpu.n2") && !strstr(out, "13 lines"));
    runs("$NZ list m.tsv --kernel cpu.n2");
    assert_true(strstr(out, "cpu.n2") && !strstr(out, "cpu.n3"));
    fails(2, "no row is of kernel gpu.x", "$NZ list m.tsv --kernel gpu.x");
    shows("12 kernels of one k not drawn", "$NZ list s.tsv --plot -");
}

TESTS(prepare, clean)
