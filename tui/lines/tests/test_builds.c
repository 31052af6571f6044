/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_builds: two builds of the engine in turns on the same problems. */
#include "tui/lines/tests/program.h"

enum { VERSUS = 56, RATIO, LO, HI, VERDICT, ENGINE };

/* The engine beside itself: two rows of each problem, whose ratios are each other's inverse, and a sentence. */
TEST(an_engine_beside_itself)
{
    runs("$NZ bench gen:diag:500 --kernel cpu.csr.serial -k 1,2 --samples 1 "
         "--compare-engine \"$(dirname $NZ)/nzscope-engine\"");
    for (int k = 1; k <= 2; k++) {
        const char *ours = line(out, 2 * k - 1), *theirs = line(out, 2 * k);
        const double ratio = atof(field(ours, RATIO)), lo = atof(field(ours, LO)), hi = atof(field(ours, HI));
        assert_int_equal(atoi(field(ours, 6)), k);
        assert_int_equal(atoi(field(theirs, 6)), k);
        if (lo > 0 && *field(ours, HI)) /* on a busy machine either end may be missing */
            assert_true(lo <= ratio && ratio <= hi);
        assert_true(fabs(atof(field(theirs, RATIO)) * ratio - 1) < 1e-4);
        assert_int_equal(strncmp(field(theirs, VERSUS), "this engine", 11), 0);
        assert_non_null(strstr(field(ours, VERSUS), "nzscope-engine"));
        assert_int_equal(strncmp(field(ours, ENGINE), "this engine", 11), 0);
        assert_non_null(strstr(field(theirs, ENGINE), "nzscope-engine"));
        assert_true(*field(ours, VERDICT) && *field(theirs, VERDICT));
        assert_int_equal(atoi(field(ours, 29)), 12); /* blocks: the rounds */
    }
    assert_string_equal(line(out, 5), "");
    assert_non_null(strstr(said, "nzscope: diag:500 cpu.csr.serial f64 k=2: "));
    runs("$NZ bench gen:diag:500 --kernel cpu.csr.serial --samples 1 --md "
         "--compare-engine \"$(dirname $NZ)/nzscope-engine\"");
    assert_non_null(strstr(out, "\n- diag:500 cpu.csr.serial f64 k=1: "));
    assert_non_null(strstr(out, " | times as fast | verdict | engine |\n"));
    assert_non_null(strstr(out, " | this engine"));
}

/* The engine behind sed, which changes what it says. */
#define BEHIND(options, sed)                                                                                           \
    "$NZ " options " bench gen:diag:500 --kernel cpu.csr.serial --samples 1 --compare-engine "                         \
    "\"sh -c '$(dirname $NZ)/nzscope-engine | sed -u " sed "'\""
#define BESIDE(options, sed) BEHIND(options, "s/" sed "/g")

TEST(what_only_one_engine_measures_is_said)
{
    fails(3, "nothing was compared", BESIDE("", ":500,/:499,"));
    assert_non_null(strstr(said, "not compared, only this engine"));
    assert_non_null(strstr(said, "not compared, only sh"));
    fails(3, "nothing was compared", BESIDE("", "time_ms/time_was"));
    assert_string_equal(out, "");
}

/* Rounds that leave a slowdown open are no pass. */
TEST(a_slowdown_left_open)
{
    const int status = run("$NZ bench gen:diag:500 --kernel cpu.csr.serial --samples 1 --threshold 0.001%% "
                           "--compare-engine \"$(dirname $NZ)/nzscope-engine\"");
    const char *verdict = field(line(out, 1), VERDICT);
    if (strncmp(verdict, "faster", 6) != 0 && strncmp(verdict, "slower", 6) != 0) {
        assert_int_equal(status, 9);
        assert_non_null(strstr(said, "no verdict: it may be slower by more than 0.001%"));
    }
}

/* The speedup belongs to the times beside it, whatever a round had. */
TEST(speedups_are_those_of_all_rounds)
{
    runs(BESIDE("", "\"speedup\":1/\"speedup\":7"));
    for (int i = 1; i <= 2; i++)
        assert_string_equal(field(line(out, i), 26), "1");
}

/* The other engine says of each round that the machine was busy. */
TEST(busy_rounds_are_compared_by_their_fastest_samples)
{
    write_file("busy.sed", "s/\"flags\"/\"was\"/\ns/\"repeats\"/\"flags\":[\"busy\"],\"repeats\"/\n");
    runs(BEHIND("", "-f busy.sed"));
    assert_non_null(strstr(said, "by their fastest samples"));
    write_file("whole.sed", "s/\"flags\"/\"was\"/\ns/\"ci_lo_ms\":[^,]*/\"ci_lo_ms\":0/\n"
                            "s/\"repeats\"/\"flags\":[\"busy\"],\"repeats\"/\n");
    runs(BEHIND("", "-f whole.sed")); /* no bound on what the other takes undisturbed: its row lacks that end */
    assert_string_equal(field(line(out, 1), LO), "0");
    assert_true((atof(field(line(out, 2), LO)) > 0) ==
                (*field(line(out, 1), HI) != 0)); /* neither, if ours is busy, too */
    assert_string_equal(field(line(out, 2), HI), "");
}

/* Read back, the table has the rows of both; each is compared with those of its own build, whatever the commit. */
TEST(a_table_of_two)
{
    runs(
        BESIDE("", "a/a") " -o both.tsv && sed 's/T..:..:..Z/T99:99:99Z/; s/ ([^)]*)/ (feed)/g' both.tsv >later.tsv && "
                          "head -2 both.tsv >ours.tsv");
    runs("$NZ list both.tsv");
    assert_non_null(strstr(line(out, 2), "\tsh -c "));
    run("$NZ diff both.tsv later.tsv");
    assert_non_null(strstr(line(out, 1), "\tthis engine (feed)\n"));
    assert_non_null(strstr(line(out, 2), "\tsh -c "));
    assert_non_null(strstr(said, "nzscope: 2 compared: "));
    run("$NZ diff both.tsv later.tsv --md");
    assert_non_null(strstr(out, "| cpu.csr.serial by this engine (feed) |"));
    runs("$NZ diff both.tsv ours.tsv"); /* the other build's rows are not missing */
    assert_non_null(strstr(said, "; 1 the same run, 1 only in both.tsv\nnzscope: only in both.tsv: diag:500 "
                                 "cpu.csr.serial f64 k=1 by sh -c "));
}

TEST(a_recording_holds_this_engine_alone)
{
    runs(BESIDE("--record both.jsonl", "a/a"));
    runs("$NZ replay both.jsonl");
    assert_int_equal(run("[ $(grep -c '\"ev\":\"hello\"' both.jsonl) = 1 ]"), 0);
}

TEST(engines_that_are_none)
{
    fails(2, "--compare-engine does not go with --compare", "$NZ bench gen:diag:5 --compare a,b --compare-engine x");
    fails(6, "", "$NZ bench gen:diag:5 --compare-engine /nonexistent/engine");
}

TESTS(prepare, clean)
