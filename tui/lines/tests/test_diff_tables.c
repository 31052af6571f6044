/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_diff_tables: which files are tables that diff can read, and what it says of those that are none. */
#include "tui/lines/tests/diff_rows.h"
#include "tui/lines/tests/program.h"

/* TSV, CSV and JSON of bench, of this and of older versions. */
TEST(tables_of_ours)
{
    runs("$NZ bench gen:diag:5 --kernel cpu.csr.serial -k 1,2 --reorder none,rcm --samples 3 -o t.tsv && "
         "$NZ bench gen:diag:5 --kernel cpu.csr.serial -k 1,2 --reorder none,rcm --samples 3 --csv -o t.csv"
         " && $NZ bench gen:diag:5 --kernel cpu.csr.serial -k 1,2 --reorder none,rcm --samples 3 --json "
         "-o t.json && cut -f 1-29 t.tsv >older.tsv && cat older.tsv older.tsv >twice.tsv");
    static const char *const tables[] = { "t.tsv", "t.csv", "t.json", "older.tsv", "twice.tsv" };
    for (int i = 0; i < 5; i++)
        for (int j = 0; j < 5; j++) {
            int status = run("$NZ diff %s %s --threshold 1000", tables[i], tables[j]);
            const bool dated = i < 3 && j < 3, same = i == j && dated; /* older ones had no dates */
            assert_true(status == 0 || (!same && (status == 8 || status == 9)));
            assert_non_null(strstr(said, same ? "the same table: all 4 results" : "nzscope: 4 compared: "));
            assert_null(strstr(said, "only in "));
        }
}

#define BUSY(date, ms, least, lo, hi, commit)                                                                          \
    "a\tmul\tf64\t1\tcpu.csr.omp\tcpu\t" ms "\t" least "\t" lo "\t" hi "\tbusy\tok\t2026-11-30T10:00:" date            \
    "Z\t" commit "\n"

/* Other programs stretch medians; of four runs each, the fastest samples tell 20% apart, and nothing where they mix. */
TEST(the_fastest_samples_of_several_runs)
{
    static const char head[] = "matrix\top\ttype\tk\tkernel\tdevice\ttime_ms\ttime_min_ms\tci_lo_ms\tci_hi_ms\tflags\t"
                               "status\tdate\tcommit\n";
    static const char *const old = BUSY("01", "5", "2", "1", "20", "1f") BUSY("03", "3", "2.1", "1", "9", "1f")
        BUSY("05", "9", "2.05", "1", "40", "1f") BUSY("07", "2.5", "2.02", "1", "3", "1f");
    static const char *const new[] = {
        BUSY("02", "4", "2.4", "1.2", "9", "2e") BUSY("04", "2.7", "2.5", "1.2", "8", "2e")
            BUSY("06", "8", "2.46", "1.2", "20", "2e") BUSY("08", "3", "2.42", "1.2", "7", "2e"),
        BUSY("02", "4", "2.4", "1.2", "9", "2e") BUSY("04", "2.7", "2.5", "1.2", "8", "2e")
            BUSY("06", "8", "2.46", "1.2", "20", "2e") BUSY("08", "3", "2.08", "1.2", "7", "2e"),
    };
    for (int i = 0; i < 2; i++) {
        char text[2][2000];
        snprintf(text[0], sizeof text[0], "%s%s", head, old);
        snprintf(text[1], sizeof text[1], "%s%s", head, new[i]);
        write_file("old", text[0]);
        write_file("new", text[1]);
        assert_int_equal(run("$NZ diff old new"), i ? 9 : 8);
        const char *want = i ? "unclear\t0.83" : "slower\t0.834\t2.035\t2.44\t";
        assert_int_equal(strncmp(line(out, 1), want, strlen(want)), 0);
        assert_non_null(strstr(out, "4 runs before, 4 now, by the fastest sample of each"));
    }
}

/* A table of a day holds the runs of a bench, and others: these are not compared with themselves. */
TEST(a_run_among_others)
{
    static const char head[] = "matrix\top\ttype\tk\tkernel\tdevice\ttime_ms\ttime_min_ms\tci_lo_ms\tci_hi_ms\tflags\t"
                               "status\tdate\tcommit\n";
    static const char one[] = BUSY("01", "5", "2", "1", "20", "1f"), other[] = BUSY("03", "3", "2.1", "1", "9", "1f"),
                      third[] = BUSY("05", "4", "2.1", "1", "9", "1f");
    char text[1000];
    snprintf(text, sizeof text, "%s%s%s", head, one, other);
    write_file("day", text);
    snprintf(text, sizeof text, "%s%s", head, other);
    write_file("bench", text);
    assert_int_equal(run("$NZ diff day bench"), 0);
    assert_non_null(strstr(said, "the same table: its result is the same run\n"));
    assert_int_equal(run("$NZ diff bench day"), 0);
    snprintf(text, sizeof text, "%s%s%s", head, other, third);
    write_file("bench", text);
    assert_int_equal(run("$NZ diff day bench"), 9); /* each has a run of its own */
}

/* What is no table is refused with the line and the reason. */
TEST(tables_that_are_none)
{
    static const struct {
        const char *text, *why;
    } bad[] = {
        { "", "bad: is empty" },
        { "\n\n", "bad: is empty" },
        { "hello\n",
          "bad:1: not a table of bench (TSV, CSV or JSON), or one of chosen columns: none is named matrix, op, "
          "type, kernel, " },
        { "| matrix | op |\n| --- | --- |\n", "bad: a Markdown table is not read back" },
        { "{\"ev\":\"hello\"}\n", "bad:1: not a table of bench" },
        { COLS "\na\t5\n", "bad:2: 2 fields, the header has 14" },
        { COLS "\n" ROW("x", "1", "1", "1") "a\t5\t5\t9\tmul\tf64\t1\tx\t2\t\tsoon\t1\t1\tok\n",
          "bad:3: time_ms is no number" },
        { COLS "\na\t5\t5\t-9\tmul\tf64\t1\tx\t2\t\t1\t1\t1\tok\n", "bad:2: nnz is no number" },
        { COLS "\n" ROW("x", "0", "0", "0"), "bad:2: the row is ok, but has no time above 0" },
        { COLS "\n" ROW("x", "inf", "0", "0"), "bad:2: the row is ok, but has no time above 0" },
        { COLS "\n" ROW("x", "1e999", "0", "0"), "bad:2: time_ms is no number" },
        { COLS "\n" ROW("", "1", "1", "1"), "bad:2: the row lacks the matrix, the kernel or the status" },
        { "matrix,op,type,kernel,time_ms,status\n\"a,mul,f64,x,1,ok\n", "bad:2: unclosed quote" },
        { "[{\"matrix\":\"a\",", "bad:1: " },
        { "[1]", "bad: result 1: is no object" },
        { "[{\"matrix\":\"a\",\"op\":\"mul\",\"kernel\":\"x\",\"status\":\"ok\",\"time_ms\":\"soon\"}]",
          "bad: result 1: a count or a number is invalid: time_ms" },
        { "[{\"matrix\":\"a\"}]", "bad: result 1: lacks the matrix, the kernel or the status" },
        { "[]", "nothing was compared: the tables have no result in common" },
        { COLS "\n", "nothing was compared: the tables have no result in common" },
    };
    for (size_t i = 0; i < COUNT(bad); i++) {
        write_file("bad", bad[i].text);
        fails(3, bad[i].why, "$NZ diff bad bad");
    }
    /* a result of the one is missing in the other; but with none in common, these are not two tables of one thing */
    write_file("one", COLS "\n" ROW("x", "1", "1", "1"));
    write_file("other", COLS "\n" ROW("y", "1", "1", "1"));
    fails(3, "nothing was compared: the tables have no result in common", "$NZ diff one other");
    fails(3, "nothing was compared: the tables have no result in common", "$NZ diff one other --partial");
    fails(3, "cannot read missing", "$NZ diff missing bad");
    fails(3, "cannot read .", "$NZ diff . bad");
    fails(3, "NUL bytes", "printf 'matrix\\0op\\n' >bad; $NZ diff bad bad");
    fails(2, "diff wants: OLD NEW", "$NZ diff bad");
    fails(2, "--threshold wants a percentage", "$NZ diff bad bad --threshold much");
    fails(2, "--threshold wants a percentage", "$NZ diff bad bad --threshold -1");
    /* quotes, a mark before UTF-8, ends of lines as elsewhere; bytes that are not fit to show */
    write_file("odd", "\xEF\xBB\xBFmatrix,op,type,kernel,time_ms,ci_lo_ms,ci_hi_ms,status\r\n"
                      "\"a \"\"b\"\", c\x1b[31m\",mul,f64,x,1,1,1,ok\r\n");
    shows("\ta \"b\", c\xEF\xBF\xBD[31m\tmul\t", "$NZ diff odd odd");
    fails(3, "cannot write the standard output: No space left", "$NZ diff odd odd >/dev/full");
}

/* What list shows again is what bench had shown. */
TEST(phases_of_a_table)
{
    write_file("p.tsv", "matrix\top\ttype\tkernel\ttime_ms\tstatus\tphases\n"
                        "a\ttranspose\tf64\tcpu.transpose.scan\t1\tok\tcount=0.5 scan=0.25\n");
    shows("\"phases\": {\"count\": 0.5, \"scan\": 0.25}", "$NZ list p.tsv --json");
    shows("\tcount=0.5 scan=0.25\t", "$NZ list p.tsv");
    fails(3, "cannot read q.tsv: No such file", "$NZ list q.tsv");
    fails(3, "cannot read 2001-01-01: No such file", "$NZ list 2001-01-01");
    fails(2, "list wants: kernels|", "$NZ list kernel");
}

/* What a kernel chose is an outcome, not a parameter: its rows are compared, and another choice is said. */
TEST(choices)
{
    static const char head[] = "matrix\top\ttype\tkernel\tparams\ttime_ms\tci_lo_ms\tci_hi_ms\tstatus\n";
#define CHOICE(choice) "a\tmul\tf64\tcpu.auto\tTRIALS=3 choice=" choice "\t1\t0.999\t1.001\tok\n"
    char text[400];
    snprintf(text, sizeof text, "%s%s", head, CHOICE("cpu.sell.simd,GATHER=load,1 thread"));
    write_file("old.tsv", text);
    snprintf(text, sizeof text, "%s%s", head, CHOICE("cpu.csr.block"));
    write_file("new.tsv", text);
    assert_int_equal(run("$NZ diff old.tsv new.tsv"), 9);
    assert_non_null(strstr(line(out, 1), "\tTRIALS=3\t"));
    assert_non_null(strstr(line(out, 1), "\tother choice: cpu.csr.block, was cpu.sell.simd,GATHER=load,1 thread\t"
                                         "cpu.csr.block\t\n"));
    run("$NZ diff old.tsv new.tsv --md");
    assert_non_null(strstr(out, "| cpu.auto → csr.block |"));
    shows("\tTRIALS=3 choice=cpu.csr.block\t", "$NZ list new.tsv");
}

/* What is open comes with the command that decides it: two builds take turns, one is run more often. A matrix whose
   file is not found has a placeholder. */
TEST(a_command_decides)
{
#define BUILT COLS "\tcache\torigin\tcommit"
#define OF(matrix, kernel, threads, ms, lo, hi, cache, origin, commit)                                                 \
    matrix "\t5\t5\t9\tmul\tf64\t8\t" kernel "\t" threads "\t\t" ms "\t" lo "\t" hi "\tok\t" cache "\t" origin         \
           "\t" commit "\n"
#define SERIAL(commit) OF("diag:5", "cpu.csr.serial", "1", "1", "0.8", "1.2", "warm", "generated", commit)
#define SIX(commit) OF("diag:6", "cpu.csr.serial", "1", "1", "0.8", "1.2", "warm", "generated", commit)
#define SURE(commit) OF("b", "gpu.csr.vector", "2", "1", "0.999", "1.001", "warm", "real", commit)
    static const struct {
        const char *old, *new, *said;
    } cases[] = {
        { SERIAL("1f") SIX("1f") SURE("1f"), SERIAL("2e") SIX("2e") SURE("2e"),
          "nzscope: to decide, with OLD/nzscope-engine as built from 1f and this one from 2e:\n  nzscope bench "
          "gen:diag:5 "
          "gen:diag:6 --kernel cpu.csr.serial -k 8 --compare-engine OLD/nzscope-engine --threshold 3%\n" },
        { SERIAL("1f") OF("c", "cpu.csr.omp", "4", "1", "", "", "warm", "real", "1f"),
          SERIAL("1f") OF("c", "cpu.csr.omp", "4", "1", "", "", "warm", "real", "1f"),
          "nzscope: to decide, take more runs, the old way and the new one in turns, twice each at least; the new "
          "way:\n  nzscope bench gen:diag:5 FILE_OF_c --kernel cpu.csr.serial,cpu.csr.omp -k 8 --threads 4 --repeat 2 "
          "--append new.tsv\n" },
        { OF("cage4", "x", "4", "1", "", "", "warm", "real", "1f")
              OF("cage4", "y", "2", "1", "", "", "warm", "real", "1f") SERIAL("1f"),
          OF("cage4", "x", "4", "1", "", "", "warm", "real", "1f")
              OF("cage4", "y", "2", "1", "", "", "warm", "real", "1f") SERIAL("1f"),
          "nzscope: to decide, take more runs, the old way and the new one in turns, twice each at least; the new "
          "way:\n  nzscope bench cage4 gen:diag:5 --kernel x,cpu.csr.serial -k 8 --threads 4 --repeat 2 "
          "--append new.tsv\n  nzscope bench cage4 --kernel y -k 8 --threads 2 --repeat 2 --append new.tsv\n" },
        { SERIAL("1f") OF("c", "x", "4", "1", "0.8", "1.2", "cold", "real", "1f"),
          SERIAL("1f") OF("c", "x", "4", "1", "0.8", "1.2", "cold", "real", "1f"), NULL },
        { OF("cage4", "x", "4", "1", "0.8", "1.2", "cold", "real", "1f"),
          OF("cage4", "x", "4", "1", "0.8", "1.2", "cold", "real", "1f"),
          "nzscope: to decide, take more runs, the old way and the new one in turns, twice each at least; the new "
          "way:\n  nzscope bench cage4 --kernel x -k 8 --threads 4 --repeat 2 --cold --append new.tsv\n" },
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        assert_int_equal(diff(BUILT, cases[i].old, cases[i].new, ""), 9);
        const char *again = strstr(said, "nzscope: to decide");
        if (cases[i].said ? !again || strcmp(again, cases[i].said) != 0 : again != NULL)
            fail_msg("%zu: it said '%s'", i, said);
        if (!strstr(said, i < 4 ? "as far as so few runs tell\n" : "measure again on a quiet machine\n"))
            fail_msg("%zu: it said: %s", i, said);
    }
}

/* …with the parameters that its rows have not at their defaults. */
TEST(a_command_repeats_parameters)
{
#define WITH(params) "cage4\t5\t5\t9\tmul\tf64\t8\tcpu.csr.omp\t2\t" params "\t1\t0.8\t1.2\tok\n"
    static const char rows[] =
        WITH("SCHEDULE=dynamic NZ_PER_CHUNK=256 LOOP=columns") WITH("SCHEDULE=dynamic NZ_PER_CHUNK=4096 LOOP=row");
    assert_int_equal(diff(COLS, rows, rows, ""), 9);
    assert_non_null(strstr(said, " --threads 2 --set NZ_PER_CHUNK=256,4096 --set LOOP=columns,row --repeat 2 "
                                 "--append new.tsv\n"));
}

TESTS(prepare, clean)
