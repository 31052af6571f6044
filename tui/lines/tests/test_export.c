/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_export: a file that is being written when the program is told to leave, or its engine ends, stays as it was, and
   nothing is left beside it. */
#include <signal.h>
#include <sys/stat.h>

#include <glob.h>

#include "tui/lines/tests/program.h"
#include "tui/link/tests/fake_engine.h"

static char target[64];
static const char before[] = "what was there before\n";

/* Sends the first six bytes of a matrix, and waits: for `stop`, `quit`, or the end. */
#define SENDS                                                                                                          \
    HELLO "echo '{\"ev\":\"ready\"}'\n"                                                                                \
          "read write\necho '{\"ev\":\"data\",\"cmd\":1,\"name\":\"a\",\"bytes\":6}'\nprintf %s '%%Matr'\n"

static int files(void)
{
    glob_t g;
    char pattern[64];
    snprintf(pattern, sizeof pattern, "%s/*", folder);
    int n = glob(pattern, 0, NULL, &g) == 0 ? (int)g.gl_pathc : 0;
    globfree(&g);
    return n;
}

/* Whether the first bytes have come beside the target. */
static bool has_begun(void)
{
    glob_t g;
    char pattern[80];
    struct stat st;
    snprintf(pattern, sizeof pattern, "%s.*", target);
    bool begun = glob(pattern, 0, NULL, &g) == 0 && stat(g.gl_pathv[0], &st) == 0 && st.st_size == 6;
    globfree(&g);
    return begun;
}

static void assert_untouched(void)
{
    char *text = slurp(target);
    assert_string_equal(text, before);
    free(text);
    assert_int_equal(files(), 1);
}

/* Ends with `status` when it gets `number` (0: none) in the midst of writing. */
static void ends(const char *script, int number, int status)
{
    const char *engine = fake_engine(script);
    int got;
    pid_t child = fork();
    if (child == 0) {
        if (freopen("/dev/null", "w", stderr))
            execl(program, "nzscope", "gen", "diag:3", "-o", target, "--engine", engine, (char *)NULL);
        _exit(99);
    }
    int tries = number ? 3000 : 0;
    while (tries > 0 && !has_begun()) {
        usleep(10000);
        tries--;
    }
    if (number)
        kill(child, tries > 0 ? number : SIGKILL);
    assert_int_equal(waitpid(child, &got, 0), child);
    fake_engine_remove(engine);
    assert_true(WIFEXITED(got));
    assert_int_equal(WEXITSTATUS(got), status);
    assert_untouched();
}

TEST(test_signals)
{
    ends(SENDS "read quit\n", SIGTERM, 143);
    ends(SENDS "read quit\n", SIGQUIT, 131);
    ends(SENDS "read quit\n", SIGHUP, 129);
    ends(SENDS "read stop\necho '{\"ev\":\"done\",\"cmd\":1,\"status\":130,\"text\":\"cancelled\"}'\nread quit\n",
         SIGINT, 130);
}

TEST(test_engine_ends)
{
    ends(SENDS "exit 3\n", 0, 6);
    ends(SENDS "kill -9 $$\n", 0, 6);
    ends(SENDS "echo '{\"ev\":\"done\",\"cmd\":1,\"status\":4,\"text\":\"no memory\"}'\nread quit\n", 0, 4);
}

static int with_target(void **state)
{
    if (prepare(state))
        return -1;
    write_file("a.mtx", before);
    snprintf(target, sizeof target, "%s", at("a.mtx"));
    return 0;
}

TESTS(with_target, clean)
