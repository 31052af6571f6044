/* SPDX-License-Identifier: GPL-3.0-or-later */
/* connection: the engine, or a recording of one, and what it has been asked for. */
#pragma once

#include "tui/link/client.h"
#include "tui/views/scene.h"

/* Commands to the engine of which one each may be under way; the last ones are the views'. */
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
    int pending[PENDING_COUNT];   /* numbers of commands that have not been answered; 0: none */
    char wanted[VIEW_COUNT][320]; /* what was last sent for each view; "": nothing for this matrix */
    bool stopping;                /* `stop` has been sent */
    bool stale;                   /* the settings have changed since `problem` was sent */
    bool waits;                   /* it is busy… */
    double heard;                 /* …and when it last said something */
    bool over;                    /* it is gone for good, or the recording is at its end */
    char why[500];                /* why there is none; "" after a recording */
    bool loops;                   /* the recording is played over and over… */
    double ended;                 /* …and when it last ended */
};

/* Whether the engine opens, runs or reorders. */
static inline bool connection_busy(const struct connection *c)
{
    return c->pending[PENDING_OPEN] || c->pending[PENDING_RUN] || c->pending[PENDING_REORDER];
}

/* Whether it has answered everything. */
static inline bool connection_rests(const struct connection *c)
{
    return !connection_busy(c) && !c->pending[PENDING_PROBLEM] && (!c->client || client_pending(c->client) == 0);
}
