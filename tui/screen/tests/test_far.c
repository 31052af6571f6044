/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_far: the real program with its engine on another machine, 50 ms away: its name, a file that is sent, a
   connection that is cut and made again. */
#include "core/tests/cmocka.h"
#include "tui/link/tests/far.h"
#include "tui/screen/tests/session.h"

static void start_engine(char *engine, char *word, char *other)
{
    static const char *const env[] = { "TERM=xterm-256color", "LC_ALL=C.UTF-8", "NZSCOPE_KEEP=0", NULL };
    char *argv[] = { terminal_program(), "--no-config", "--engine", engine, word, other, NULL };
    terminal_start(&t, 24, 100, argv, env);
}

static void start(char *word, char *other)
{
    start_engine(far_engine, word, other);
}

/* The file that makes the connection silent. */
static char still[200];

static int connect_and_end(void **state)
{
    far_cut(false);
    unlink(still);
    return end(state);
}

/* The file of this machine is sent while the screen says so; results stay over a cut, and the next run adds to them. */
TEST_IN(cut_and_connected, NULL, connect_and_end)
{
    far_file("long.mtx", 2000, 60000000);
    start("long.mtx", NULL);
    see("connecting");
    see("on gpubox");
    see("sending to gpubox");
    see("2,000 × 2,000");
    see("● ready");
    enter(":set samples 3\r:run cpu.csr.serial\r", "✓");
    see("● ready");
    far_cut(true);
    see("the connection to gpubox is cut (ssh ended with status 255); its last words: client_loop");
    see("✗ not connected: r connects");
    see("r opens it again");
    assert_true(shown("long.mtx"));
    assert_true(shown("cpu.csr.serial") && shown("✓"));
    enter("r", "gpubox cannot be reached");
    far_cut(false);
    enter("r", "sending to gpubox");
    see("● ready");
    see("2,000 × 2,000");
    see("cpu.csr.serial");
    see("✓");
    leave("qq");
    unlink("long.mtx");
}

/* A network that has died says nothing: the screen says for how long. The run takes seconds on any machine. */
TEST_IN(silent, NULL, connect_and_end)
{
    snprintf(still, sizeof still, "%s.still", getenv("FAR_CUT"));
    start("gen:stencil27:60", NULL);
    see("● ready");
    enter(":set samples 1000\r:run cpu.csr.serial\r", "sample");
    assert_false(shown("silent"));
    fclose(fopen(still, "w"));
    see("running, silent for 1"); /* …0 s or more: it counts on */
    unlink(still);
    enter("\x1b", "● ready");
    assert_false(shown("silent"));
    leave("qq");
}

/* What cannot be opened there says where; a file that is too large, how it gets there. */
TEST_IN(says_how_to_copy, NULL, connect_and_end)
{
    far_file("large.mtx", 3, 3000000);
    start("gen:diag:9", "--send-limit=1M");
    see("9 × 9");
    enter("o", "these files are sent to gpubox; :open PATH opens one of its own, or gen:SPEC");
    type("\x1b");
    enter(":open missing.mtx\r", "gpubox: missing.mtx: cannot be opened");
    enter(":open large.mtx\r", "large.mtx is not on gpubox, and with 3.0 MB too large to be sent");
    see("scp large.mtx gpubox: copies it");
    enter("\x1b:get cant\r", "nzscope get cant, there, fetches it");
    leave("qq");
}

/* A password would be asked for, and typed, in the middle of the screen. */
TEST_IN(nothing_is_asked, NULL, connect_and_end)
{
    FILE *f = fopen("ask", "w");
    fputs("#!/bin/sh\n(printf Password: >/dev/tty) 2>/dev/null\n"
          "echo 'me@gpubox: Permission denied (publickey,password).' >&2\nexit 255\n",
          f);
    fclose(f);
    assert_int_equal(mkdir("bin", 0700) | rename("ask", "bin/ssh") | chmod("bin/ssh", 0700), 0);
    start_engine((char *)"bin/ssh me@gpubox nzscope-engine", (char *)"gen:demo", NULL);
    see("gpubox cannot be reached (ssh ended with status 255)");
    see("ssh cannot ask anything here: give it a key (ssh-add) or a ControlMaster");
    assert_null(memmem(t.raw, t.used, "Password", 8));
    leave("qq");
}

TESTS(far_begin, far_end)
