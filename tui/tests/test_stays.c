/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_stays: the real program and engine in a pseudo-terminal: after a typing error what was open is still there, on
   the screen and at the prompt. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tui/tests/terminal.h"

static char program[512];
static struct terminal t;

static void start(char *word)
{
    static const char *const env[] = { "TERM=xterm-256color", "LC_ALL=C.UTF-8",
                                       "XDG_STATE_HOME=/tmp/nzscope-test-state", NULL };
    char *argv[] = { program, word, NULL };
    terminal_start(&t, 24, 100, argv, env);
}

static int end(void **state)
{
    (void)state;
    terminal_free(&t);
    return 0;
}

static void see(const char *text)
{
    if (terminal_wait(&t, text, 60))
        return;
    terminal_dump(&t);
    fail_msg("the terminal does not show: %s", text);
}

static void leave(const char *keys)
{
    terminal_type(&t, keys);
    int status = terminal_end(&t, 3);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

static void on_the_screen(void **state)
{
    (void)state;
    start("gen:stencil9:40");
    see("1,600 × 1,600");
    terminal_type(&t, ":reorder rcm\r");
    see("stencil9:40 · rcm");
    terminal_type(&t, ":open missing.mtx\r");
    see("missing.mtx: cannot be opened: No such file or directory; stencil9:40 stays open");
    assert_true(terminal_shows(&t, "stencil9:40 · rcm") && terminal_shows(&t, "1,600 × 1,600"));
    terminal_type(&t, "/csr.serial\rr");
    see("✓");
    assert_true(terminal_shows(&t, "stencil9:40 · rcm"));
    leave("q");
}

static void at_the_prompt(void **state)
{
    (void)state;
    start("prompt");
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

int main(void)
{
    const char *build = getenv("NZSCOPE_BUILD");
    snprintf(program, sizeof program, "%s/nzscope", build ? build : "build");
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(on_the_screen, end),
        cmocka_unit_test_teardown(at_the_prompt, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
