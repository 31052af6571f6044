/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_outputs: no command writes over what it reads, or records over what is there. */
#include "tui/lines/tests/program.h"

#define BENCH "$NZ bench --kernel cpu.csr.serial --samples 1 "
static const char matrix[] = "%%MatrixMarket matrix coordinate real general\n2 2 2\n1 1 1\n2 2 1\n";

TEST(test_inputs)
{
    static const char *const words[] = {
        "info a.mtx --record a.mtx",
        "bench a.mtx -o a.mtx",
        "bench gen:diag:3 a.mtx -o ./a.mtx",
        "bench lower:a.mtx -o a.mtx",
        "transpose lower:lower:a.mtx -o a.mtx",
        "lower:a.mtx --record a.mtx",
        "bench a.mtx --append a.mtx",
        "pack a.mtx -o a.mtx",
        "transpose a.mtx -o a.mtx",
        "transpose a.mtx -o soft.mtx",
        "transpose a.mtx -o hard.mtx",
        "transpose soft.mtx -o hard.mtx",
        "mul a.mtx -o a.mtx",
        "mul a.mtx -o y.mtx --save-x a.mtx",
        "--screenshot a.txt a.txt",
        "--screenshot s.txt a.mtx --record a.mtx",
        "a.mtx --record a.mtx",
    };
    char command[200];
    write_file("a.mtx", matrix);
    runs("ln -s a.mtx soft.mtx && ln a.mtx hard.mtx && ln a.mtx a.txt");
    for (size_t i = 0; i < COUNT(words); i++) {
        snprintf(command, sizeof command, "$NZ %s", words[i]);
        refuses("a.mtx", "is the matrix being opened; name another file, or give --force", command);
        assert_non_null(strstr(said, "--force\n  nzscope "));
    }
    refuses("a.mtx", "or give --force\n  nzscope transpose a.mtx -o a.mtx --force\n", "$NZ transpose a.mtx -o a.mtx");
    refuses("a.mtx", "a.nzs is the matrix being opened",
            "ln -s a.mtx a.nzs; $NZ pack a.mtx"); /* the name it would take */
    runs("$NZ pack gen:diag:3 -o named.nzs");
    refuses("named.nzs", "named.nzs is the matrix being opened", "$NZ pack named"); /* found by its name */
    runs("$NZ pack gen:diag:3");
    refuses("diag-3.nzs", "diag-3.nzs is there already; name it with -o", "$NZ pack gen:diag:3");
    runs("$NZ pack gen:diag:3 --force && $NZ pack gen:diag:3 -o diag-3.nzs");
    write_file("x.mtx", "%%MatrixMarket matrix array real general\n2 1\n1\n2\n");
    refuses("x.mtx", "x.mtx is the X being read", "$NZ mul a.mtx x.mtx -o x.mtx");
    refuses("a.mtx", "two.mtx is named twice, for output and for save-x",
            "$NZ mul a.mtx -o two.mtx --save-x ./two.mtx");
    write_file("script", "zoom log\n");
    refuses("script", "s.svg is the script being run", "ln -s script s.svg; $NZ --screenshot s.svg --script script");
    /* what no other program could read under its name */
    fails(2, "at.mtx.gz: transpose writes Matrix Market text, no .gz; call it FILE.mtx",
          "$NZ transpose a.mtx -o at.mtx.gz");
    fails(2, "g.npz: gen writes Matrix Market text, no .npz", "$NZ gen diag:3 -o g.npz");
    fails(2, "g.edges: gen writes Matrix Market text, no .edges", "$NZ gen diag:3 -o g.edges");
    fails(2, "x.npz: mul writes Matrix Market text, no .npz", "$NZ mul a.mtx -o y.mtx --save-x x.npz");
    fails(2, "t.csv.gz: bench writes a table, no .gz; call it FILE.tsv", BENCH "gen:diag:3 -o t.csv.gz");
    fails(2, "t.xlsx: bench writes a table, no .xlsx; call it FILE.tsv", BENCH "gen:diag:3 -o t.xlsx");
    fails(2, "t.mtx: bench writes a table, no .mtx; call it FILE.tsv", BENCH "gen:diag:3 -o t.mtx");
    fails(2, "t.tsv.xz: bench writes a table", BENCH "gen:diag:3 --append t.tsv.xz");
    fails(2, "a2.mtx: pack writes a packed file; call it FILE.nzs", "$NZ pack a.mtx -o a2.mtx");
    shows("matrix,m,n,nnz,", BENCH "gen:diag:3 -o T.CSV && head -1 T.CSV"); /* capitals say the same */
    /* a baseline is read, and may grow */
    runs("rm -f was.tsv; " BENCH "gen:diag:3 -o was.tsv");
    refuses("was.tsv", "was.tsv is the baseline; name another file",
            BENCH "gen:diag:3 --baseline was.tsv -o ./was.tsv");
    runs(BENCH "gen:diag:3 --baseline was.tsv --append was.tsv");
    refuses("was.tsv", "was.tsv is the engine; name another file",
            BENCH "gen:diag:3 --compare-engine ./was.tsv -o was.tsv");
    /* an ordinary old file may go, and with --force all may */
    shows("%%MatrixMarket", "echo old >at.mtx; $NZ transpose a.mtx -o at.mtx && cmp at.mtx a.mtx || head -1 at.mtx");
    runs("$NZ transpose a.mtx -o a.mtx --force && $NZ show a.mtx");
    runs("$NZ bench a.mtx -o /dev/null --record /dev/null --kernel cpu.csr.serial");
}

/* A table is replaced by rows: a slip of the pen costs no former results. */
TEST(test_slips)
{
    static const char *const words[] = { "gen:diag:3 --kernel cpu.slip", "none.mtx",        "gen:diag:3 -k 0",
                                         "gen:diag:3 --set SLIP=1",      "none.mtx --json", "none.mtx --md" };
    char command[200];
    for (size_t i = 0; i < COUNT(words); i++) {
        snprintf(command, sizeof command, "echo results >kept.tsv; $NZ bench %s -o kept.tsv --force", words[i]);
        assert_int_not_equal(run("%s", command), 0);
        prints("results\nkept.tsv\n", "cat kept.tsv; ls kept.tsv*");
    }
    refuses("kept.tsv",
            "kept.tsv is there already; name another file, add to it with --append, or give --force\n"
            "  nzscope bench gen:diag:3 --kernel cpu.csr.serial --samples 1 -o kept.tsv --force\n",
            BENCH "gen:diag:3 -o kept.tsv");
    fails(2, "-:1: kept.tsv is there already", "echo bench gen:diag:3 -o kept.tsv | $NZ prompt");
    runs(BENCH "gen:diag:3 -o kept.tsv --force && head -1 kept.tsv");
    assert_string_equal(out, HEADER "\n");
    runs(BENCH "gen:diag:3 --append kept.tsv && " BENCH "gen:diag:3 -o /dev/null && : >empty.tsv && " BENCH
               "gen:diag:3 -o empty.tsv && echo bench gen:diag:3 -o kept.tsv | $NZ prompt --force");
}

TEST(test_recordings)
{
    write_file("notes", "{\"t\":1,\"of\":\"mine\"}\n");
    refuses("notes", "notes is there already; name another file, or give --force",
            "$NZ info gen:diag:3 --record notes");
    refuses("notes", "--force\n  nzscope gen:diag:3 --screenshot s.txt --record notes --force\n",
            "$NZ gen:diag:3 --screenshot s.txt --record notes");
    write_file("table", HEADER "\n");
    refuses("table", "table is there already", BENCH "gen:diag:3 --record table");
    runs("$NZ info gen:diag:3 --record notes --force");
    refuses("notes", "notes is there already", "$NZ info gen:diag:3 --record notes"); /* perhaps a rehearsal */
    runs(": >empty && $NZ info gen:diag:4 --record empty");
    runs("$NZ replay notes && $NZ replay empty");
    refuses("notes", "notes is the recording being played", "$NZ replay notes -o notes");
    refuses("notes", "notes is the recording being played", "$NZ replay notes --append notes");
    refuses("notes", "s.txt is the recording being played",
            "rm -f s.txt; ln notes s.txt; $NZ replay notes --screenshot s.txt");
    unlink(at("s.txt"));
}

/* Nothing is measured for a file that cannot be made. */
TEST(test_unwritable)
{
    static const char *const words[] = { "-o no/x.tsv", "--append no/x.tsv", "--plot no/x.svg", "--group no/x.svg" };
    char command[200];
    for (size_t i = 0; i < COUNT(words); i++) {
        snprintf(command, sizeof command, BENCH "gen:diag:3 -k 1,2 %s", words[i]);
        fails(3, ": cannot be created: No such file or directory", command);
        assert_string_equal(out, "");
    }
    fails(3, "sub: cannot be written: Is a directory", "mkdir sub; " BENCH "gen:diag:3 --group sub");
    assert_string_equal(out, "");
    fails(3, "no/y.mtx: cannot be created: No such file or directory", "$NZ mul gen:diag:3 -o no/y.mtx");
    fails(3, "no/s.txt: cannot be created: No such file or directory", "$NZ gen:diag:3 --screenshot no/s.txt");
    fails(3, "no/s.rec: cannot be created: No such file or directory", "$NZ info gen:diag:3 --record no/s.rec");
}

/* In a session: what is open, the script and the recording. */
TEST(test_sessions)
{
    write_file("a.mtx", matrix);
    refuses("a.mtx", "-:2: a.mtx is an open matrix", "printf 'open a.mtx\\ngen diag:3 -o a.mtx\\n' | $NZ prompt");
    refuses("a.mtx", "-:2: a.mtx is an open matrix", "printf 'open a.mtx\\nbench -o a.mtx\\n' | $NZ prompt");
    refuses("a.mtx", "-:1: a.mtx is the matrix being", "printf 'transpose a.mtx -o a.mtx\\n' | $NZ prompt");
    write_file("script", "gen diag:3 -o script\n");
    refuses("script", "script:1: script is the script being run", "$NZ prompt script");
    refuses("script", "-:1: script is the script being run", "$NZ prompt <script");
    refuses("script", "-:1: script is the script being run", "$NZ prompt - <script");
    fails(2, "-:1: rec is the recording being made", "printf 'gen diag:3 -o rec\\n' | $NZ prompt --record rec");
    runs("printf 'open a.mtx\\nclose\\ngen diag:3 -o a.mtx\\n' | $NZ prompt");
    /* the screen: a picture over what it has opened since, or records */
    write_file("b.txt", matrix);
    write_file("open", "open b.txt\nopen gen:diag:3\nscreenshot b.txt !\n");
    refuses("b.txt", "b.txt is an open matrix", "$NZ --screenshot s.txt --script open gen:diag:3");
    write_file("open", "open b.txt\n");
    refuses("b.txt", "b.txt is an open matrix", "$NZ --screenshot b.txt --script open gen:diag:3");
    write_file("shoot", "screenshot rec.txt !\n");
    fails(2, "rec.txt is the recording being made",
          "$NZ --screenshot s.txt --script shoot --record rec.txt gen:diag:3");
}

/* A sweep behind a run is not refused as a second one. */
TEST(test_scripts_wait_for_runs)
{
    write_file("script", "run cpu.csr.serial,cpu.csr.omp\nmark cpu.csr.serial\nsweep k 1,2\n");
    shows("over k", "$NZ --screenshot s.txt --script script gen:diag:50 && cat s.txt");
}

/* Signals are taken by the event loop, so that waiting for a reader could not even be interrupted. */
TEST(test_pipes)
{
    static const char *const words[] = {
        "transpose gen:diag:3 -o pipe.txt",
        "bench gen:diag:3 --kernel cpu.csr.serial --samples 1 --append pipe.txt",
        "bench gen:diag:3 --kernel cpu.csr.serial --samples 1 -o pipe.txt",
        "info gen:diag:3 --record pipe.txt",
        "gen:diag:3 --screenshot pipe.txt",
    };
    char command[200];
    runs("mkfifo pipe.txt");
    for (size_t i = 0; i < COUNT(words); i++) {
        snprintf(command, sizeof command, "timeout -s KILL 60 $NZ %s", words[i]);
        fails(3, "Nothing reads this pipe", command);
    }
    prints("%%MatrixMarket matrix coordinate real general\n",
           "exec 3<>pipe.txt; $NZ transpose gen:diag:3 -o pipe.txt && head -1 <&3");
}

/* What a pipe may give is waited for only where a signal ends that: by diff, and by a prompt, which waits for the
   writer. */
TEST(test_silent_pipes)
{
    static const struct {
        int status;
        const char *said, *words;
    } reads[] = {
        { 3, "silent.tsv: is empty", "diff silent.tsv silent.tsv" },
        { 3, "silent.tsv is a pipe or a device", "bench gen:diag:3 --kernel cpu.csr.serial --baseline silent.tsv" },
        { 3, "silent.tour is a pipe or a device", "tour silent.tour --screenshot s.txt" },
        { 3, "silent.report is a pipe or a device", "report silent.report -o page" },
        { 130, "stopped", "prompt silent.tsv" },
        { 2, "silent.tsv is a pipe or a device", "gen:diag:3 --screenshot s.txt --script baseline.txt" },
    };
    char command[200];
    runs("mkfifo silent.tsv; echo 'baseline silent.tsv' >baseline.txt; for x in tour report; do ln "
         "silent.tsv silent.$x; done");
    for (size_t i = 0; i < COUNT(reads); i++) {
        snprintf(command, sizeof command, "timeout -k 20 %d $NZ %s; s=$?; [ $s -ne 124 ] || s=130; exit $s",
                 reads[i].status == 130 ? 3 : 60, reads[i].words);
        fails(reads[i].status, reads[i].said, command);
    }
    runs("unset NZSCOPE_KEEP; export XDG_STATE_HOME=$PWD/state; b='timeout -k 20 60 $NZ bench "
         "gen:diag:3 --samples 1'; "
         "eval \"$b\" && cd state/nzscope/roofs && for f in *; do rm $f && mkfifo $f; done && cd - && "
         "eval \"$b\"");
}

TESTS(prepare, clean)
