/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_append: rows are added to tables of ours alone, in the columns that these have; and several programs that add to
   one table leave it whole. */
#include "tui/lines/tests/program.h"

#define BENCH "$NZ bench --kernel cpu.csr.serial --samples 1 "

TEST(test_tables)
{
    write_file("three", "name\tm\tn\nx\t1\t2\n");
    refuses("three", "three is not a TSV table of bench: its header differs", BENCH "gen:diag:3 --append three");
    refuses("three", "its header differs", BENCH "gen:diag:3 --append three --force");
    write_file("table", HEADER "\n");
    refuses("table", "table is not a CSV table of bench", BENCH "gen:diag:3 --csv --append table");
    refuses("table", "table is not a Markdown table of bench", BENCH "gen:diag:3 --md --append table");
    write_file("near", "matrix\tm\tn\tnn\n");
    refuses("near", "its header differs", BENCH "gen:diag:3 --append near");
    write_file("cut", HEADER "\ndiag:3\t3");
    refuses("cut", "cut was cut off", BENCH "gen:diag:3 --append cut");
    /* one that has the first of our columns goes on with these */
    write_file("four", "matrix\tm\tn\tnnz\nold\t1\t2\t2\n");
    runs(BENCH "gen:diag:3 --append four && cat four");
    assert_non_null(strstr(said, "nzscope: wrote four: 1 more row\n"));
    assert_string_equal(out, "matrix\tm\tn\tnnz\nold\t1\t2\t2\ndiag:3\t3\t3\t3\n");
    write_file("old", OLD_HEADER "\n");
    runs(BENCH "gen:diag:3 --append old && cat old");
    assert_int_equal(strncmp(out, OLD_HEADER "\n", strlen(OLD_HEADER) + 1), 0);
    assert_int_equal(tabs(line(out, 1)), tabs(OLD_HEADER));
    write_file("four.md", "| matrix | kernel | op |\n| --- | --- | --- |\n");
    runs(BENCH "gen:diag:3 --md --append four.md && head -3 four.md");
    assert_string_equal(out, "| matrix | kernel | op |\n| --- | --- | --- |\n| diag:3 | cpu.csr.serial | mul |\n");
    /* the name says which style, as it does on the screen; an option overrules it */
    runs(BENCH "gen:diag:3 -o new.csv && " BENCH "gen:diag:4 --append new.csv && cut -c1-14 new.csv");
    assert_string_equal(out, "matrix,m,n,nnz\ndiag:3,3,3,3,m\ndiag:4,4,4,4,m\n");
    runs(BENCH "gen:diag:3 -o new.json && head -c 23 new.json");
    assert_string_equal(out, "[\n  {\"matrix\": \"diag:3\"");
    runs(BENCH "gen:diag:3 --csv -o new.tsv && cut -c1-10 new.tsv");
    assert_string_equal(out, "matrix,m,n\ndiag:3,3,3\n");
    fails(2, "not with JSON", BENCH "gen:diag:3 --pivot k,kernel -o pivot.json");
    /* twice: one header, and nothing between the rows */
    runs(BENCH "gen:diag:3 --md --append twice && " BENCH "gen:diag:4 --md --append twice && cat twice");
    assert_int_equal(strncmp(line(out, 2), "| diag:3 | cpu.csr.serial | mul | 1 | f64 | cpu ×1 | ", 53), 0);
    assert_int_equal(strncmp(line(out, 3), "| diag:4 | cpu.csr.serial |", 27), 0);
    assert_string_equal(line(out, 4), "");
}

/* Six that begin at once: one header, every row whole. */
TEST(test_six)
{
    enum { SIX = 6, ROUNDS = 2, KS = 3 };
    for (int round = 0; round < ROUNDS; round++) {
        runs("rm -f six; i=0; while [ $i -lt %d ]; do " BENCH
             "gen:diag:5 --threads 1 -k 1..%d --append six & i=$((i + 1)); done; wait; cat six",
             SIX, KS);
        assert_int_equal(strncmp(out, HEADER "\n", strlen(HEADER) + 1), 0);
        int rows = 0;
        for (const char *row = line(out, 1); *row; row = line(row, 1), rows++) {
            assert_int_equal(tabs(row), COLUMNS - 1);
            assert_int_equal(strncmp(row, "diag:5\t5\t5\t5\t", 13), 0);
        }
        assert_int_equal(rows, SIX * KS);
    }
}

/* No file may grow beyond `bytes`; what the command says goes through a pipe, so that it is not cut there too. */
#define UP_TO(bytes, command)                                                                                          \
    "{ prlimit --fsize=" #bytes " " command "; echo $? >ended; } 2>&1 | cat >&2; exit $(cat ended)"

/* A full disk leaves whole rows, to which more can be added. */
TEST(test_full)
{
    fails(3, "cannot append a row: File too large", UP_TO(2048, BENCH "gen:diag:3 --threads 1 -k 1..99 --append full"));
    runs(BENCH "gen:diag:3 --append full && cat full");
    for (const char *row = out; *row; row = line(row, 1))
        assert_int_equal(tabs(row), COLUMNS - 1);
    fails(3, "cannot append to header: File too large", UP_TO(400, BENCH "gen:diag:3 --append header"));
    runs(BENCH "gen:diag:3 --append header");
    /* even in the place of another file; but no rows are no table */
    runs("echo old >was; cp was saved");
    fails(3, "was: cannot be written: File too large",
          UP_TO(900, BENCH "gen:diag:3 --threads 1 -k 1..99 -o was --force"));
    runs("cat was");
    assert_true(strlen(out) > 500);
    for (const char *row = out; *row; row = line(row, 1))
        assert_int_equal(tabs(row), COLUMNS - 1);
    fails(3, "saved: cannot be written: File too large", UP_TO(400, BENCH "gen:diag:3 -o saved --force"));
    prints("old\n", "cat saved");
}

/* A program that was stopped may hold its lock for ever. */
TEST(a_locked_table_is_refused)
{
    runs(BENCH "gen:diag:3 --append locked");
    fails(3, "cannot append to locked: another program has had the table locked",
          "flock locked sleep 30 & sleep 0.2; timeout 20 " BENCH
          "gen:diag:4 --append locked; got=$?; kill $!; exit $got");
}

TESTS(prepare, clean)
