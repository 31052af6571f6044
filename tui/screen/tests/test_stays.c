/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_stays: the real program and engine in a pseudo-terminal: after a typing error what was open is still there, on
   the screen and at the prompt; what is lost with the engine is told once. */
#include <sys/stat.h>

#include "core/tests/cmocka.h"
#include "tui/link/tests/fake_engine.h"
#include "tui/screen/tests/session.h"

static void start_in(int rows, int cols, char *word, char *option, char *value)
{
    static const char *const env[] = { "TERM=xterm-256color",
                                       "LC_ALL=C.UTF-8",
                                       "XDG_STATE_HOME=/tmp/nzscope-test-state",
                                       "NZSCOPE_KEEP=0",
                                       "XDG_CONFIG_HOME=/tmp/nzscope-test-state",
                                       NULL };
    char *argv[] = { terminal_program(), word, option, value, NULL };
    terminal_start(&t, rows, cols, argv, env);
}

static void start(char *word, char *option, char *value)
{
    start_in(24, 100, word, option, value);
}

TEST_IN(on_the_screen, NULL, end)
{
    start("gen:stencil9:40", NULL, NULL);
    see("1,600 × 1,600");
    enter(":reorder rcm\r", "stencil9:40 · rcm");
    enter(":open missing.mtx\r", "missing.mtx: cannot be opened: No such file or directory; stencil9:40 stays open");
    assert_true(shown("stencil9:40 · rcm") && shown("1,600 × 1,600"));
    enter("/csr.serial\rr", "✓");
    assert_true(shown("stencil9:40 · rcm"));
    leave("qq");
}

/* The microscope shows the next matrix as it showed this. */
TEST_IN(the_microscope, NULL, end)
{
    start("gen:stencil9:40", NULL, NULL);
    see("1,600 × 1,600");
    enter("i", "at row 0, column 0");
    enter(":open gen:diag:7\r", "7×7 at row 0, column 0");
    enter("p", "1,600 × 1,600");
    see("13,924");
    see("at row 0, column 0");
    assert_true(shown("Microscope"));
    leave("qqq");
}

TEST_IN(at_the_prompt, NULL, end)
{
    start("prompt", NULL, NULL);
    see("nzscope>");
    type("open gen:stencil9:40\r");
    enter("open missing.mtx\r", "missing.mtx: cannot be opened");
    enter("info", "nzscope> info");
    assert_false(shown("nzscope> nzscope>"));
    enter("\r", "read in");
    leave("quit\r");
}

/* What the engine does of its own accord does not write over the line that is being edited. */
TEST_IN(the_prompt_stays, NULL, end)
{
    char told[40], script[400];
    snprintf(told, sizeof told, "/tmp/nzscope-told-%d", (int)getpid());
    snprintf(script, sizeof script,
             "%secho '{\"ev\":\"ready\"}'\necho '{\"ev\":\"progress\",\"what\":\"reading\",\"done\":1,\"total\":9}'\n"
             "touch %s\nread line\n",
             HELLO, told);
    const char *engine = fake_engine(script);
    start("prompt", "--engine", (char *)engine);
    see("nzscope>");
    while (access(told, F_OK) != 0)
        terminal_read(&t, 20);
    enter("info", "nzscope> info");
    leave("\025quit\r"); /* Ctrl-U */
    fake_engine_remove(engine);
    unlink(told);
}

/* The engine dies, and the file that was open cannot be read again. */
TEST_IN(what_is_lost_is_told, NULL, end)
{
    char file[] = "/tmp/nzscope-lost-XXXXXX.mtx", line[64];
    FILE *f = fdopen(mkstemps(file, (int)strlen(".mtx")), "w");
    assert_non_null(f);
    fputs("%%MatrixMarket matrix coordinate real general\n2 2 1\n1 1 3\n", f);
    fclose(f);
    start("prompt", NULL, NULL);
    see("nzscope>");
    snprintf(line, sizeof line, "open %s\rinfo\r", file);
    type(line);
    see("read in");
    unlink(file);
    kill(terminal_child(t.pid), SIGKILL);
    see("restarting it");
    see(".mtx is no longer open: ");
    see("No such file or directory");
    enter("\014bench\r", "bench wants a MATRIX"); /* Ctrl-L */
    enter("open gen:diag:7\rinfo\r", "diagonals   1 in use");
    leave("quit\r");
}

/* An engine that dies at once is started three times more; then all of the screen says the same, also where none can be
   started at all. */
TEST_IN(none_is_left, NULL, end)
{
    const char *engine = fake_engine("#!/bin/sh\necho first >&2\necho last >&2\nexit 3\n");
    char path[64];
    snprintf(path, sizeof path, "%s", engine + strlen("sh "));
    assert_int_equal(chmod(path, 0700), 0);
    start("gen:demo", "--engine", path);
    see("✗ no engine: r starts one");
    see("ended with status 3, the 4th death within 10 seconds; its last words: last");
    see("What it last said is in the log.");
    see("r starts a new one, and reads the matrix again");
    assert_false(shown("r runs"));
    enter("\x1b", "r Start");
    enter("8", " first");
    enter("7", "What it last said");
    unlink(path);
    enter("r", "cannot start the engine");
    assert_false(shown("4th death"));
    assert_true(shown("✗ no engine: r starts one"));
    enter("r", "cannot start the engine");
    assert_false(shown("this is a recording"));
    leave("qq");
}

/* Plays a tour of this text. */
static void play(const char *file, const char *text)
{
    FILE *f = fopen(file, "w");
    assert_non_null(f);
    fputs(text, f);
    fclose(f);
    start("tour", (char *)file, "--no-config");
}

/* A step that is gone to speaks of what the steps before have measured: that comes first, with their settings. */
TEST_IN(steps_catch_up, NULL, end)
{
    static const char file[] = "/tmp/nzscope-test-steps.tour";
    play(file, "title T\n\n:open gen:diag:500\n:set k=3\n:run cpu.csr.serial\nOne.\n\n:open gen:diag:600\n"
               ":mark cpu.csr.omp\n:sweep k 1,2\nTwo.\n\nThree.\n\n:zoom run\n:all\nFour.\n");
    see(" 1/4 ");
    enter(":tour 4\r", "Four.");
    see("cpu.csr.omp k=2");
    see("cpu.csr.omp k=1");
    see("● ready");
    enter(":all\r:open gen:diag:500\r", "cpu.csr.serial");
    see("mul · k=3");
    leave("qq");
    unlink(file);
}

/* The name of a file commands no terminal, and a terminal of any size ends nothing. */
TEST_IN(odd_names_and_sizes, NULL, end)
{
    static const char file[] = "/tmp/nzscope-\033]0;odd.tour";
    play(file, "title T\n\n:open gen:diag:5\nOne.\n\nTwo.\n");
    see(" 1/2 ");
    assert_int_equal(ioctl(t.fd, TIOCSWINSZ, &(struct winsize){ .ws_row = 65535, .ws_col = 1 }), 0);
    terminal_read(&t, 1000);
    terminal_resize(&t, 24, 100);
    enter("\033[6~", "Two.");
    t.used = 0;
    leave("qq");
    t.raw[t.used < sizeof t.raw ? t.used : sizeof t.raw - 1] = 0;
    assert_non_null(strstr(t.raw, "nzscope tour /tmp/nzscope-%1B]0;odd.tour, then :tour 2"));
    unlink(file);
}

/* Neither does one that begins so. */
TEST_IN(odd_sizes_from_the_start, NULL, end)
{
    start_in(65535, 1, "gen:diag:5", NULL, NULL);
    terminal_read(&t, 3000);
    terminal_resize(&t, 24, 100);
    see("diag:5");
    leave("qq");
}

/* After Ctrl-C by accident a step measures again when it is shown again. */
TEST_IN(stopped_steps_begin_again, NULL, end)
{
    static const char file[] = "/tmp/nzscope-test-stopped.tour";
    play(file, "title T\n\n:open gen:diag:500\nOne.\n\n:set samples=1000\n:run cpu.*\nTwo.\n");
    see(" 1/2 ");
    see("● ready");
    enter("\033[6~", "running");
    enter("\003", "stopped: :tour 2 begins this page again");
    see("● ready");
    enter("\033[5~\033[6~", "running");
    enter("\033[5~", "still measuring: PgUp again stops it and goes back");
    see(" 2/2 ");
    enter("\033[5~", " 1/2 ");
    see("● ready");
    enter("\033[6~", "running");
    enter("\003", "● ready");
    enter("qq", "page 2 of 2: nzscope tour /tmp/nzscope-test-stopped.tour, then :tour 2, goes there again");
    leave("");
    unlink(file);
}

/* A sweep that was stopped says what is left of it, and runs that when it is asked to. */
TEST_IN(stopped_sweeps_go_on, NULL, end)
{
    start("gen:diag:900", NULL, NULL);
    see("● ready");
    enter(":mark cpu.csr.omp cpu.csr.serial\r:sweep k 1,2,4\r", "running 3 of 6");
    enter("\003", "of 6 runs are done, :rest runs the other");
    see("● ready");
    enter(":rest\r", "running");
    see("● ready");
    enter(":rest\r", "nothing is left of the last run");
    enter(":sweep k 1,2,4\r\003", ":rest runs"); /* before the first one has begun */
    see("● ready");
    enter(":rest\r", "running");
    see("● ready");
    leave("qq");
}

TESTS(NULL, NULL)
