/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_screen: the real program in a pseudo-terminal: load, mark, run, see the bar; resize, complete, help, quit; the
   engine is killed, the front end is killed, the terminal is poor. */
#include "core/tests/cmocka.h"
#include "tui/screen/tests/session.h"

/* A matrix on which every kernel is quick, and one on which a run lasts. */
static char quick[] = "gen:stencil9:40", slow[] = "gen:stencil27:40";

static const char *const utf8[] = { "TERM=xterm-256color",
                                    "LC_ALL=C.UTF-8",
                                    "NO_COLOR",
                                    "XDG_STATE_HOME=/tmp/nzscope-test-state",
                                    "XDG_CONFIG_HOME=/tmp/nzscope-test-state",
                                    "NZSCOPE_KEEP=0",
                                    NULL };

static void start(int rows, int cols, char *matrix, const char *const env[])
{
    char *argv[] = { terminal_program(), matrix, NULL };
    terminal_start(&t, rows, cols, argv, env);
}

/* Alive and running; a zombie is neither. */
static bool is_alive(pid_t pid)
{
    char path[64], state = 'Z';
    snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    FILE *f = fopen(path, "r");
    if (!f)
        return false;
    if (fscanf(f, "%*d (%*[^)]) %c", &state) != 1)
        state = 'Z';
    fclose(f);
    return state != 'Z';
}

/* Whether an SGR sequence among the bytes sets a foreground colour: ESC [ … 3x m. */
static bool sets_colours(const char *bytes, size_t n)
{
    for (size_t i = 0; i + 2 < n; i++) {
        if (bytes[i] != 27 || bytes[i + 1] != '[')
            continue;
        size_t j = i + 2, last = j;
        for (; j < n && ((bytes[j] >= '0' && bytes[j] <= '9') || bytes[j] == ';'); j++)
            last = bytes[j] == ';' ? j + 1 : last;
        if (j < n && bytes[j] == 'm' && j - last == 2 && bytes[last] == '3')
            return true;
    }
    return false;
}

TEST_IN(loads_marks_runs_and_quits, NULL, end)
{
    start(24, 80, quick, utf8);
    see("● ready");
    see("1,600 × 1,600");
    see("13,924 · density"); /* (3·40 − 2)² */
    see("⣦");
    enter("/csr.serial\r ", "1 marked");
    enter("r", "✓");
    see("█");
    assert_true(sets_colours(t.raw, t.used));
    assert_false(shown("FAIL"));
    terminal_resize(&t, 60, 200);
    see("╭ 4 Formats");
    see("F10 q Quit");
    enter("\x1b[<0;4;60M\x1b[<0;4;60m", "/ finds a word or sign"); /* a click on Help in the key bar */
    type("\x1b[<0;4;60M\x1b[<0;4;60m");
    assert_true(terminal_wait_gone(&t, "/ finds a word or sign", 5));
    leave("qq"); /* the first one may ask, if there are results */
}

/* What the terminal has been asked for last: 1: to send clicks, 0: not to. */
static int takes_clicks(void)
{
    int last = -1;
    for (size_t i = 0; i + 5 <= t.used; i++)
        if (memcmp(t.raw + i, "1000h", 5) == 0 || memcmp(t.raw + i, "1000l", 5) == 0)
            last = t.raw[i + 4] == 'h';
    return last;
}

TEST_IN(completes_and_helps, NULL, end)
{
    start(24, 80, quick, utf8);
    see("● ready");
    enter(":screens\t", ":screenshot");
    enter("\025th\t\t", "threads");
    enter("\025k 16\r", "k=16");
    enter(":typ\tf32\r", "f32");
    enter(":advise gen:diag:77\r", "77 × 77"); /* what is named is opened first */
    see("cpu.auto");
    see("● ready");
    enter(":oops", ":oops");
    assert_true(takes_clicks() == 0); /* they would be text in the line */
    type("\x1b");
    assert_true(terminal_wait_gone(&t, ":oops", 5));
    enter("?", "/ finds a word or sign");
    type("\x1b[34;5x"); /* no key: not even its ESC */
    assert_false(terminal_wait_gone(&t, "/ finds a word or sign", 1));
    type("\x1b");
    assert_true(terminal_wait_gone(&t, "/ finds a word or sign", 5));
    leave(":quit now\r");
}

/* Whoever looks during a run waits for one kernel, not for all. */
TEST_IN(looks_while_it_runs, NULL, end)
{
    start(24, 80, slow, utf8);
    see("● ready");
    enter("r", "running 2 of");
    enter("i", "Space: y = ");
    assert_true(!shown("● ready") && shown("running"));
    leave(":quit now\r");
}

/* r while a matrix is being read: the run begins when it has been read. */
TEST_IN(runs_once_it_is_read, NULL, end)
{
    start(24, 80, quick, utf8);
    see("● ready");
    enter(":open gen:stencil27:60\rr", "216,000 × 216,000");
    see("running");
    leave(":quit now\r");
}

TEST_IN(outlives_its_engine, NULL, end)
{
    start(36, 120, slow, utf8);
    see("● ready");
    for (int i = 0; i < 2; i++) {
        enter("r", "sample ");
        pid_t engine = terminal_child(t.pid);
        assert_int_not_equal(engine, 0);
        kill(engine, i ? SIGSEGV : SIGKILL);
        see("a new one starts");
        see("the engine died");
        see("● ready");
        see("64,000 × 64,000");
        assert_int_not_equal(terminal_child(t.pid), engine);
    }
    leave("qq");
}

/* An engine that dies at once again and again is given up; the user can have another one. */
TEST_IN(gives_up_and_starts_anew, NULL, end)
{
    start(24, 80, quick, utf8);
    see("● ready");
    for (double until = clock_s() + 20; !shown("no engine") && clock_s() < until;) {
        pid_t engine = terminal_child(t.pid);
        if (engine > 0)
            kill(engine, SIGKILL);
        terminal_read(&t, 100);
    }
    see("r starts a new one");
    enter("r", "1,600 × 1,600");
    see("● ready");
    leave("qq");
}

/* Asked to end, a crash, the end of `ulimit -t`, what a batch system may send, each while a kernel runs: the terminal
   is put right and the engine is gone within 1 s. */
TEST_IN(leaves_nothing_behind, NULL, end)
{
    const int signals[] = { SIGTERM, SIGHUP, SIGSEGV, SIGXCPU, SIGPWR, SIGRTMAX };
    for (size_t i = 0; i < COUNT(signals); i++) {
        start(24, 80, slow, utf8);
        see("● ready");
        enter("r", "running");
        pid_t engine = terminal_child(t.pid);
        t.used = 0;
        double then = clock_s();
        kill(t.pid, signals[i]);
        assert_int_not_equal(terminal_end(&t, 1), -1);
        while (is_alive(engine) && clock_s() - then < 1)
            terminal_read(&t, 10);
        assert_false(is_alive(engine));
        t.raw[t.used < sizeof t.raw ? t.used : t.used - 1] = 0;
        assert_non_null(memmem(t.raw, t.used, "\x1b[?1049l", 8)); /* rmcup */
        assert_non_null(memmem(t.raw, t.used, "1000l", 5));       /* the mouse */
        if (i + 1 < COUNT(signals))
            end(NULL);
    }
}

TEST_IN(leaves_when_the_terminal_is_gone, NULL, end)
{
    start(24, 80, quick, utf8);
    see("● ready");
    pid_t engine = terminal_child(t.pid);
    close(t.fd);
    t.fd = -1;
    double then = clock_s();
    while (waitpid(t.pid, NULL, WNOHANG) == 0 && clock_s() - then < 2)
        usleep(10000);
    assert_true(clock_s() - then < 1);
    assert_false(is_alive(engine));
}

/* A screen of kernels would hide a typo. */
TEST_IN(ends_without_its_only_matrix, NULL, end)
{
    static char absent[] = "matrices/stencil27-5.mtx", unknown[] = "cage44";
    start(24, 80, absent, utf8);
    int status = terminal_end(&t, 20);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 3 && shown("mean stencil27-4.mtx?"));
    end(NULL);
    start(24, 80, unknown, utf8);
    status = terminal_end(&t, 20);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 2 && shown("did you mean the matrix cage4?"));
}

TEST_IN(refuses_what_is_no_terminal, NULL, end)
{
    static const char *const dumb[] = { "TERM=dumb", "LC_ALL=C.UTF-8", NULL };
    start(24, 80, quick, dumb);
    int status = terminal_end(&t, 5);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 2);
    assert_true(shown("TERM"));
    end(NULL);
    static const char *const none[] = { "TERM", "LC_ALL=C.UTF-8", NULL };
    start(24, 80, quick, none);
    status = terminal_end(&t, 5);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 2);
}

TEST_IN(speaks_ascii_in_a_plain_locale, NULL, end)
{
    static const char *const plain[] = { "TERM=xterm", "LC_ALL=C", "NO_COLOR=1",
                                         "XDG_CONFIG_HOME=/tmp/nzscope-test-state", NULL };
    start(24, 80, quick, plain);
    see("* ready");
    see("1,600 x 1,600");
    for (size_t i = 0; i < t.used; i++)
        assert_true((unsigned char)t.raw[i] < 0x80);
    assert_false(sets_colours(t.raw, t.used));
    leave("qq");
}

/* vt100 has no such keys: the bytes were taken for Esc, which closed the page, and a digit. */
TEST_IN(takes_a_clicker_at_any_terminal, NULL, end)
{
    static const char *const old[] = { "TERM=vt100", "LC_ALL=C.UTF-8", NULL };
    start(24, 80, quick, old);
    see("● ready");
    enter("?", "/ finds a word or sign");
    type("\x1b[6~");
    see("at the end of a bar: it");
    type("\x1b[5~");
    see("mark or unmark this kernel");
    leave("qqq");
}

TEST_IN(suspends_and_comes_back, NULL, end)
{
    start(24, 80, quick, utf8);
    see("● ready");
    type("\x1a");
    int status = 0;
    for (double until = clock_s() + 3; clock_s() < until;) {
        terminal_read(&t, 10);
        if (waitpid(t.pid, &status, WNOHANG | WUNTRACED) == t.pid)
            break;
    }
    assert_true(WIFSTOPPED(status));
    kill(t.pid, SIGCONT);
    enter("?", "/ finds a word or sign");
    type("\x1bq");
    leave("qq");
}

TEST_IN(is_small_and_goes_on, NULL, end)
{
    start(24, 80, quick, utf8);
    see("● ready");
    terminal_resize(&t, 3, 12);
    see("12×3, needs");
    terminal_resize(&t, 12, 40);
    see("4 5 Kernels 6 7");
    enter("1", "1,600 × 1,600");
    leave("qq");
}

TEST_IN(plays_a_recording, NULL, end)
{
    char path[] = "/tmp/nzscope-played-XXXXXX", word[] = "replay", *argv[] = { terminal_program(), word, path, NULL };
    static const char recording[] = "{\"t\":0,\"ev\":\"hello\",\"protocol\":2}\n{\"t\":600,\"ev\":\"ready\"}\n";
    int fd = mkstemp(path);
    assert_int_equal(write(fd, recording, sizeof recording - 1), sizeof recording - 1);
    close(fd);
    terminal_start(&t, 24, 80, argv, utf8);
    see("10:00 · a recording");
    unlink(path);
    see("━ 7 Run");
    enter(":nothing\r", "no command is named nothing");
}

TESTS(NULL, NULL)
