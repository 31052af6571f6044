/* SPDX-License-Identifier: GPL-3.0-or-later */
/* stream: a piece fills up, then it goes out. */
#include "core/engine/stream.h"

#include <string.h>

static void stream_flush(struct stream *t)
{
    if (t->used > 0)
        event_data(t->session->events, t->session->cmd, t->name, t->piece, t->used);
    t->used = 0;
}

static bool stream_put(void *arg, const char *bytes, size_t n, struct err *e)
{
    struct stream *t = arg;
    while (n > 0) {
        size_t part = n < STREAM_PIECE - t->used ? n : STREAM_PIECE - t->used;
        memcpy(t->piece + t->used, bytes, part);
        t->used += part;
        bytes += part;
        n -= part;
        if (t->used == STREAM_PIECE)
            stream_flush(t);
    }
    return !session_cancelled(t->session) || err_set(e, ERR_CANCELLED, "cancelled");
}

struct mm_sink stream_open(struct stream *t, struct session *s, const char *name)
{
    t->session = s;
    t->name = name;
    t->used = 0;
    return (struct mm_sink){ .put = stream_put, .arg = t };
}

bool stream_end(struct stream *t, bool whole)
{
    stream_flush(t);
    event_data(t->session->events, t->session->cmd, t->name, "", 0);
    return whole;
}
