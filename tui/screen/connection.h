/* SPDX-License-Identifier: GPL-3.0-or-later */
/* connection: the engine, or a recording of one, and the pending requests to it. */
#pragma once

#include "tui/link/client.h"
#include "tui/views/scene.h"

/* Commands to the engine that are limited to one pending each; the last ones are the views'. */
enum {
    PENDING_OPEN,
    PENDING_RUN,
    PENDING_REORDER,
    PENDING_PROBLEM,
    PENDING_VIEW,
    PENDING_COUNT = PENDING_VIEW + VIEW_COUNT
};

struct connection {
    struct client *client;        /* NULL in tests of views */
    int pending[PENDING_COUNT];   /* numbers of unanswered commands; 0: none */
    char wanted[VIEW_COUNT][320]; /* last sent for each view; "": nothing for this matrix */
    bool stopping;                /* `stop` has been sent */
    bool stale;                   /* the settings have changed since the last `problem` */
    bool waits;                   /* it is busy… */
    double heard;                 /* …and the time of its last event */
    bool over;                    /* the engine is gone for good, or the recording has ended */
    char why[500];                /* why there is no engine; "" after a recording */
    bool loops;                   /* the recording repeats… */
    double ended;                 /* …and the time of its last end */
};

/* Whether the engine is opening, running or reordering. */
static inline bool connection_busy(const struct connection *c)
{
    return c->pending[PENDING_OPEN] || c->pending[PENDING_RUN] || c->pending[PENDING_REORDER];
}

/* Whether everything is answered. */
static inline bool connection_rests(const struct connection *c)
{
    return !connection_busy(c) && !c->pending[PENDING_PROBLEM] && (!c->client || client_pending(c->client) == 0);
}
