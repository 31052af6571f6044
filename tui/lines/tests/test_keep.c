/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_keep: bench --keep, former results beside current ones, and how much is kept. */
#include <time.h>

#include "tui/canvas/canvas.h"
#include "tui/lines/tests/program.h"
#include "tui/results/baseline.h"
#include "tui/results/kept.h"

#define BENCH "$NZ bench gen:diag:5 --kernel cpu.csr.serial --samples 3 "

/* A kernel that does not fit hides no regression of another. */
TEST(a_refusal_hides_no_regression)
{
#define BOTH "$NZ bench gen:diag:500 --kernel cpu.group.rows,cpu.csr.serial --samples 3 "
    assert_int_equal(run(BOTH "-o both.tsv"), 7);
    runs("awk -F'\t' -v OFS='\t' 'NR == 1 { for (i = 1; i <= NF; i++) if ($i ~ /_ms$/) ms[i] } NR > 1 { for (i in ms) "
         "if ($i != \"\") $i /= 1000 } { print }' both.tsv >fast.tsv");
    fails(8, "1 result is slower than in fast.tsv by more than 5%", BOTH "--baseline fast.tsv --threshold 5%");
    assert_non_null(strstr(said, "cpu.group.rows is left out"));
}

/* Runs that diff may count as several are of several processes; all of them are in the one table. */
TEST(bench_repeats)
{
    runs("printf '#!/bin/sh\\necho >>starts\\nexec %%s-engine\\n' $NZ >counting && chmod +x counting && "
         "$NZ bench gen:diag:5 gen:diag:4 --kernel cpu.csr.serial --samples 3 --engine ./counting --repeat 3 "
         "-o thrice.tsv && cut -f1 thrice.tsv && wc -l <starts");
    assert_string_equal(out, "matrix\ndiag:5\ndiag:5\ndiag:5\ndiag:4\ndiag:4\ndiag:4\n5\n");
    assert_null(strstr(said, "restarting"));
    run(BENCH "--repeat 2 --baseline thrice.tsv -o twice.tsv"); /* compared with a table, they took no turns */
    run("$NZ diff thrice.tsv twice.tsv");
    assert_non_null(strstr(out, "3 runs before, 2 now"));
    fails(2, "--repeat", BENCH "--repeat 0");
    fails(2, "--compare-engine does not go with --repeat", BENCH "--repeat 2 --compare-engine ./counting");
    fails(2, "give it in the shell", "echo 'bench gen:diag:5 --repeat 2' | $NZ prompt");
}

TEST(bench_keeps)
{
    char day[16];
    time_t now = time(NULL);
    struct tm tm;
    localtime_r(&now, &tm);
    strftime(day, sizeof day, "%Y-%m-%d", &tm);
    runs("export XDG_STATE_HOME=$PWD/state; " BENCH "&& test ! -e state/nzscope/runs && " BENCH
         "--keep -k 1,2 && " BENCH "--keep && cat state/nzscope/runs/*");
    char kept[200];
    snprintf(kept, sizeof kept,
             "nzscope: kept in %s/state/nzscope/runs/%s.tsv; to compare with another day: nzscope diff %s DATE\n",
             folder, day, day);
    const char *notice = strstr(said, kept);
    assert_true(notice && strstr(notice + 1, kept)); /* of the two that keep */
    const char *table = strstr(strstr(out, HEADER) + 1, HEADER);
    table = strstr(table + 1, HEADER); /* the three of the runs, then the table */
    table = strstr(table + 1, HEADER);
    assert_non_null(table);
    assert_int_equal(strncmp(line(table, 3), "diag:5\t", 7), 0); /* three rows below one header */
    assert_string_equal(line(table, 4), "");
    /* of the day, or of a file */
    runs("XDG_STATE_HOME=$PWD/state; export XDG_STATE_HOME; " BENCH "--baseline %s", day);
    assert_non_null(strstr(said, "nzscope: diag:5 cpu.csr.serial f64 k=1: "));
    assert_non_null(strstr(said, day));
    runs("XDG_STATE_HOME=$PWD/state $NZ diff %s %s", day, day);
    assert_non_null(strstr(said, "nzscope: the same table: all 2 results are the same runs\n"));
    runs("XDG_STATE_HOME=$PWD/state; export XDG_STATE_HOME; $NZ complete 'diff '; "
         "$NZ complete 'bench x --baseline 2'; $NZ complete 'bench 2'");
    char words[100];
    snprintf(words, sizeof words, "%s\n/\n%s\n/\n/\n", day, day);
    assert_string_equal(out, words);
    runs(BENCH "-o was.tsv && " BENCH "--md --baseline was.tsv");
    assert_non_null(strstr(out, "\n- diag:5 cpu.csr.serial f64 k=1: "));
    assert_non_null(strstr(out, " (was.tsv)\n"));
    assert_null(strstr(said, "has none of these"));
    static const char turn[] = "$NZ bench gen:diag:5 --kernel cpu.transpose.serial --op transpose --samples 1 ";
    runs("%s -o was.tsv --force && %s --baseline was.tsv", turn, turn);
    assert_non_null(strstr(said, "nzscope: diag:5 cpu.transpose.serial f64: ")); /* it has no k */
    runs(BENCH "-o was.tsv --force");
    runs(BENCH "-k 3 --baseline was.tsv");
    assert_non_null(strstr(said, "the baseline was.tsv has none of these results"));
    runs(BENCH "-k 1,2,4,5 -o was.tsv --force && " BENCH "-k 2,3,5 --baseline was.tsv");
    assert_non_null(strstr(said, ": 2 compared with was.tsv: "));
    assert_non_null(strstr(said, ": 1 result is not in the baseline was.tsv: diag:5 cpu.csr.serial f64 k=3\n"));
    assert_non_null(strstr(said, ": 2 results were not measured, but are in the baseline was.tsv: diag:5 "
                                 "cpu.csr.serial f64 k=1, diag:5 cpu.csr.serial f64 k=4\n"));
    char reason[100];
    snprintf(reason, sizeof reason, "cannot read 2001-01-01: No such file or directory; days kept: %s", day);
    fails(3, reason, "XDG_STATE_HOME=$PWD/state; export XDG_STATE_HOME; " BENCH "--baseline 2001-01-01");
    write_file("none.tsv", "what\n");
    fails(3, "none.tsv:1: not a table of bench", BENCH "--baseline none.tsv");
    /* a folder that cannot be made keeps nobody from measuring, but is a failure */
    fails(3, "results cannot be kept", "XDG_STATE_HOME=/proc/nowhere " BENCH "--keep");
    assert_non_null(strstr(out, "\tok\t"));
    fails(3, "results cannot be kept: neither XDG_STATE_HOME nor HOME names a folder",
          "unset HOME XDG_STATE_HOME; " BENCH "--keep");
}

TEST(oldest_go)
{
    static const char *const days[] = { "2026-01-03.tsv", "2026-01-01.tsv", "2026-01-02.tsv" };
    runs("mkdir -p days && cd days && head -c 1000 /dev/zero >notes && mkdir 2025-01-01.tsv");
    for (int i = 0; i < 3; i++)
        runs("head -c 1000 /dev/zero >days/%s", days[i]);
    kept_prune(at("days"), 3000);
    prints("5\n", "ls days | wc -l");
    kept_prune(at("days"), 2999);
    prints("2025-01-01.tsv\n2026-01-02.tsv\n2026-01-03.tsv\nnotes\n", "ls days");
    kept_prune(at("days"), 0); /* the newest stays */
    prints("2025-01-01.tsv\n2026-01-03.tsv\nnotes\n", "ls days");
    kept_prune(at("nowhere"), 0);
}

/* A former result beside a current one. */
TEST(beside_former)
{
    static const struct {
        const char *former, *text, *flags, *brief; /* NULL: as the text */
    } cases[] = {
        { "2\t1.9\t2.1\there", "2.00 times as fast", "", NULL },
        { "0.5\t0.49\t0.51\there", "0.50 times as fast", "", NULL },
        { "2\t1.4\t3\there", "1.38 to 3.04 times as fast; the old one: interval above 25%", "wide", "1.38 to 3.04×" },
        { "0.2\t0.1\t0.4\there", "at most 0.41 times as fast; the old one: interval above 25%", "wide",
          "at most 0.41×" },
        { "1\t0.9\t1.1\there", "unclear 0.89 to 1.12×", "", NULL },
        { "1\t0.1\t2\there", "too disturbed to compare", "", "too disturbed" },
        { "1\t0.9\t9\there", "too disturbed to compare", "", "too disturbed" },
        { "1.01\t1\t1.015\there", "the same within 3%", "", NULL },
        { "2\t\t\there", "unclear; the old one: no interval", "", "unclear: no interval" },
        { "2\t1.9\t2.1\there", "2.00 times as fast; the old one: the machine was busy, interval above 25%", "busy,wide",
          "2.00 times as fast" },
        { "1\t0.9\t1.1\there", "unclear 0.89 to 1.12×; the old one: interval above 25%", "wide",
          "unclear 0.89 to 1.12×" },
        { "2\t\t\there", "unclear; the old one: too few blocks of samples for an interval", "blocks",
          "unclear: few blocks" },
        { "2\t1.9\t2.1\tthere", "other machine: here, was there", "", "other machine" },
    };
    json_t *now =
        json_pack("{s:s,s:s,s:s,s:s,s:s,s:f,s:f,s:f,s:s}", "matrix", "a", "op", "mul", "type", "f64", "kernel", "x",
                  "status", "ok", "time_ms", 1.0, "ci_lo_ms", 0.99, "ci_hi_ms", 1.01, "host", "here");
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct baseline b = { 0 };
        char table[300], text[200];
        snprintf(table, sizeof table,
                 "matrix\top\ttype\tkernel\tstatus\ttime_ms\tci_lo_ms\tci_hi_ms\thost\tflags\n"
                 "a\tmul\tf64\tx\tok\t%s\t%s\na\tmul\tf64\ty\tok\t1\t1\t1\there\t\n",
                 cases[i].former, cases[i].flags);
        write_file("was.tsv", table);
        assert_true(baseline_load(&b, at("was.tsv"), NULL));
        assert_string_equal(b.source, "was.tsv");
        assert_string_equal(baseline_text(baseline_find(&b, now), now, false, text, sizeof text), cases[i].text);
        assert_string_equal(baseline_text(baseline_find(&b, now), now, true, text, sizeof text),
                            cases[i].brief ? cases[i].brief : cases[i].text);
        assert_in_range(canvas_width(text), 1, 22);
        assert_false(baseline_load(&b, at("nothing.tsv"), NULL)); /* what was there stays */
        assert_non_null(baseline_find(&b, now));
        baseline_drop(&b);
        assert_null(baseline_find(&b, now));
    }
    json_decref(now);
}

/* Of a table that has the run itself and a later one, what came before it counts. */
TEST(not_itself)
{
    static const char *const dates[] = { "10:00:00Z", "10:00:09Z", "11:00:00Z", "12:00:00Z" };
    struct baseline b = { 0 };
    write_file("day.tsv", "matrix\top\ttype\tkernel\tstatus\ttime_ms\tdate\n"
                          "a\tmul\tf64\tx\tok\t3\t2026-11-22T10:00:00Z\n"
                          "a\tmul\tf64\tx\tok\t2\t2026-11-22T11:00:00Z\n"
                          "a\tmul\tf64\tx\tok\t1\t2026-11-22T11:00:00Z\n");
    assert_true(baseline_load(&b, at("day.tsv"), NULL));
    for (int i = 0; i < 4; i++) {
        char date[40];
        snprintf(date, sizeof date, "2026-11-22T%s", dates[i]);
        json_t *now = json_pack("{s:s,s:s,s:s,s:s,s:s,s:f,s:s}", "matrix", "a", "op", "mul", "type", "f64", "kernel",
                                "x", "status", "ok", "time_ms", i == 0 ? 3.0000004 : 1.0, "date", date);
        const json_t *former = baseline_find(&b, now);
        assert_int_equal(former ? (int)json_number_value(json_object_get(former, "time_ms")) : 0, i == 0 ? 0 : 4 - i);
        json_decref(now);
    }
    baseline_drop(&b);
}

/* Several former runs of one build stand together, as in diff; later ones do not. */
TEST(several_former_runs)
{
    struct baseline b = { 0 };
    char text[300];
    write_file("day.tsv", "matrix\top\ttype\tkernel\tstatus\ttime_ms\tci_lo_ms\tci_hi_ms\tcommit\tdate\n"
                          "a\tmul\tf64\tx\tok\t3\t2.9\t3.1\tc\t2026-11-22T10:00:00Z\n"
                          "a\tmul\tf64\tx\tok\t2\t1.9\t2.1\tc\t2026-11-22T11:00:00Z\n"
                          "a\tmul\tf64\tx\tok\t9\t8.9\t9.1\tc\t2026-11-22T12:00:00Z\n"
                          "a\tmul\tf64\tx\tok\t1\t0.9\t1.1\tc\t2026-11-22T14:00:00Z\n");
    assert_true(baseline_load(&b, at("day.tsv"), NULL));
    json_t *now =
        json_pack("{s:s,s:s,s:s,s:s,s:s,s:f,s:f,s:f,s:s}", "matrix", "a", "op", "mul", "type", "f64", "kernel", "x",
                  "status", "ok", "time_ms", 1.0, "ci_lo_ms", 0.99, "ci_hi_ms", 1.01, "date", "2026-11-22T13:00:00Z");
    assert_string_equal(baseline_text(baseline_find(&b, now), now, false, text, sizeof text),
                        "at least 1.88 times as fast; 3 runs before, 1 now");
    json_decref(now);
    baseline_drop(&b);
}

/* With --threshold a bench is a gate: what is clearly slower than it was ends with status 8, what cannot be told with
   9. */
TEST(slower_than_the_baseline)
{
    static const char bench[] = "$NZ bench gen:diag:500 --kernel cpu.csr.serial --threads 1 --samples 3";
    static const char scale[] =
        "awk -F '\\t' -v OFS='\\t' 'NR > 1 { for (i = 18; i <= 22; i++) $i *= %s; $38 = \"\" } 1'";
    char command[400];
    runs("%s -o now.tsv", bench);
    for (int slower = 0; slower < 2; slower++) {
        snprintf(command, sizeof command, scale, slower ? "1e-6" : "1e6");
        runs("%s now.tsv >was.tsv", command);
        assert_int_equal(run("%s --baseline was.tsv --threshold 3%%", bench), slower ? 8 : 0);
        assert_true(!slower == !strstr(said, "1 result is slower than in was.tsv by more than 3%\n"));
        assert_int_equal(run("%s --baseline was.tsv", bench), 0);
    }
    runs("awk -F '\\t' -v OFS='\\t' 'NR > 1 { $21 /= 1000; $22 *= 1000; $38 = \"\" } 1' now.tsv >was.tsv");
    assert_int_equal(run("%s --baseline was.tsv --threshold 3%%", bench), 9);
    assert_non_null(strstr(said, "no verdict: it may be slower than in was.tsv by more than 3%, as far as"));
    assert_int_equal(run("%s --baseline was.tsv", bench), 0);
    assert_non_null(strstr(said, "diag:500 cpu.csr.serial f64 k=1: too disturbed to compare"));
    runs("%s -k 1,2 -o now.tsv --force; awk -F '\\t' -v OFS='\\t' 'NR > 1 { $21 /= 1000; $22 *= 1000; $38 = \"\" } 1' "
         "now.tsv >was.tsv",
         bench);
    runs("%s -k 1,2 --baseline was.tsv", bench); /* several on one line */
    assert_non_null(
        strstr(said, "unclear: diag:500 cpu.csr.serial f64 k=1, diag:500 cpu.csr.serial f64 k=2; measure "));
    assert_null(strstr(said, "too disturbed"));
    assert_int_equal(strncmp(field(line(out, 2), 60), "unclear", 7), 0);
    runs("sed 's/diag:500/diag:501/' now.tsv >was.tsv");
    assert_int_equal(run("%s --baseline was.tsv --threshold 3%%", bench), 3);
    assert_non_null(strstr(said, "nothing was compared: the baseline was.tsv has none of these results\n"));
    fails(2, "--threshold says what is slower than in --baseline FILE", "$NZ bench gen:diag:5 --threshold 3%");
}

/* The columns of a comparison hold what the sentence says: what a baseline lacks, or what ran elsewhere, has no ratio.
 */
TEST(a_baseline_fills_the_columns_of_a_comparison)
{
    static const char bench[] = "$NZ bench gen:diag:500 --kernel cpu.csr.serial --threads 1 -k 1,2 --samples 3";
    static const char compared[] =
        "%s --baseline was.tsv %s --columns k,versus,verdict,ratio,ratio_lo,ratio_hi -o now.%s --force";
    runs("%s -o before.tsv", bench);
    runs("awk -F '\t' -v OFS='\t' 'NR == 1 { print } NR > 1 && $7 == 1 { for (i = 18; i <= 22; i++) $i *= 1e6; $38 = "
         "\"\"; "
         "$23 /= 1e6; $24 /= 1e6; $25 /= 1e6; $26 /= 1e6; print }' before.tsv >was.tsv");
    runs(compared, bench, "", "tsv");
    runs("cat now.tsv");
    double lo = 0, ratio = 0, hi = 0;
    if (sscanf(line(out, 1), "1\twas.tsv\tfaster\t%lf\t%lf\t%lf\n", &ratio, &lo, &hi) != 3)
        fail_msg("it printed '%s'", out);
    assert_true(1 < lo && lo <= ratio && ratio <= hi);
    assert_int_equal(strncmp(line(out, 2), "2\twas.tsv\t\t\t\t\n", 14), 0);
    runs(compared, bench, "", "csv");
    shows("\n1,was.tsv,faster,", "cat now.csv");
    runs(compared, bench, "", "json");
    shows("\"versus\": \"was.tsv\",\"verdict\": \"faster\",\"ratio\": ",
          "cat now.json | tr -d '\\n' | sed 's/,  */,/g'");
    runs("%s --baseline was.tsv --md", bench);
    assert_non_null(strstr(out, "× was.tsv | faster |"));
    /* what is kept is the run, not what it was compared with */
    runs("XDG_STATE_HOME=$PWD/compared; export XDG_STATE_HOME; %s --keep --baseline was.tsv >/dev/null; "
         "cat compared/nzscope/runs/*",
         bench);
    assert_null(strstr(out, "was.tsv"));
    runs("sed 's/\\t'$(uname -n)'\\t/\\tanother\\t/' was.tsv >elsewhere.tsv");
    runs("%s --baseline elsewhere.tsv --columns k,verdict,ratio", bench);
    assert_int_equal(strncmp(line(out, 1), "1\tnot comparable\t\n", 18), 0);
}

TESTS(prepare, clean)
