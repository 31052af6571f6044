/* SPDX-License-Identifier: GPL-3.0-or-later */
/* listener: splits bytes into lines of any content and length; skips lines that are too long. */
#include "core/protocol/listener.h"

#include <poll.h>

#include "core/protocol/event.h"
#include "core/protocol/queue.h"

enum { LISTENER_CHUNK = 1 << 16 };

struct listener {
    struct events *events;
    struct queue *queue;
    int number; /* of the last command */
    char *line; /* the incoming line, COMMAND_LINE_MAX bytes */
    size_t length;
    bool too_long;
};

static void listener_queue(struct listener *l, struct command *c)
{
    struct err e;
    if (queue_push(l->queue, c))
        return;
    err_set(&e, ERR_MEMORY, "too many commands are waiting; send stop, or wait");
    event_done(l->events, c->number, &e);
    command_free(c);
}

/* Obeys stop and quit, and queues everything else. False: quit. */
static bool listener_command(struct listener *l, struct command *c)
{
    const enum verb verb = c->verb;
    c->number = ++l->number;
    if (verb != VERB_stop && verb != VERB_quit) {
        listener_queue(l, c);
        return true;
    }
    if (verb == VERB_stop)
        queue_stop(l->queue, c->number);
    command_free(c);
    return verb != VERB_quit;
}

/* Executes the line that has come in whole. False: quit. */
static bool listener_line(struct listener *l)
{
    struct command *c =
        l->too_long ? command_wrong("a command line is longer than 1 MB") : command_parse(l->line, l->length);
    l->length = 0;
    l->too_long = false;
    return !c || listener_command(l, c);
}

/* Takes bytes, with any number of line ends among them. False: quit. */
static bool listener_take(struct listener *l, const char *bytes, size_t count)
{
    while (count > 0) {
        const char *newline = memchr(bytes, '\n', count);
        size_t n = newline ? (size_t)(newline - bytes) : count;
        l->too_long = l->too_long || n > COMMAND_LINE_MAX - l->length;
        if (!l->too_long) {
            memcpy(l->line + l->length, bytes, n);
            l->length += n;
        }
        if (!newline)
            return true;
        if (!listener_line(l))
            return false;
        bytes += n + 1;
        count -= n + 1;
    }
    return true;
}

/* Waits for input, and takes it. False: quit, the end of input, an error, or `wake` has something. */
static bool listener_wait(struct listener *l, int in, int wake, char *chunk)
{
    struct pollfd fd[2] = { { .fd = in, .events = POLLIN }, { .fd = wake, .events = POLLIN } };
    if (poll(fd, 2, -1) < 0)
        return errno == EINTR;
    if (fd[1].revents)
        return false;
    const ssize_t n = read(in, chunk, LISTENER_CHUNK);
    if (n < 0)
        return errno == EINTR || errno == EAGAIN;
    return n > 0 && listener_take(l, chunk, (size_t)n);
}

void listener_run(struct events *events, struct queue *queue, int in, int wake)
{
    struct listener l = { .events = events, .queue = queue, .line = malloc(COMMAND_LINE_MAX) };
    char *chunk = malloc(LISTENER_CHUNK);
    while (l.line && chunk && listener_wait(&l, in, wake, chunk))
        ;
    free(chunk);
    free(l.line);
}
