/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reader: bytes to lines to commands. A line may hold anything and may be of any length; what is too long is skipped.
 */
#include "core/protocol/listener.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/protocol/event.h"
#include "core/protocol/queue.h"

enum { READER_CHUNK = 1 << 16 };

struct reader {
    struct events *events;
    struct queue *queue;
    int number; /* of the last command */
    char *line; /* the line that is coming in, COMMAND_LINE_MAX bytes */
    size_t length;
    bool too_long;
};

static void reader_refuse(struct reader *r, enum err_code code, const char *why)
{
    struct err e;
    err_set(&e, code, "%s", why);
    event_done(r->events, r->number, &e);
}

/* False: quit. */
static bool reader_command(struct reader *r, struct command *c)
{
    c->number = ++r->number;
    enum verb verb = c->verb;
    bool control = verb == VERB_stop || verb == VERB_quit;
    if (verb == VERB_stop)
        queue_stop(r->queue, c->number);
    if (!control && !queue_push(r->queue, c)) {
        reader_refuse(r, ERR_MEMORY, "too many commands wait; send stop, or wait for some to be done");
        control = true;
    }
    if (control)
        command_free(c);
    return verb != VERB_quit;
}

static bool reader_line(struct reader *r)
{
    struct command *c =
        r->too_long ? command_wrong("a command line is longer than 1 MB") : command_parse(r->line, r->length);
    r->length = 0;
    r->too_long = false;
    return !c || reader_command(r, c);
}

/* False: quit. */
static bool reader_take(struct reader *r, const char *bytes, size_t count)
{
    while (count > 0) {
        const char *newline = memchr(bytes, '\n', count);
        size_t n = newline ? (size_t)(newline - bytes) : count;
        r->too_long = r->too_long || n > COMMAND_LINE_MAX - r->length;
        if (!r->too_long) {
            memcpy(r->line + r->length, bytes, n);
            r->length += n;
        }
        if (!newline)
            return true;
        if (!reader_line(r))
            return false;
        bytes += n + 1;
        count -= n + 1;
    }
    return true;
}

void reader_run(struct events *events, struct queue *queue, int in, int wake)
{
    struct reader r = { .events = events, .queue = queue, .line = malloc(COMMAND_LINE_MAX) };
    char *chunk = malloc(READER_CHUNK);
    struct pollfd fd[2] = { { .fd = in, .events = POLLIN }, { .fd = wake, .events = POLLIN } };
    while (r.line && chunk) {
        if (poll(fd, 2, -1) < 0 && errno != EINTR)
            break;
        if (fd[1].revents)
            break;
        ssize_t n = fd[0].revents ? read(in, chunk, READER_CHUNK) : -1;
        if (fd[0].revents && n < 0 && errno != EINTR && errno != EAGAIN)
            break;
        if (n == 0 || (n > 0 && !reader_take(&r, chunk, (size_t)n)))
            break;
    }
    free(chunk);
    free(r.line);
}
