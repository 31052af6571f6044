/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_scripts: scripts of the prompt and of the screen, whatever their bytes. */
#include "tui/lines/tests/program.h"

#define MARK "\xEF\xBB\xBF"

/* As some editors mark UTF-8. */
TEST(marked_files_are_read)
{
    write_file("prompt", MARK "show gen:diag:2\n");
    shows("diag:2: 2 x 2", "$NZ prompt prompt");
    write_file("screen", MARK "filter abc\n");
    shows("abc", "$NZ gen:diag:2 --script screen --screenshot s.txt && cat s.txt");
    runs("$NZ info gen:diag:2 --record r && { printf '" MARK "'; cat r; } >marked && $NZ replay marked --tsv");
    write_file("mine.report", MARK "title Mine\nnote x\n");
    fails(3, "there is nothing in it", "$NZ report mine.report -o page");
}

TEST(long_lines)
{
    runs("printf 'open %%5000s\\n' gen:diag:7 >long; $NZ gen:diag:2 --script long --screenshot s.txt && grep -q diag:7 "
         "s.txt");
    fails(3, "a line of more than 8191 bytes",
          "printf 'open %9000s\\n' gen:diag:7 >long; $NZ gen:diag:2 --script long --screenshot s.txt");
    fails(3, "/dev/zero:1: a line of more than 1024 kB", "timeout -k 20 60 $NZ prompt /dev/zero");
}

TEST(faults_are_said)
{
    fails(3, "nul:1: a line with NUL bytes", "printf 'list formats\\0 x\\n' >nul; $NZ prompt nul");
    fails(3, "a line with NUL bytes", "$NZ gen:diag:2 --script nul --screenshot s.txt");
    fails(3, "Is a directory", "$NZ gen:diag:2 --script . --screenshot s.txt");
    write_file("bad", ":zoom spy\n\nzom spy\n"); /* with or without the : of the screen */
    fails(2, "bad:3: no command", "$NZ gen:diag:2 --script bad --screenshot s.txt");
    write_file("late", "save early.txt\nscale polar\n"); /* nothing is done before all is read */
    fails(2, "late:2: scale", "$NZ gen:diag:2 --script late --screenshot s.txt");
    write_file("late", "save early.txt\nfrob\n");
    fails(2, "late:2: no command", "$NZ gen:diag:2 --script late --screenshot s.txt");
    write_file("late", "save early.txt\nk 1 2 3\n");
    fails(2, "late:2: k ", "$NZ gen:diag:2 --script late --screenshot s.txt");
    runs("test ! -e early.txt");
    write_file("bad", "zoom spy\nopen nothing.mtx\n");
    fails(3, "bad:2: nothing.mtx", "$NZ gen:diag:2 --script bad --screenshot s.txt");
    static const char *const times[] = { "nan", "inf", "-1", "1s" };
    for (size_t i = 0; i < COUNT(times); i++) {
        char script[40];
        snprintf(script, sizeof script, "wait %s\n", times[i]);
        write_file("waits", script);
        fails(2, "waits:1: wait wants milliseconds",
              "timeout -k 20 60 $NZ gen:diag:2 --script waits --screenshot s.txt");
    }
}

/* The microscope's first entries come with the matrix: a running kernel would keep them back. */
TEST(entries_come_before_they_are_looked_at)
{
    prints("1\n", "$NZ gen:diag:9 --screenshot s.txt --record r.jsonl && grep -c '\"ev\":\"window\"' r.jsonl");
}

TESTS(prepare, clean)
