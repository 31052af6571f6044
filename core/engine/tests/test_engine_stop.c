/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_engine_stop: whatever the engine does, it can be stopped, and it ends when it should. */
#include "core/engine/tests/engine_files.h"
#include "core/tests/cmocka.h"

ENGINE_TEST(test_stop)
{
    client_must(c, "open gen:stencil27:24\n");
    int run = client_say(c, "run k=1..100 kernel=cpu.csr.*\n"), waits = client_say(c, "write\n");
    json_decref(client_until(c, "sample", run));
    double start = clock_ms();
    client_say(c, "stop\n");
    int later = client_say(c, "histogram bins=2\n");
    client_done(c, run, 130, "cancelled");
    assert_true(clock_ms() - start < 1000);
    client_done(c, waits, 130, "cancelled");
    client_done(c, later, 0, ""); /* what comes after stop is carried out */
}

/* Whoever looks need not wait for the end of a run, but does not see the matrix in the order of a single run. */
ENGINE_TEST(test_looks_between_kernels)
{
    client_must(c, "open gen:stencil27:12\n");
    int run = client_say(c, "run kernel=cpu.csr.serial k=1..40 samples=10\n");
    int look = client_say(c, "window rows=4 cols=4\n"), waits = client_say(c, "show nothing\n");
    json_decref(client_until(c, "window", look));
    json_decref(client_until(c, "sample", run)); /* it goes on */
    client_say(c, "stop\n");
    client_done(c, run, 130, "cancelled");
    client_done(c, waits, 130, "cancelled");
    run = client_say(c, "run kernel=cpu.csr.serial k=1,2 samples=10 reorder=rcm\n");
    look = client_say(c, "histogram bins=2\n");
    client_done(c, run, 0, "");
    client_done(c, look, 0, "");
}

ENGINE_TEST(test_stop_while_opening)
{
    int cmd = client_say(c, "open gen:stencil27:128\n"); /* 55 million entries */
    json_decref(client_until(c, "progress", cmd));
    double start = clock_ms();
    client_say(c, "stop\n");
    client_done(c, cmd, 130, "");
    assert_true(clock_ms() - start < 1000);
    client_done(c, client_say(c, "write\n"), 2, "no matrix is open");
}

/* A run that would take minutes, up to where its first kernel is at work. */
static void start_long_run(struct engine_client *c)
{
    *c = client_start();
    client_must(c, "open gen:stencil27:32\n");
    int cmd = client_say(c, "run k=128 kernel=cpu.csr.serial,cpu.ell.* threads=1..100\n");
    json_decref(client_until(c, "run", cmd));
}

TEST(test_quit_while_running)
{
    struct engine_client c;
    int status;
    start_long_run(&c);
    client_say(&c, "quit\n");
    assert_true(client_reap(&c, &status) < 1000);
    assert_int_equal(status, 0);
}

TEST(test_end_of_input_while_running)
{
    struct engine_client c;
    int status;
    start_long_run(&c);
    shutdown(c.fd, SHUT_WR);
    assert_true(client_reap(&c, &status) < 1000);
    assert_int_equal(status, 0);
}

TEST(test_quit_while_nobody_reads)
{
    int status;
    struct engine_client c = client_start();
    client_must(&c, "open gen:stencil5:600\n");
    for (int i = 0; i < 50; i++) /* a quarter of a megabyte each: more than any socket holds */
        client_say(&c, "spy rows=512 cols=512\n");
    usleep(300000);
    client_say(&c, "quit\n");
    assert_true(client_reap(&c, &status) < 1000);
    assert_int_equal(status, 0);
}

TEST(test_front_end_gone)
{
    struct engine_client c;
    int status;
    start_long_run(&c);
    close(c.fd);
    c.fd = open("/dev/null", O_RDONLY);
    assert_true(client_reap(&c, &status) < 1000);
    assert_int_equal(status, 0);
}

TESTS(files_make, files_remove)
