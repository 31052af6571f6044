/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_engine_reorder: the engine in other orders: every kernel's result, what is told, what is refused. */
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/wait.h>

#include "core/engine/orders.h"
#include "core/engine/tests/engine_client.h"
#include "core/protocol/queue.h"
#include "core/tests/cmocka.h"

enum { NAMES = 16 };

/* The orderings that can be had here, METIS or not; reads up to `ready`. */
static int orderings(struct engine_client *c, char name[NAMES][32])
{
    int count = 0;
    for (bool ready = false; !ready;) {
        json_t *event = client_next(c);
        assert_non_null(event);
        ready = strcmp(text_of(event, "ev"), "ready") == 0;
        if (strcmp(text_of(event, "ev"), "ordering") == 0) {
            bool can = json_is_true(json_object_get(event, "ready"));
            assert_true(can || strstr(text_of(event, "why"), "METIS"));
            if (can)
                snprintf(name[count++], 32, "%s", text_of(event, "name"));
        }
        json_decref(event);
    }
    assert_true(count >= 3);
    return count;
}

/* Every kernel that takes the matrix computes the right Y in every order: the engine checks it against the reference in
   the order of the file, and Y comes out in that order, the same but for rounding. One that asks for more than the
   sizes tell may find while it prepares that the matrix is not for it. */
ENGINE_TEST(every_kernel)
{
    char name[NAMES][32];
    int count = orderings(c, name);
    client_must(c, "open gen:rmat:7:5\n");
    json_t *supports = client_ask(c, "problem k=3\n", "supports"), *kernel;
    size_t i;
    int ran = 0;
    json_array_foreach(json_object_get(supports, "items"), i, kernel) {
        if (!json_is_true(json_object_get(kernel, "ok")) || strncmp(text_of(kernel, "name"), "cpu.", 4) != 0)
            continue;
        for (int o = 1; o < count; o++) {
            int cmd = client_say(c, "mul kernel=%s k=3 reorder=%s\n", text_of(kernel, "name"), name[o]);
            json_t *m = client_until(c, "measurement", cmd);
            if (strcmp(text_of(m, "status"), "unsupported") == 0) {
                json_decref(m);
                client_done(c, cmd, 7, "");
                continue;
            }
            if (strcmp(text_of(m, "status"), "ok") != 0)
                fail_msg("%s reorder=%s: %s", text_of(kernel, "name"), name[o], text_of(m, "text"));
            assert_string_equal(text_of(m, "reorder"), name[o]);
            json_decref(m);
            free(client_stream(c, "y", cmd));
            client_done(c, cmd, 0, "");
            ran++;
        }
    }
    assert_true(ran > 5 * (count - 1));
    json_decref(supports);
}

/* The numbers of a Matrix Market array, after its header. */
static int numbers(char *text, double *to, int room)
{
    int n = -1; /* the line of sizes */
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n"))
        if (*line != '%' && n++ >= 0 && n <= room)
            to[n - 1] = strtod(line, NULL);
    return n;
}

ENGINE_TEST(original_order)
{
    double y[2][300];
    client_must(c, "open gen:uniform:150:90:900\n"); /* not square: rows alone */
    static const char *const orders[] = { "none", "rowlen" };
    for (int o = 0; o < 2; o++) {
        int cmd = client_say(c, "mul k=2 seed=5 type=f32 reorder=%s\n", orders[o]);
        char *text = client_stream(c, "y", cmd);
        assert_int_equal(numbers(text, y[o], 300), 300);
        free(text);
        client_done(c, cmd, 0, "");
    }
    for (int i = 0; i < 300; i++)
        assert_true(fabs(y[0][i] - y[1][i]) <= 1e-4);
}

static double number_of(const json_t *event, const char *name)
{
    const json_t *value = json_object_get(event, name);
    return json_is_number(value) ? json_number_value(value) : NAN;
}

ENGINE_TEST(run_in_orders)
{
    static const char *const want[] = { "", "reorder=rowlen", "reorder=rcm" };
    client_must(c, "open gen:demo\n");
    int cmd = client_say(c, "run reorder=rcm,none,rowlen kernel=cpu.csr.serial samples=3\n");
    for (int i = 0; i < 3; i++) {
        json_t *m = client_until(c, "measurement", cmd);
        assert_string_equal(text_of(m, "status"), "ok");
        assert_string_equal(text_of(m, "params"), want[i]);
        assert_int_equal(integer_of(m, "index"), i + 1);
        assert_int_equal(integer_of(m, "of"), 3);
        assert_true((json_object_get(m, "pays_after") != NULL) == (i > 0));
        assert_true(i == 0 || number_of(m, "prepare_ms") >= number_of(m, "reorder_ms"));
        assert_true(i == 0 || number_of(m, "plain_ms") > 0);
        assert_true(number_of(m, "speedup") == 1); /* against itself in the same order */
        json_decref(m);
    }
    client_done(c, cmd, 0, "");
    client_done(c, client_say(c, "run op=transpose kernel=cpu.transpose.serial reorder=rcm\n"), 7,
                "transpose is not reordered");
    client_done(c, client_say(c, "run reorder=rcm,best\n"), 2, "there are: none, rowlen, rcm");
    client_done(c, client_say(c, "mul reorder=rcm,none\n"), 2, "one ordering");
}

/* A kernel that has sought an order of rows of its own says whether it runs in one. */
ENGINE_TEST(sought_order)
{
    static const char *const spec[] = { "gen:blocks:20000:16", "gen:uniform:20000:20000:320000" };
    static const char *const want[] = { "ORDER=similar", "ORDER=file" };
    for (int i = 0; i < 2; i++) {
        client_done(c, client_say(c, "open %s\n", spec[i]), 0, "");
        json_t *m = client_ask(c, "run kernel=cpu.csr.block k=4 samples=3 set.ORDER=similar\n", "measurement");
        assert_string_equal(text_of(m, "status"), "ok");
        assert_non_null(strstr(text_of(m, "params"), want[i]));
        json_decref(m);
    }
}

/* The view is reordered: what is told, and what the next run and transposition do; then back. */
ENGINE_TEST(view_in_order)
{
    int cmd = client_say(c, "open gen:road:5000\n");
    json_t *was = client_until(c, "matrix", cmd), *spy = client_until(c, "spy", cmd);
    assert_null(json_object_get(was, "reorder"));
    client_done(c, cmd, 0, "");
    cmd = client_say(c, "reorder rowlen\n");
    json_t *change = client_until(c, "reordered", cmd), *is = client_until(c, "matrix", cmd),
           *other = client_until(c, "spy", cmd);
    client_done(c, cmd, 0, "");
    assert_string_equal(text_of(is, "reorder"), "rowlen");
    assert_true(number_of(is, "profile") > number_of(was, "profile"));
    assert_true(json_integer_value(json_array_get(json_object_get(change, "lower"), 0)) ==
                integer_of(was, "bandwidth_lower"));
    assert_true(json_integer_value(json_array_get(json_object_get(change, "lower"), 1)) ==
                integer_of(is, "bandwidth_lower"));
    assert_true(json_equal(json_object_get(was, "hist"), json_object_get(is, "hist")));
    assert_false(json_equal(json_object_get(spy, "cells"), json_object_get(other, "cells")));
    json_t *m = client_ask(c, "run kernel=cpu.csr.serial samples=3\n", "measurement");
    assert_string_equal(text_of(m, "params"), "reorder=rowlen");
    json_decref(m);
    for (int i = 0; i < 2; i++) {
        m = client_ask(c, i ? "advise type=f32\n" : "advise\n", "advice");
        assert_string_equal(text_of(m, "reorder"), "rowlen");
        json_decref(m);
    }
    m = client_ask(c, "run op=transpose kernel=cpu.transpose.serial samples=3\n", "measurement");
    assert_string_equal(text_of(m, "status"), "ok");
    assert_string_equal(text_of(m, "params"), "");
    json_decref(m);
    m = client_ask(c, "reorder none\n", "matrix");
    assert_null(json_object_get(m, "reorder"));
    assert_int_equal(integer_of(m, "profile"), integer_of(was, "profile"));
    json_decref(m);
    json_decref(other);
    json_decref(is);
    json_decref(change);
    json_decref(spy);
    json_decref(was);
}

/* ---- what finding an order takes ---- */

static int found;

/* The first search waits for its processor, which a program that never rests shares. */
static bool waiting_find(const struct csr *a, int32_t *order, const struct progress *p, struct err *e)
{
    cpu_set_t one, usual;
    reorder_identity(order, a->m);
    if (found++ > 0)
        return true;
    CPU_ZERO(&one);
    CPU_SET((size_t)sched_getcpu(), &one);
    sched_getaffinity(0, sizeof usual, &usual);
    sched_setaffinity(0, sizeof one, &one);
    const double until = stretched_waited_ms() + 60;
    const pid_t other = fork();
    for (volatile bool on = true; other == 0 && on;)
        on = true;
    while (stretched_waited_ms() < until)
        ;
    kill(other, SIGKILL);
    waitpid(other, NULL, 0);
    return sched_setaffinity(0, sizeof usual, &usual) == 0;
}

static uint64_t no_bytes(const struct csr *a, const struct stats *s)
{
    return 0;
}

TEST(an_order_found_without_a_processor_is_found_again)
{
    static const struct reorder waiting = { .name = "waiting", .bytes = no_bytes, .find = waiting_find };
    struct session *s = calloc(1, sizeof *s);
    int64_t ptr[] = { 0, 1, 2 };
    int32_t ind[] = { 0, 1 };
    double val[] = { 1, 2 };
    struct err e = { 0 };
    s->events = events_new(open("/dev/null", O_WRONLY));
    s->queue = queue_new();
    s->limit = 1 << 20;
    s->matrix.csr = (struct csr){ .m = 2, .n = 2, .nnz = 2, .ptr = ptr, .ind = ind, .val = val };
    assert_true(orders_use(s, &waiting, &e));
    assert_int_equal(found, s->current->took.times);
    assert_in_range(found, 2, STRETCHED_TRIES);
    assert_true(s->current->took.ms < 60);
    orders_forget(s);
    queue_free(s->queue);
    events_free(s->events);
    free(s);
}

/* What does not take the matrix is refused with the reason, and costs nothing else. */
ENGINE_TEST(refusals)
{
    client_done(c, client_say(c, "reorder rcm\n"), 2, "no matrix is open");
    client_must(c, "open gen:uniform:30:40:200\n");
    client_done(c, client_say(c, "reorder rcm\n"), 7, "needs a square matrix, and this one is 30 × 40");
    client_done(c, client_say(c, "mul reorder=rcm\n"), 7, "needs a square matrix");
    int cmd = client_say(c, "run reorder=rcm,rowlen kernel=cpu.csr.serial samples=3\n");
    json_t *m = client_until(c, "measurement", cmd);
    assert_string_equal(text_of(m, "params"), "reorder=rowlen");
    json_decref(m);
    client_done(c, cmd, 7, "needs a square matrix");
    client_must(c, "open gen:stencil5:300\n");
    client_must(c, "limit 8000000\n"); /* the matrix itself takes 6 MB */
    client_done(c, client_say(c, "reorder rcm\n"), 4, "the order rcm would take");
    client_must(c, "limit 0\n");
    client_must(c, "reorder rcm\n");
}

/* Nested dissection of a large matrix, in its own process, ends when the user says so, and the engine goes on. */
ENGINE_TEST(stopping)
{
    char name[NAMES][32];
    int count = orderings(c, name);
    client_must(c, "open gen:stencil7:60\n");
    int cmd = client_say(c, "reorder %s\n", count > 3 ? "metis-nd" : "rcm");
    json_decref(client_until(c, "progress", cmd));
    client_say(c, "stop\n");
    client_done(c, cmd, 130, "cancel");
    client_must(c, "spy rows=4 cols=4\n");
    client_must(c, "reorder rowlen\n");
}

TESTS(NULL, NULL)
