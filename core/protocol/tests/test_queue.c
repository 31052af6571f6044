/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_queue: order, cancelling and ending, with real threads. */
#include <pthread.h>

#include "core/protocol/queue.h"
#include "core/tests/cmocka.h"

enum { MANY = 2000 };

static struct command *numbered(int number)
{
    struct command *c = command_parse("close", 5);
    c->number = number;
    return c;
}

TEST(test_order)
{
    struct queue *q = queue_new();
    for (int i = 1; i <= 3; i++)
        assert_true(queue_push(q, numbered(i)));
    for (int i = 1; i <= 3; i++) {
        struct command *c = queue_pop(q);
        assert_int_equal(c->number, i);
        command_free(c);
    }
    queue_free(q);
}

/* What comes behind a command of another verb waits for it. */
TEST(test_pop_of_some_verbs)
{
    struct queue *q = queue_new();
    assert_null(queue_pop_of(q, UINT64_MAX));
    assert_true(queue_push(q, numbered(1)));
    assert_null(queue_pop_of(q, UINT64_MAX ^ UINT64_C(1) << VERB_close));
    struct command *c = queue_pop_of(q, UINT64_C(1) << VERB_close);
    assert_int_equal(c->number, 1);
    command_free(c);
    queue_free(q);
}

TEST(test_stop_spares_what_comes_later)
{
    struct queue *q = queue_new();
    assert_false(queue_cancelled(q, 1));
    queue_stop(q, 3);
    assert_true(queue_cancelled(q, 1));
    assert_true(queue_cancelled(q, 2));
    assert_false(queue_cancelled(q, 4));
    queue_stop(q, 2); /* an older stop takes nothing back */
    assert_true(queue_cancelled(q, 2));
    queue_free(q);
}

TEST(test_full)
{
    struct queue *q = queue_new();
    for (int i = 1; i <= QUEUE_COMMANDS; i++)
        assert_true(queue_push(q, numbered(i)));
    struct command *c = numbered(QUEUE_COMMANDS + 1);
    assert_false(queue_push(q, c));
    command_free(queue_pop(q));
    assert_true(queue_push(q, c));
    queue_free(q); /* frees what waits: the leak checker sees it */
}

TEST(test_full_of_bytes)
{
    struct queue *q = queue_new();
    struct command *c = numbered(1), *d = numbered(2);
    c->size = QUEUE_BYTES;
    assert_true(queue_push(q, c));
    assert_false(queue_push(q, d));
    command_free(queue_pop(q));
    assert_true(queue_push(q, d));
    queue_free(q);
}

static void *pop_until_quit(void *arg)
{
    static int popped;
    struct queue *q = arg;
    struct command *c;
    popped = 0;
    for (int last = 0; (c = queue_pop(q)) != NULL; last = c->number, command_free(c)) {
        if (c->number <= last)
            return NULL;
        popped++;
    }
    return &popped;
}

TEST(test_threads)
{
    struct queue *q = queue_new();
    pthread_t worker;
    assert_int_equal(pthread_create(&worker, NULL, pop_until_quit, q), 0);
    for (int i = 1; i <= MANY; i++) {
        struct command *c = numbered(i);
        while (!queue_push(q, c))
            usleep(100);
        if (i % 100 == 0)
            queue_stop(q, i);
    }
    struct command *last = numbered(MANY + 1);
    while (!queue_push(q, last))
        usleep(100);
    usleep(10000);
    queue_quit(q);
    void *popped = NULL;
    pthread_join(worker, &popped);
    assert_non_null(popped);
    assert_true(*(int *)popped > 0);
    assert_true(queue_cancelled(q, MANY + 1));
    queue_free(q);
}

TEST(test_quit_wakes)
{
    struct queue *q = queue_new();
    pthread_t worker;
    assert_int_equal(pthread_create(&worker, NULL, pop_until_quit, q), 0);
    usleep(20000);
    queue_quit(q);
    pthread_join(worker, NULL);
    assert_true(queue_push(q, numbered(1)));
    assert_null(queue_pop(q)); /* nothing more is carried out */
    queue_free(q);
}

TESTS(NULL, NULL)
