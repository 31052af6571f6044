/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_diff: two tables beside each other: what counts as slower, and what is never compared. */
#include <pty.h>

#include "tui/lines/tests/diff_rows.h"
#include "tui/lines/tests/program.h"
#include "tui/results/diff.h"
#include "tui/results/diff_runs.h"

TEST(told_apart)
{
    assert_int_equal(diff(COLS, ROW("x", "1", "0.99", "1.01"), ROW("x", "1.2", "1.19", "1.21"), ""), 8);
    assert_true(strstr(out, "\nslower\t0.8333\t1\t1.2\ta\tmul\tf64\t1\tx\t2\t") == line(out, 1) - 1);
    assert_non_null(strstr(said, "nzscope: 1 compared: 1 slower (1 by more than 3%)\n"));
    assert_non_null(strstr(said, "1 result is slower by more than 3%"));
    diff(COLS, ROW("x", "1", "0.1", "10"), ROW("x", "1", "0.1", "10"), "");
    assert_non_null(strstr(said, "nzscope: it is too disturbed to compare\n"));
    diff(COLS, ROW("x", "1", "0.99", "1.01"), ROW("x", "1.2", "1.19", "1.21"), "");
    assert_non_null(strstr(said, "nzscope: changes below 1.9% cannot be seen here\n")); /* √(1.01/0.99 · 1.21/1.19) */
    assert_int_equal(diff(COLS, ROW("x", "1", "0.99", "1.01"), ROW("x", "1.2", "1.19", "1.21"), "--threshold 25%"), 0);
    assert_int_equal(strncmp(line(out, 1), "slower\t", 7), 0);
    assert_non_null(strstr(said, "nothing is slower by more than 25%\n"));
    assert_int_equal(diff(COLS, ROW("x", "1", "0.99", "1.01"), ROW("x", "1.031", "1.021", "1.041"), ""), 9);
    assert_int_equal(strncmp(line(out, 1), "slower\t", 7), 0); /* but perhaps by 1% */
    assert_non_null(strstr(said, "1 slower (0 by more than 3%)\n"));
    assert_int_equal(diff(COLS, ROW("x", "1", "0.9", "1.15"), ROW("x", "1.2", "1.1", "1.3"), "--threshold 0"), 9);
    assert_non_null(strstr(said, "no verdict: it may be slower by more than 0%, as far as the intervals tell"));
    assert_int_equal(strncmp(line(out, 1), "unclear\t", 8), 0);
    assert_non_null(strstr(line(out, 1), "\t0.6923\t1.045\t\t"));
    assert_int_equal(diff(COLS, ROW("x", "1", "0.9", "1.1"), ROW("x", "1", "0.9", "1.1"), "--threshold 30%"), 0);
    assert_int_equal(diff(COLS, ROW("x", "1", "", ""), ROW("x", "9", "8.9", "9.1"), ""), 9);
    assert_non_null(strstr(line(out, 1), "unclear\t"));
    assert_non_null(strstr(line(out, 1), "\tthe old one: no interval\t"));
    /* one that its time is not in is none, whatever it would show */
    assert_int_equal(diff(COLS, ROW("x", "1", "0.99", "1.01"), ROW("x", "2", "0.1", "0.2"), ""), 9);
    assert_non_null(strstr(line(out, 1), "\tthe new one: no interval\t"));
    assert_int_equal(diff(COLS, ROW("x", "1", "0.99", "1.01"), ROW("x", "0.5", "0.49", "0.51"), "--json"), 0);
    json_t *list = json_loads(out, 0, NULL);
    assert_string_equal(json_string_value(json_object_get(json_array_get(list, 0), "verdict")), "faster");
    assert_true(json_real_value(json_object_get(json_array_get(list, 0), "ratio")) == 2);
    json_decref(list);
    /* of several the last one counts */
    assert_int_equal(diff(COLS, ROW("x", "1", "0.99", "1.01"),
                          ROW("z", "1", "0.99", "1.01") ROW("x", "7", "6.9", "7.1") ROW("x", "1", "0.99", "1.01"), ""),
                     0);
    assert_string_equal(line(out, 2), "");
    assert_non_null(strstr(said, "; 1 only in new.tsv, 1 measured again later in new.tsv\n"
                                 "nzscope: only in new.tsv: a z ×2 f64 k=1\n"));
    /* a result that fails now */
    assert_int_equal(diff(COLS, ROW("x", "1", "0.99", "1.01"), "a\t5\t5\t9\tmul\tf64\t1\tx\t2\t\t\t\t\tFAIL\n", ""), 1);
    assert_non_null(strstr(line(out, 1), "failed\t"));
    /* no verdict if half of the results leave it open; of fewer it is only said */
#define OPEN ROW("x", "1", "0.9", "1.1")
#define CLEAR(ms, lo, hi) ROW("y", ms, lo, hi) ROW("z", ms, lo, hi)
    assert_int_equal(diff(COLS, OPEN ROW("y", "1", "0.99", "1.01"), OPEN ROW("y", "0.5", "0.49", "0.51"), ""), 9);
    assert_non_null(strstr(said, "no verdict: 1 of 2 may be slower by more than 3%"));
    assert_int_equal(diff(COLS, OPEN CLEAR("1", "0.99", "1.01"), OPEN CLEAR("0.5", "0.49", "0.51"), ""), 0);
    assert_non_null(strstr(said, "nothing is clearly slower by more than 3%; 1 of 3 may be"));
}

/* Each result of a table is counted once: one of other parameters is not also "only" there. */
TEST(counts_add_up)
{
    static const char cols[] = "matrix\top\ttype\tk\tkernel\tparams\ttime_ms\tci_lo_ms\tci_hi_ms\tstatus";
    assert_int_equal(diff(cols,
                          "a\tmul\tf64\t1\tx\t\t1\t0.99\t1.01\tok\n"
                          "a\tmul\tf64\t1\ty\t\t\t\t\tFAIL\n"
                          "a\tmul\tf64\t1\tu\t\t\t\t\tunsupported\n" /* as it should be */
                          "a\tmul\tf64\t1\tw\tP=1\t1\t0.99\t1.01\tok\n",
                          "a\tmul\tf64\t1\tx\t\t1\t0.99\t1.01\tok\n"
                          "a\tmul\tf64\t1\ty\t\t1\t0.99\t1.01\tok\n"
                          "a\tmul\tf64\t1\tw\tP=2\t1\t0.99\t1.01\tok\n",
                          ""),
                     0);
    assert_non_null(
        strstr(said, "nzscope: 1 compared: 1 the same within 3%; 1 not comparable, 1 not right in old.tsv\n"));
}

/* To paste: times, how many times as fast, what it comes to. */
TEST(as_markdown)
{
    assert_int_equal(diff(COLS, ROW("x", "1", "0.99", "1.01") ROW("y", "1", "", ""),
                          ROW("y", "0.5", "", "") ROW("x", "1.2", "1.19", "1.21"), "--md"),
                     8);
    assert_int_equal(strncmp(out, "| problem | kernel | before | now | times as fast | verdict | why |\n", 66), 0);
    assert_int_equal(
        strncmp(line(out, 2),
                "| a · mul · k=1 · f64 | x ×2 | 1.00 ms | 1.20 ms | 0.81 to 0.85× | slower |  |\n"
                "| a · mul · k=1 · f64 | y ×2 | 1.00 ms | 500 µs | no figure | unclear | both: no interval |\n\n- ",
                175),
        0);
    assert_non_null(strstr(out, "\n- 2 compared: 1 slower (1 by more than 3%), 1 unclear\n"));
    assert_int_equal(diff(COLS, ROW("x", "1", "1", "1"), ROW("x", "1", "1", "1"), "--md --json"), 2);
    diff(COLS, ROW("x", "1", "0.5365", "1.2"), ROW("x", "1", "0.0249", "1"), "--md");
    assert_non_null(strstr(out, "| no figure | unclear |")); /* "0.53 to 48×" tells nothing */
}

/* What the new table lacks is a row of the diff, and no success, unless only a part was asked for. */
TEST(missing)
{
    static const char gone[] = "a\t5\t5\t9\tmul\tf64\t1\tw\t2\t\t\t\t\tFAIL\n"; /* it never was right */
    char old[800];
    snprintf(old, sizeof old, "%s%s%s", ROW("x", "1", "0.99", "1.01"), ROW("y", "2", "1.9", "2.1"), gone);
    assert_int_equal(diff(COLS, old, ROW("x", "1", "0.99", "1.01"), ""), 8);
    assert_non_null(strstr(line(out, 2), "missing\t\t2\t\ta\tmul\tf64\t1\ty\t2\t"));
    assert_string_equal(line(out, 3), "");
    assert_non_null(strstr(said, "; 1 missing, 1 only in old.tsv\n"));
    assert_non_null(strstr(said, "1 result of old.tsv is missing in new.tsv; --partial allows that\n  nzscope diff "
                                 "old.tsv new.tsv --partial\n"));
    assert_int_equal(diff(COLS, old, ROW("x", "1", "0.99", "1.01"), "--json"), 8);
    json_t *list = json_loads(out, 0, NULL);
    assert_string_equal(json_string_value(json_object_get(json_array_get(list, 1), "verdict")), "missing");
    json_decref(list);
    assert_int_equal(diff(COLS, old, ROW("x", "1", "0.99", "1.01"), "--partial"), 0);
    assert_string_equal(line(out, 2), "");
    assert_non_null(strstr(said, "; 2 only in old.tsv\nnzscope: only in old.tsv: a y ×2 f64 k=1, a w ×2 f64 k=1\n"));
    /* to read, many are one line, and to a script a row each */
#define MANY ROW("p", "1", "0.9", "1.1") ROW("q", "1", "0.9", "1.1") ROW("r", "1", "0.9", "1.1")
    assert_int_equal(diff(COLS, MANY ROW("x", "1", "1", "1") ROW("y", "1", "1", "1"), ROW("x", "1", "1", "1"), "--md"),
                     8);
    assert_null(strstr(out, "| missing |"));
    assert_non_null(strstr(out, "\n- 4 missing in new.tsv (--partial allows that): a p ×2 f64 k=1, a q ×2"));
    run("$NZ diff old.tsv new.tsv");
    assert_non_null(strstr(line(out, 5), "missing\t"));
    /* what the new table has besides: the first three by name, and how many there are; what sets them apart is named */
    static const char cols[] = "matrix\top\ttype\tk\tkernel\tcache\treorder\ttime_ms\tstatus",
                      x[] = "a\tmul\tf64\t1\tx\twarm\t\t1\tok\n";
    char new[800];
    snprintf(new, sizeof new, "%s%s", x,
             "a\tmul\tf64\t1\tx\tcold\t\t1\tok\n"
             "a\tmul\tf64\t1\tx\twarm\trcm\t1\tok\n"
             "a\tmul\tf64\t2\tx\twarm\t\t1\tok\n"
             "a\tmul\tf64\t3\tx\twarm\t\t1\tok\n");
    diff(cols, x, new, "--md");
    assert_non_null(strstr(out, "; 4 only in new.tsv\n- only in new.tsv: a x f64 k=1 cold, a x f64 k=1 rcm, a x f64 "
                                "k=2, …\n"));
    assert_null(strstr(out, "only in old.tsv"));
}

#define FLAGGED COLS "\ttime_min_ms\tflags"
#define BUSY(ms, lo, hi, least, flags)                                                                                 \
    "a\t5\t5\t9\tmul\tf64\t1\tx\t2\t\t" ms "\t" lo "\t" hi "\tok\t" least "\t" flags "\n"

/* Flags do not overrule intervals that are apart, and are named. Each reaches down to the fastest sample; other
   programs only slow a run down, so that a disturbed one may be twice as fast as that. */
TEST(flags_and_intervals)
{
    static const char old[] = BUSY("1", "0.99", "1.01", "0.98", "");
    assert_int_equal(diff(FLAGGED, old, BUSY("3", "2.9", "3.1", "2.8", "busy"), ""), 8);
    assert_non_null(strstr(line(out, 1), "slower\t0.3333\t"));
    assert_non_null(strstr(line(out, 1), "\tthe new one: the machine was busy\t"));
    assert_int_equal(diff(FLAGGED, old, BUSY("2", "1.97", "2.03", "1.9", "busy"), ""), 9); /* it may be the others */
    assert_non_null(strstr(line(out, 1), "unclear\t0.5\t"));
    assert_int_equal(diff(FLAGGED, old, BUSY("1.8", "1.79", "1.81", "1", ""), ""), 9); /* the machine has two speeds */
    assert_int_equal(diff(FLAGGED, old, BUSY("1.8", "1.79", "1.81", "1.7", ""), ""), 8);
    /* slowed down or not, it was faster than this */
    assert_int_equal(diff(FLAGGED, BUSY("2", "1.97", "2.03", "1", "busy"), BUSY("3", "2.9", "3.1", "2.9", ""), ""), 8);
    assert_int_equal(diff(FLAGGED, BUSY("1", "0.9", "1.1", "0.9", ""), BUSY("9", "5", "14", "5", "wide"), ""), 8);
    assert_non_null(strstr(line(out, 1), "\tthe new one: interval above 25%\t"));
}

/* The machine's roof for a problem is measured in each process: what it moved by is not the kernel's. */
TEST(the_roof_moved)
{
#define ROOF(ms, lo, hi, gbs, share) ROOF_FLAGGED(ms, lo, hi, gbs, share, "")
#define ROOF_FLAGGED(ms, lo, hi, gbs, share, flags)                                                                    \
    "a\t5\t5\t9\tmul\tf64\t1\tx\t2\t\t" ms "\t" lo "\t" hi "\tok\t" gbs "\t" share "\tDRAM\t" flags "\n"
    static const char cols[] = COLS "\tgbs\troof_frac\troof\tflags";
    const char *const old = ROOF("1", "0.99", "1.01", "80", "0.8"); /* of 100 GB/s */
    assert_int_equal(diff(cols, old, ROOF("1.25", "1.24", "1.26", "64", "0.64"), ""), 8);
    assert_int_equal(diff(cols, old, ROOF("1.25", "1.24", "1.26", "64", "0.8"), ""), 9); /* of 80 */
    assert_non_null(strstr(line(out, 1), "unclear\t0.8\t"));
    assert_non_null(strstr(line(out, 1), "\tthe roof (DRAM) was 0.80× as high\t"));
    assert_int_equal(diff(cols, old, ROOF("1.25", "1.24", "1.26", "64", "0.58"), ""), 8); /* of 110 */
    assert_int_equal(diff(cols, old, ROOF("0.8", "0.79", "0.81", "100", "0.8"), "--partial"), 0);
    assert_non_null(strstr(said, "1 compared: 1 unclear"));
    /* one in doubt is known to 5% */
    assert_int_equal(diff(cols, ROOF("1", "0.99", "1.01", "80", "0.8"),
                          ROOF_FLAGGED("1.06", "1.05", "1.07", "75.5", "0.755", "roof"), ""),
                     9);
    assert_non_null(strstr(line(out, 1), "\tthe roof (DRAM), in doubt, was 1.00× as high\t"));
    assert_int_equal(diff(cols, old, ROOF_FLAGGED("1.1", "1.09", "1.11", "72.7", "0.727", "roof"), ""),
                     9); /* by 2.8% */
    assert_int_equal(diff(cols, old, ROOF_FLAGGED("1.13", "1.12", "1.14", "70.8", "0.708", "roof"), ""), 8);
}

/* Of several the last one counts, unless other programs disturbed it and not a faster one before it; so it is with
   former results. */
TEST(a_disturbed_rerun)
{
    const char *const old = BUSY("1", "0.99", "1.01", "0.99", ""), *const again =
                                                                       BUSY("3", "2.9", "3.1", "2.9", "busy");
    char both[600];
    snprintf(both, sizeof both, "%s%s", old, again);
    assert_int_equal(diff(FLAGGED, old, again, ""), 8);
    assert_int_equal(diff(FLAGGED, old, both, ""), 0);
    snprintf(both, sizeof both, "%s%s", old, BUSY("3", "2.9", "3.1", "2.9", ""));
    assert_int_equal(diff(FLAGGED, old, both, ""), 8);
    for (int i = 0; i < 4; i++) {
        json_t *rows =
            json_pack("[{s:s,s:f,s:s},{s:s,s:f,s:s},{s:s,s:f,s:s,s:s}]", "status", "ok", "time_ms", 1.0, "flags",
                      i == 1 ? "busy" : "", "status", "ok", "time_ms", 2.0, "flags", "busy", "status", "ok", "time_ms",
                      i == 2 ? 0.5 : 3.0, "flags", "roof,busy", "commit", i == 3 ? "other" : "");
        json_t *row = diff_runs_together(rows);
        assert_ptr_equal(row, json_array_get(rows, i == 0 ? 0 : 2));
        json_decref(row);
        json_decref(rows);
    }
}

/* Above all else, where the two are from. */
TEST(where_from)
{
#define AT(kernel, date, host, commit) "a\tmul\tf64\t1\t" kernel "\t1\t1\t1\tok\t" date "\t" host "\t" commit "\n"
    diff("matrix\top\ttype\tk\tkernel\ttime_ms\tci_lo_ms\tci_hi_ms\tstatus\tdate\thost\tcommit",
         AT("x", "2026-11-22T10:00:00Z", "box", "abc"),
         AT("x", "2026-11-24T10:00:00Z", "box", "abd") AT("y", "2026-11-23T10:00:00Z", "cat", "abd"), "");
    assert_int_equal(strncmp(said, "nzscope: old.tsv: 1 result, 2026-11-22T10:00 · on box · commit abc\n", 65), 0);
    assert_non_null(strstr(said, "nzscope: new.tsv: 2 results, 2026-11-23T10:00 to 2026-11-24T10:00 · on box, cat · "
                                 "commit abd\n"));
}

/* Where the intervals leave less than the threshold open, that is also an answer. */
TEST(the_same)
{
    assert_int_equal(diff(COLS, ROW("x", "1", "0.995", "1.005"), ROW("x", "1.001", "0.994", "1.006"), ""), 0);
    assert_int_equal(strncmp(line(out, 1), "same\t0.999\t", 11), 0);
    assert_non_null(strstr(said, "1 compared: 1 the same within 3%\n"));
    assert_int_equal(diff(COLS, ROW("x", "1", "0.995", "1.005"), ROW("x", "1.001", "0.994", "1.006"), "--threshold 1%"),
                     9);
    assert_int_equal(strncmp(line(out, 1), "unclear\t", 8), 0);
}

/* What a kernel's parameters are by default may change from build to build: that is said, and nothing is missing. */
TEST(other_parameters)
{
#define PARAMS(params) "a\t5\t5\t9\tmul\tf64\t1\tx\t2\t" params "\t1\t0.9\t1.1\tok\n"
    static const char same[] = ROW("y", "1", "0.999", "1.001");
    char old[400], new[400];
    snprintf(old, sizeof old, "%s%s", same, PARAMS("CHUNK=64"));
    snprintf(new, sizeof new, "%s%s", same, PARAMS("CHUNK=96 PAD=auto"));
    assert_int_equal(diff(COLS, old, new, ""), 0);
    assert_non_null(strstr(out, "\tother params: CHUNK=96 PAD=auto, was CHUNK=64\t"));
    snprintf(new, sizeof new, "%s%s%s", same, PARAMS("CHUNK=96 PAD=auto"), PARAMS("CHUNK=64"));
    assert_int_equal(diff(COLS, new, old, ""), 8); /* of two that there were, one is missing */
}

/* A table beside itself, or beside one that has been appended to it: a run is not compared with itself. */
TEST(the_same_table)
{
    static const char cols[] = "matrix\top\ttype\tk\tkernel\ttime_ms\tci_lo_ms\tci_hi_ms\tstatus\tdate";
    static const char x[] = "a\tmul\tf64\t1\tx\t1\t0.5\t1.5\tok\t2026-11-22T10:00:00Z\n",
                      y[] = "a\tmul\tf64\t1\ty\t1\t0.5\t1.5\tok\t2026-11-22T10:00:01Z\n";
    char both[400];
    snprintf(both, sizeof both, "%s%s", x, y);
    assert_int_equal(diff(cols, both, both, ""), 0);
    assert_int_equal(strncmp(line(out, 1), "same run\t\t1\t1\t", 13), 0);
    assert_non_null(strstr(said, "the same table: all 2 results are the same runs\n"));
    assert_int_equal(diff(cols, x, x, ""), 0);
    assert_non_null(strstr(said, "the same table: its result is the same run\n"));
    assert_int_equal(diff(cols, both, x, ""), 8); /* what is missing is no success beside it, either */
    assert_non_null(strstr(said, "1 result of old.tsv is missing in new.tsv"));
    assert_int_equal(diff(cols, x, both, ""), 0);
    assert_non_null(strstr(said, "nzscope: 0 compared; 1 the same run, 1 only in new.tsv\n"));
    assert_non_null(strstr(said, "nothing was compared: all that the tables have in common are the same runs\n"));
}

/* - is the standard input, once, and nowhere but in the shell. */
TEST(from_a_pipe)
{
    assert_int_equal(diff(COLS, ROW("x", "1", "0.99", "1.01"), ROW("x", "1.2", "1.19", "1.21"), ""), 8);
    assert_int_equal(run("$NZ diff old.tsv - <new.tsv"), 8);
    assert_int_equal(
        diff(COLS, ROW("x", "1", "0.99", "1.01"), ROW("x", "1.2", "1.19", "1.21") ROW("y", "1", "", ""), ""), 8);
    assert_int_equal(run("$NZ diff - new.tsv <old.tsv"), 8);
    assert_non_null(strstr(said, "; 1 only in new.tsv\n"));
    assert_int_equal(diff(COLS, ROW("x", "1", "0.99", "1.01"), ROW("x", "1.2", "1.19", "1.21"), ""), 8);
    assert_int_equal(run("$NZ diff old.tsv - <new.tsv"), 8);
    assert_non_null(strstr(said, "nzscope: 1 compared: 1 slower (1 by more than 3%)\n"));
    fails(2, "- is the standard input, which is one table, not both", "$NZ diff - - <new.tsv");
    fails(2, "- is the standard input, from which the prompt reads", "echo diff - new.tsv | $NZ prompt");
}

/* A reader that goes away is no error, however much was printed before. */
TEST(reader_gone)
{
    runs("{ printf '%s\\n'; i=0; while [ $i -lt 3000 ]; do i=$((i+1)); printf 'a\\t5\\t5\\t9\\tmul\\tf64"
         "\\t%%d\\tx\\t2\\t\\t1\\t1\\t1\\tok\\n' $i; done; } >long.tsv",
         COLS);
    runs("{ $NZ diff long.tsv long.tsv; echo status $? >&2; } | head -1");
    assert_null(strstr(said, "cannot write"));
    assert_non_null(strstr(said, "status 0\n"));
}

/* What is printed for old.tsv and new.tsv on a terminal of so many columns; returns the status. */
static int on_a_terminal(int cols, char *text, size_t room)
{
    struct winsize size = { .ws_row = 24, .ws_col = (unsigned short)cols };
    size_t used = 0;
    int fd, status;
    pid_t pid = forkpty(&fd, NULL, NULL, &size);
    if (pid == 0) {
        execl(program, "nzscope", "diff", at("old.tsv"), at("new.tsv"), (char *)NULL);
        _exit(127);
    }
    for (ssize_t n; (n = read(fd, text + used, room - 1 - used)) > 0; used += (size_t)n) {
    }
    close(fd);
    assert_true(waitpid(pid, &status, 0) == pid && WIFEXITED(status));
    text[used] = 0;
    for (char *p = text; *p; p++)
        *p = *p == '\r' ? ' ' : *p;
    return WEXITSTATUS(status);
}

/* A line a result under its problem, what matters last. */
TEST(shown)
{
    static const char *const wanted[] = {
        "a · mul · k=1 · f64 ",
        "  unclear   0.75 to 1.34×    1.00 ms →  1.00 ms  cpu.csr.of.a.long.name ×2 ",
        "  unclear       no figure    2.00 ms →  1.00 ms  y ×2 ",
        "    ! the old one: no interval ",
        " ",
        "b · mul · k=1 · f64 ",
        "  failed                     1.00 ms →        –  x ×2 ",
        "    ! FAIL ",
        " ",
        "a · mul · k=1 · f64 ",
        "  slower   0.098 to 0.11×    1.00 ms →  10.0 ms  x ×2 ",
        "nzscope: 4 compared: ",
    };
    char text[8192];
    diff(COLS,
         ROW("x", "1", "0.99", "1.01") ROW("cpu.csr.of.a.long.name", "1", "0.9", "1.1")
             ROW("y", "2", "", "") "b\t5\t5\t9\tmul\tf64\t1\tx\t2\t\t1\t1\t1\tok\n",
         "b\t5\t5\t9\tmul\tf64\t1\tx\t2\t\t\t\t\tFAIL\n" ROW("x", "10", "9.99", "10.01")
             ROW("cpu.csr.of.a.long.name", "1", "0.9", "1.1") ROW("y", "1", "0.9", "1.1"),
         "");
    assert_int_equal(on_a_terminal(80, text, sizeof text), 1);
    for (size_t i = 0; i < COUNT(wanted); i++)
        if (strncmp(line(text, (int)i), wanted[i], strlen(wanted[i])) != 0)
            fail_msg("line %zu of\n%s\nis not '%s'", i, text, wanted[i]);
    assert_int_equal(on_a_terminal(60, text, sizeof text), 1); /* names before times */
    assert_non_null(strstr(text, "\n  unclear   0.75 to 1.34×   cpu.csr.of.a.long.name ×2 \n"));
    diff(COLS, ROW("peer.librsb.tuned", "2", "", ""), ROW("peer.librsb.tuned", "1", "0.9", "1.1"), "");
    assert_int_equal(on_a_terminal(40, text, sizeof text), 9); /* and before intervals */
    assert_non_null(strstr(text, "\n  unclear      –   peer.librsb.tuned ×2 \n"));
    diff(COLS, ROW("x", "1", "", ""), ROW("x", "1", "", ""), "");
    assert_int_equal(on_a_terminal(80, text, sizeof text), 9);
    assert_non_null(strstr(text, " as far as the intervals \n  tell; measure again on a quiet machine"));
}

#define OF_CPU(date, ms, commit)                                                                                       \
    "a\tmul\tf64\t1\tcpu.csr.omp\tcpu\t" ms "\t" ms "\t" ms "\tok\t2026-11-22T10:00:" date "Z\t" commit "\n"
#define FOUR(a, b, c, d, commit)                                                                                       \
    OF_CPU("01", a, commit) OF_CPU("03", b, commit) OF_CPU("05", c, commit) OF_CPU("07", d, commit)

/* Two processes on a CPU differ by up to a third whatever their intervals, unless several of each show by how much. */
TEST(runs_on_a_cpu)
{
    static const char cols[] = "matrix\top\ttype\tk\tkernel\tdevice\ttime_ms\tci_lo_ms\tci_hi_ms\tstatus\tdate\tcommit";
    static const struct {
        const char *old, *new, *said;
        int status;
    } cases[] = {
        { OF_CPU("01", "24", "1f"), OF_CPU("02", "31", "2e"), "unclear\t0.7742\t24\t31\t", 9 },
        { OF_CPU("01", "31", "1f"), OF_CPU("02", "24", "2e"), "unclear\t1.292\t31\t24\t", 9 },
        { OF_CPU("01", "24", "1f"), OF_CPU("02", "33", "2e"), "slower\t0.7273\t24\t33\t", 8 },
        { OF_CPU("01", "24", "1f"), OF_CPU("02", "24", "2e"), "unclear\t1\t24\t24\t", 9 }, /* nor the same */
        /* the medians of four runs each, none among the others */
        { FOUR("24", "25", "26", "25", "1f"), FOUR("29", "30", "31", "28", "2e"), "slower\t0.8475\t25\t29.5\t", 8 },
        { FOUR("24", "25", "26", "29", "1f"), FOUR("29", "30", "31", "28", "2e"), "unclear\t0.8644\t25.5\t29.5\t", 9 },
        { FOUR("24", "24.1", "24", "24", "1f"), FOUR("24", "24", "24.1", "24.1", "2e"), "same\t0.9979\t24\t24.05\t",
          0 },
        /* three are too few, and runs of another commit do not count */
        { OF_CPU("01", "24", "1f") OF_CPU("02", "25", "1f") OF_CPU("03", "26", "1f"),
          FOUR("29", "30", "31", "28", "2e"), "unclear\t", 9 },
        { OF_CPU("01", "24", "1f") OF_CPU("02", "25", "1f") OF_CPU("03", "26", "1f"),
          OF_CPU("01", "30", "2e") OF_CPU("02", "30", "2e") OF_CPU("03", "30", "2e"), "unclear\t", 9 },
        { FOUR("24", "25", "26", "25", "1f"), FOUR("29", "30", "31", "28", "3d") OF_CPU("09", "29", "2e"), "unclear\t",
          9 },
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        const int status = diff(cols, cases[i].old, cases[i].new, "");
        if (status != cases[i].status || strncmp(line(out, 1), cases[i].said, strlen(cases[i].said)) != 0)
            fail_msg("case %zu ended with %d: %s%s", i, status, line(out, 1), said);
        if (!strstr(said, "on a CPU two runs of the same code") != (cases[i].status != 9 || i == 5))
            fail_msg("case %zu said: %s", i, said);
    }
    diff(cols, cases[4].old, cases[4].new, "");
    assert_non_null(strstr(out, "\t4 runs before, 4 now, by the fastest sample of each\t"));
    assert_null(strstr(said, "measured again later"));
    /* a measurement is one run, however many its batch has */
    json_t *one = json_pack("{s:s,s:f,s:f,s:f,s:i}", "kernel", "cpu.csr.omp", "time_ms", 24.0, "ci_lo_ms", 24.0,
                            "ci_hi_ms", 24.0, "runs", 50),
           *other = json_deep_copy(one);
    for (int i = 0; i < 3; i++)
        json_object_set_new(other, (const char *[]){ "time_ms", "ci_lo_ms", "ci_hi_ms" }[i], json_real(31));
    assert_int_equal(diff_versus(one, other, 0.03).is, UNCLEAR);
    json_decref(one);
    json_decref(other);
    diff(cols, cases[9].old, cases[9].new, "");
    assert_non_null(strstr(said, "; 4 measured again later in new.tsv\n"));
}

#define PLACED                                                                                                         \
    "matrix\top\ttype\tk\tkernel\ttime_ms\tci_lo_ms\tci_hi_ms\tstatus\tflags\thost\tprocessor\tlibraries\tversion"
#define ON(type, ms, flags, host, cpu, lib, version)                                                                   \
    "a\tmul\t" type "\t1\tx\t" ms "\t" ms "\t" ms "\tok\t" flags "\t" host "\t" cpu "\t" lib "\t" version "\n"

/* Machines, types, libraries and versions are never compared silently. */
TEST(never_silently)
{
    static const char *const other[] = {
        ON("f64", "9", "", "here", "CPU 1", "lib 1", "0.1.0"), ON("f64", "9", "", "there", "CPU 1", "lib 1", "0.1.0"),
        ON("f64", "9", "", "here", "CPU 2", "lib 1", "0.1.0"), ON("f64", "9", "", "here", "CPU 1", "lib 2", "0.1.0"),
        ON("f64", "9", "", "here", "CPU 1", "lib 1", "0.2.0"), ON("f32", "9", "", "here", "CPU 1", "lib 1", "0.1.0"),
    };
    static const char *const why[] = { "",
                                       "\tother machine: there, was here\t",
                                       "\tother machine: CPU 2, was CPU 1\t",
                                       "\tother library: lib 2, was lib 1\t",
                                       "\tother version: 0.2.0, was 0.1.0\t",
                                       "\tother type: f32, was f64\t" };
    char text[2000];
    for (int i = 0; i < 6; i++) {
        int status = diff(PLACED, ON("f64", "1", "", "here", "CPU 1", "lib 1", "0.1.0"), other[i], "");
        assert_int_equal(status, i == 0 ? 8 : 3);
        assert_non_null(strstr(line(out, 1), i == 0 ? "slower\t" : "not comparable\t\t1\t9\t"));
        assert_non_null(strstr(line(out, 1), why[i]));
        assert_true(i == 0 || strstr(said, "nothing was compared: all results in common are of another machine"));
        assert_int_equal(run("$NZ diff old.tsv new.tsv --any-machine"), i == 5 ? 3 : 8);
    }
    assert_int_equal(diff(PLACED, ON("f64", "1", "", "", "", "", ""), other[0], ""), 8); /* where both name it */
    assert_non_null(strstr(said, "not known to be the same, since the tables do not both name it: host, processor, "
                                 "device, libraries, version\n"));
    assert_int_equal(
        diff(PLACED, ON("f64", "1", "", "here", "", "", ""), ON("f64", "9", "roof,busy", "here", "", "", ""), ""), 8);
    assert_non_null(strstr(line(out, 1), "slower\t"));
    assert_non_null(strstr(line(out, 1), "\tthe new one: the machine was busy\t"));
    assert_int_equal(diff(COLS "\tflags", "a\t5\t5\t9\tmul\tf64\t1\tx\t2\t\t1\t1\t1\tok\t\n",
                          "a\t5\t5\t9\tmul\tf64\t1\tx\t2\t\t1\t0\t9\tok\twide\n", ""),
                     9);
    assert_non_null(strstr(line(out, 1), "\tthe new one: interval above 25%\t"));
    assert_int_equal(diff(COLS "\tflags", "a\t5\t5\t9\tmul\tf64\t1\tx\t2\t\t1\t0\t9\tok\twide\n",
                          "a\t5\t5\t9\tmul\tf64\t1\tx\t2\t\t1\t0\t8\tok\twide\n", ""),
                     9);
    assert_non_null(strstr(line(out, 1), "\tboth: interval above 25%\t"));
    assert_int_equal(diff(COLS "\tflags", "a\t5\t5\t9\tmul\tf64\t1\tx\t2\t\t1\t1\t1\tok\t\n",
                          "a\t5\t5\t9\tmul\tf64\t1\tx\t2\t\t1\t0\t9\tok\twide\n", ""),
                     9);
    assert_int_equal(on_a_terminal(40, text, sizeof text), 9);
    assert_non_null(strstr(text, "\n    ! the new one: interval above 25% \n"));
}

TESTS(prepare, clean)
