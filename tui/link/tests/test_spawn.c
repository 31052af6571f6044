/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_spawn: what the engine inherits from the front end, and what is said when it cannot be started. */
#include <sys/resource.h>

#include "core/tests/cmocka.h"
#include "tui/link/spawn.h"
#include "tui/link/tape.h"

/* The threads of the CPU, as the engine reports them to a front end with these variables set. */
static int threads(const char *variables)
{
    const char *build = getenv("NZSCOPE_BUILD");
    char command[600];
    int n = 0;
    snprintf(command, sizeof command,
             "%s %s/nzscope list devices 2>/dev/null | awk -F'\\t' '$1 == \"cpu\" { print $7 }'", variables,
             build ? build : "build");
    FILE *f = popen(command, "r");
    assert_non_null(f);
    assert_int_equal(fscanf(f, "%d", &n), 1);
    pclose(f);
    return n;
}

/* libgomp also binds the front end where it is told to bind: the engine must not inherit a single processor. */
TEST(bound)
{
    static const char *const how[] = { "OMP_PROC_BIND=true", "OMP_PLACES=threads", "GOMP_CPU_AFFINITY=0-63" };
    int all = threads("");
    for (size_t i = 0; i < COUNT(how); i++)
        assert_int_equal(threads(how[i]), all);
}

/* make is no cure for a lack of descriptors. */
TEST(descriptors)
{
    struct child c;
    struct err e;
    struct rlimit was, few = { 3, 3 };
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &was), 0);
    few.rlim_max = was.rlim_max;
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &few), 0);
    bool ok = spawn_engine(NULL, false, &c, &e);
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &was), 0);
    assert_false(ok);
    assert_int_equal(e.code, ERR_ENGINE);
    assert_non_null(strstr(e.text, strerror(EMFILE)));
    assert_null(strstr(e.text, "make"));
}

/* A recording names every processor that it was made on, also one whose name ends another's. */
TEST(a_tape_names_its_processors)
{
    char path[] = "/tmp/nzscope-tape-XXXXXX";
    struct err e = { 0 };
    FILE *f = fdopen(mkstemp(path), "w");
    for (int i = 0; i < 2; i++)
        fprintf(f, "{\"t\":%d,\"ev\":\"measurement\",\"processor\":\"%s\"}\n", i, i ? "Xeon" : "Intel Xeon");
    fclose(f);
    struct tape *t = tape_play(path, 1, &e);
    unlink(path);
    assert_non_null(t);
    assert_string_equal(tape_state(t).origin, "recorded on Intel Xeon and Xeon");
    tape_close(t);
}

TESTS(NULL, NULL)
