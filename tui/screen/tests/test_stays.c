/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_stays: the real program and engine in a pseudo-terminal: after a typing error what was open is still there, on
   the screen and at the prompt; what is lost with the engine is told once. */
#include <sys/stat.h>

#include "core/tests/cmocka.h"
#include "tui/link/tests/fake_engine.h"
#include "tui/screen/tests/terminal.h"

static struct terminal t;

static void start(char *word, char *option, char *value)
{
    static const char *const env[] = { "TERM=xterm-256color",
                                       "LC_ALL=C.UTF-8",
                                       "XDG_STATE_HOME=/tmp/nzscope-test-state",
                                       "NZSCOPE_KEEP=0",
                                       "XDG_CONFIG_HOME=/tmp/nzscope-test-state",
                                       NULL };
    char *argv[] = { terminal_program(), word, option, value, NULL };
    terminal_start(&t, 24, 100, argv, env);
}

static int end(void **state)
{
    terminal_free(&t);
    return 0;
}

static void see(const char *text)
{
    assert_true(terminal_sees(&t, text, 60));
}

static void leave(const char *keys)
{
    terminal_type(&t, keys);
    int status = terminal_end(&t, 3);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

TEST_IN(on_the_screen, NULL, end)
{
    start("gen:stencil9:40", NULL, NULL);
    see("1,600 × 1,600");
    terminal_type(&t, ":reorder rcm\r");
    see("stencil9:40 · rcm");
    terminal_type(&t, ":open missing.mtx\r");
    see("missing.mtx: cannot be opened: No such file or directory; stencil9:40 stays open");
    assert_true(terminal_shows(&t, "stencil9:40 · rcm") && terminal_shows(&t, "1,600 × 1,600"));
    terminal_type(&t, "/csr.serial\rr");
    see("✓");
    assert_true(terminal_shows(&t, "stencil9:40 · rcm"));
    leave("qq");
}

TEST_IN(at_the_prompt, NULL, end)
{
    start("prompt", NULL, NULL);
    see("nzscope>");
    terminal_type(&t, "open gen:stencil9:40\r");
    terminal_type(&t, "open missing.mtx\r");
    see("missing.mtx: cannot be opened");
    terminal_type(&t, "info");
    see("nzscope> info");
    assert_false(terminal_shows(&t, "nzscope> nzscope>"));
    terminal_type(&t, "\r");
    see("opened in");
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
    terminal_type(&t, "info");
    see("nzscope> info");
    leave("\x15quit\r"); /* Ctrl-U */
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
    terminal_type(&t, line);
    see("opened in");
    unlink(file);
    kill(terminal_child(t.pid), SIGKILL);
    see("it is started again");
    see(".mtx is no longer open: ");
    see("No such file or directory");
    terminal_type(&t, "\x0c"
                      "bench\r"); /* Ctrl-L */
    see("bench wants a MATRIX");
    terminal_type(&t, "open gen:diag:7\rinfo\r");
    see("diag:7");
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
    assert_false(terminal_shows(&t, "r runs all"));
    terminal_type(&t, "\x1b");
    see("r Start");
    terminal_type(&t, "8");
    see(" first");
    terminal_type(&t, "7");
    see("What it last said");
    unlink(path);
    terminal_type(&t, "r");
    see("cannot start the engine");
    assert_false(terminal_shows(&t, "4th death"));
    assert_true(terminal_shows(&t, "✗ no engine: r starts one"));
    terminal_type(&t, "r");
    see("cannot start the engine");
    assert_false(terminal_shows(&t, "this is a recording"));
    leave("qq");
}

/* A step that is gone to speaks of what the steps before have measured: that comes first, with their settings. */
TEST_IN(steps_catch_up, NULL, end)
{
    static const char file[] = "/tmp/nzscope-test-steps.tour";
    FILE *f = fopen(file, "w");
    fputs(
        "title T\n\n:open gen:diag:500\n:set k=3\n:run cpu.csr.serial\nOne.\n\n:open gen:diag:600\n:mark cpu.csr.omp\n"
        ":sweep k 1,2\nTwo.\n\nThree.\n\n:zoom run\n:all\nFour.\n",
        f);
    fclose(f);
    start("tour", (char *)file, "--no-config");
    see(" 1/4 ");
    terminal_type(&t, ":tour 4\r");
    see("Four.");
    see("cpu.csr.omp k=2");
    see("cpu.csr.omp k=1");
    see("● ready");
    terminal_type(&t, ":all\r:open gen:diag:500\r");
    see("cpu.csr.serial");
    see("mul · k=3");
    leave("qq");
    unlink(file);
}

/* After Ctrl-C by accident a step measures again when it is shown again. */
TEST_IN(stopped_steps_begin_again, NULL, end)
{
    static const char file[] = "/tmp/nzscope-test-stopped.tour";
    FILE *f = fopen(file, "w");
    fputs("title T\n\n:open gen:diag:500\nOne.\n\n:set samples=1000\n:run cpu.*\nTwo.\n", f);
    fclose(f);
    start("tour", (char *)file, "--no-config");
    see(" 1/2 ");
    see("● ready");
    terminal_type(&t, "\033[6~");
    see("running");
    terminal_type(&t, "\003");
    see("stopped: :tour 2 begins this step again");
    see("● ready");
    terminal_type(&t, "\033[5~\033[6~");
    see("running");
    terminal_type(&t, "\033[5~");
    see("still measuring: PgUp again stops it and goes on");
    see(" 2/2 ");
    terminal_type(&t, "\033[5~");
    see(" 1/2 ");
    see("● ready");
    terminal_type(&t, "\033[6~");
    see("running");
    terminal_type(&t, "\003");
    see("● ready");
    terminal_type(&t, "qq");
    see("step 2 of 2: nzscope tour /tmp/nzscope-test-stopped.tour, then :tour 2, goes there again");
    leave("");
    unlink(file);
}

TESTS(NULL, NULL)
