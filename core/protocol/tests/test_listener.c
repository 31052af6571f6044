/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_listener: bytes become numbered commands, whatever the bytes. */
#include <pthread.h>

#include "core/protocol/event.h"
#include "core/protocol/listener.h"
#include "core/protocol/queue.h"
#include "core/tests/cmocka.h"

struct pipe_bed {
    int in[2], wake[2], out[2];
    struct events *events;
    struct queue *queue;
    pthread_t thread;
    bool joined;
};

static void *read_all(void *arg)
{
    struct pipe_bed *b = arg;
    listener_run(b->events, b->queue, b->in[0], b->wake[0]);
    return NULL;
}

static void bed_open(struct pipe_bed *b)
{
    b->joined = false;
    assert_true(pipe(b->in) == 0 && pipe(b->wake) == 0 && pipe(b->out) == 0);
    b->events = events_new(b->out[1]);
    b->queue = queue_new();
    assert_int_equal(pthread_create(&b->thread, NULL, read_all, b), 0);
}

static void bed_send(struct pipe_bed *b, const char *bytes, size_t n)
{
    while (n > 0) {
        ssize_t done = write(b->in[1], bytes, n);
        assert_true(done > 0);
        bytes += done;
        n -= (size_t)done;
    }
}

static void bed_say(struct pipe_bed *b, const char *text)
{
    bed_send(b, text, strlen(text));
}

static void bed_join(struct pipe_bed *b)
{
    pthread_join(b->thread, NULL);
    b->joined = true;
}

static void bed_close(struct pipe_bed *b)
{
    if (!b->joined)
        bed_join(b);
    queue_free(b->queue);
    events_free(b->events);
    for (int i = 0; i < 2; i++) {
        close(b->wake[i]);
        close(b->out[i]);
    }
    close(b->in[0]);
    close(b->in[1]);
}

/* The next command, which must have this number and verb. */
static void expect(struct pipe_bed *b, int number, enum verb verb)
{
    struct command *c = queue_pop(b->queue);
    assert_non_null(c);
    assert_int_equal(c->number, number);
    assert_int_equal(c->verb, verb);
    command_free(c);
}

TEST(test_numbers)
{
    struct pipe_bed b;
    bed_open(&b);
    bed_say(&b, "close\n\n  \nbogus\nclo");
    bed_say(&b, "se\r\nstop\nwrite\nquit\nclose\n");
    expect(&b, 1, VERB_close);
    expect(&b, 2, VERB_COUNT); /* blank lines have no number */
    expect(&b, 3, VERB_close);
    expect(&b, 5, VERB_write); /* stop has one, and is never queued */
    bed_join(&b);
    assert_true(queue_cancelled(b.queue, 3));
    assert_false(queue_cancelled(b.queue, 5));
    queue_quit(b.queue);
    assert_null(queue_pop(b.queue)); /* what follows quit is not read */
    bed_close(&b);
}

TEST(test_long_lines)
{
    struct pipe_bed b;
    char *line = malloc(COMMAND_LINE_MAX + 1);
    memset(line, 'x', COMMAND_LINE_MAX + 1);
    bed_open(&b);
    bed_send(&b, line, COMMAND_LINE_MAX + 1);
    bed_say(&b, "\nopen ");
    bed_send(&b, line, COMMAND_LINE_MAX - 5);
    bed_say(&b, "\nclose\n");
    struct command *c = queue_pop(b.queue);
    assert_int_equal(c->verb, VERB_COUNT);
    assert_string_equal(c->wrong.text, "a command line is longer than 1 MB");
    command_free(c);
    c = queue_pop(b.queue);
    assert_int_equal(c->verb, VERB_open);
    assert_int_equal(strlen(c->word[0]), COMMAND_LINE_MAX - 5);
    command_free(c);
    expect(&b, 3, VERB_close);
    bed_say(&b, "quit\n");
    bed_close(&b);
    free(line);
}

TEST(test_too_much_waits)
{
    struct pipe_bed b;
    bed_open(&b);
    for (int i = 0; i <= QUEUE_COMMANDS; i++)
        bed_say(&b, "close\n");
    bed_say(&b, "quit\n");
    char answer[300] = "";
    assert_true(read(b.out[0], answer, sizeof answer - 1) > 0);
    assert_non_null(strstr(answer, "\"cmd\":4097,\"status\":4"));
    bed_close(&b);
}

TEST(test_garbage)
{
    struct pipe_bed b;
    char bytes[4096];
    uint32_t seed = 3;
    for (size_t i = 0; i < sizeof bytes; i++) {
        seed = seed * 1664525u + 1013904223u;
        bytes[i] = (char)(seed >> 16);
    }
    bed_open(&b);
    bed_send(&b, bytes, sizeof bytes);
    bed_say(&b, "\nquit\n");
    bed_close(&b);
}

TEST(test_the_worker_has_ended)
{
    struct pipe_bed b;
    bed_open(&b);
    close(b.wake[1]); /* input stays open */
    bed_join(&b);
    b.wake[1] = dup(b.wake[0]);
    bed_close(&b);
}

TEST(test_end_of_input)
{
    struct pipe_bed b;
    bed_open(&b);
    bed_say(&b, "close\nwri"); /* a line without its end is no command */
    close(b.in[1]);
    bed_join(&b);
    expect(&b, 1, VERB_close);
    queue_quit(b.queue);
    assert_null(queue_pop(b.queue));
    b.in[1] = dup(b.in[0]);
    bed_close(&b);
}

TESTS(NULL, NULL)
