/* SPDX-License-Identifier: GPL-3.0-or-later */
/* session: what the engine has open, and what every command on it may ask. One thread owns it, and alone enters OpenMP
   and devices. Includes go one way: session, room, orders, inputs, supports, batch, speed, affinity, inventory,
   roofs, machine, tell, item, inbox, window, look, work, opened, {run, advise, export}, worker. */
#pragma once

#include "core/matrix/matrix.h"
#include "core/measure/given.h"
#include "core/measure/load.h"
#include "core/measure/measure.h"
#include "core/measure/registry.h"
#include "core/protocol/command.h"
#include "core/protocol/event.h"

/* The time of a run that others are compared with. */
struct timed {
    const struct kernel *kernel;
    const struct device *device;
    const struct reorder *order; /* NULL: that of the file */
    int64_t k, param[PARAM_MAX];
    int threads;
    bool cold;
    double ms, ci_lo_ms, ci_hi_ms;
    double prepare_ms; /* with the upload, without finding the order */
};

/* The matrix in one order, and what that took. All zero: nothing is here. */
struct ordered {
    const struct reorder *method; /* NULL: the order of the file */
    struct reordering order;
    struct csr a[VT_COUNT]; /* A, PA or PAPᵀ: in f64 always, in another type once a run needs it */
    struct stats stats;
    double ms; /* of finding and applying the order */
};

struct inbox;

enum { SESSION_TIMES = 2048 };

struct session {
    struct events *events;
    struct queue *queue;
    const char *commit;             /* of the build; "": not known */
    struct inbox *inbox;            /* files that were sent */
    int cmd;                        /* the command that is being carried out */
    int roof_cmd[REGISTRY_DEVICES]; /* the last command that measured the roof of each device again */
    struct event_rate rate;
    struct cores cores; /* as last sent */
    struct registry registry;
    uint64_t limit; /* bytes of memory for all that is open */
    bool limited;   /* the user set the limit, and so it holds on every device */
    bool lost;      /* a device is lost for good: the engine has to be started anew */
    bool open;
    struct matrix matrix;
    double open_ms;
    struct ordered file;        /* the matrix again, its arrays shared */
    struct ordered view, other; /* what is looked at in another order; what a run needs beside that */
    struct ordered *now;        /* the one of the two in force; NULL: the order of the file */
    /* What operations are given and checked against, made when first needed, kept until the matrix goes. */
    struct given given[OP_COUNT][VT_COUNT];
    struct timed timed[SESSION_TIMES]; /* a ring */
    int times;                         /* that were ever noted for this matrix */
    int runs;                          /* the last id given to a run */
    double busy_said;                  /* when it was last said that runs are disturbed; 0: never */
};

bool session_cancelled(const struct session *);
struct progress session_progress(struct session *);
/* Fails with ERR_USAGE when nothing is open, or with ERR_UNSUPPORTED when what is open is complex and `to_run`. */
bool session_needs(const struct session *, bool to_run, struct err *);
void session_notice(const struct session *, const char *text);

/* Each command of commands.list is carried out by a function of its name, in the file of its subject. */
typedef bool session_command(struct session *, const struct command *, struct err *);
#define COMMAND(verb, arguments, help) session_command do_##verb;
#define CONTROL(verb, arguments, help)
#include "core/protocol/commands.list"
