/* SPDX-License-Identifier: GPL-3.0-or-later */
/* session: what the engine has open, and what every command on it may ask. One thread owns it, and alone enters OpenMP
   and devices. Includes go one way: session, room, orders, inputs, supports, batch, speed, tell, item, affinity,
   inventory, roofs, stream, look, opened, {run, advise, export}, worker. */
#ifndef NZ_SESSION_H
#define NZ_SESSION_H

#include "core/matrix/matrix.h"
#include "core/matrix/reorder.h"
#include "core/measure/given.h"
#include "core/measure/measure.h"
#include "core/measure/registry.h"
#include "core/protocol/command.h"
#include "core/protocol/event.h"

/* The time of a serial kernel, the base of speedups. */
struct baseline {
    const struct kernel *kernel;
    const struct reorder *order;
    int64_t k;
    bool cold;
    double ms;
};

/* The time of a run in the order of the file, the base of what a reordering gains. */
struct plain {
    const struct kernel *kernel;
    const struct device *device;
    int64_t k, param[PARAM_MAX];
    int threads;
    bool cold;
    double ms, ci_lo_ms, ci_hi_ms;
};

/* The matrix in another order, and what that took. */
struct ordered {
    const struct reorder *method; /* NULL: nothing is here, and no other member counts */
    struct reordering order;
    struct csr a;               /* PA or PAPᵀ */
    struct csr typed[VT_COUNT]; /* a in the types of runs, its pointers and indices shared */
    bool has[VT_COUNT];
    struct stats stats;
    double ms; /* of finding and applying the order */
};

enum { SESSION_BASELINES = 256, SESSION_PLAINS = 1024 };

struct session {
    struct events *events;
    struct queue *queue;
    int cmd; /* the command that is being carried out */
    struct event_rate rate;
    struct registry registry;
    uint64_t limit; /* bytes of memory for all that is open */
    bool limited;   /* the user set the limit, and so it holds on every device */
    bool lost;      /* a device is lost for good: the engine has to be started anew */
    bool open;
    struct matrix matrix;
    struct stats stats;
    double open_ms;
    /* Made when first needed, kept until the matrix goes: A in the types of runs, pointers and indices shared; what
       operations are given and checked against. */
    struct csr typed[VT_COUNT];
    bool has_typed[VT_COUNT];
    struct given given[OP_COUNT][VT_COUNT];
    struct ordered view, other; /* what is looked at in another order; what a run needs beside that */
    struct ordered *now;        /* the one of the two in force; NULL: the order of the file */
    struct baseline baseline[SESSION_BASELINES];
    int baselines;
    struct plain plain[SESSION_PLAINS];
    int plains;
    int runs;     /* the last id given to a run */
    int busy_cmd; /* the last command whose runs were found to be disturbed */
};

bool session_cancelled(const struct session *);
struct progress session_progress(struct session *);
/* Fails with ERR_USAGE when nothing is open, or with ERR_UNSUPPORTED when what is open is complex and `to_run`. */
bool session_needs(const struct session *, bool to_run, struct err *);
void session_notice(const struct session *, const char *text);

#endif
