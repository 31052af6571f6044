/* SPDX-License-Identifier: GPL-3.0-or-later */
/* session: what the engine has open, shared by all commands. One thread owns it, and only that thread enters OpenMP and
   devices. Includes go one way: session, room, orders, inputs, supports, batch, speed, inventory, roofs, machine,
   reporter, item, inbox, window, look, work, opened, {run, advise, export}, engine. */
#pragma once

#include "core/matrix/matrix.h"
#include "core/measure/given.h"
#include "core/measure/load.h"
#include "core/measure/measure.h"
#include "core/measure/pace.h"
#include "core/measure/registry.h"
#include "core/protocol/command.h"
#include "core/protocol/event.h"

/* The time of a run, for later comparisons. */
struct timed {
    const struct kernel *kernel;
    const struct device *device;
    const struct reorder *order; /* NULL: the file's */
    int64_t k, param[PARAM_MAX];
    int threads;
    bool cold;
    double ms, ci_lo_ms, ci_hi_ms;
    bool busy;         /* other programs disturbed it */
    double prepare_ms; /* with upload, and finding the order */
};

/* The matrix in an order, and its cost. All zero: none. */
struct ordered {
    const struct reorder *method; /* NULL: the file's order */
    struct reordering order;
    struct csr a[VT_COUNT]; /* A, PA or PAPᵀ: always in f64, in another type once a run needs it */
    struct stats stats;
    struct stretched took; /* to find and apply the order */
};

struct inbox;

enum { SESSION_TIMES = 2048 };

struct session {
    struct events *events;
    struct queue *queue;
    const char *commit;               /* of the build; "": unknown */
    struct inbox *inbox;              /* files from the front end */
    int cmd;                          /* the current command */
    int roof_cmd[REGISTRY_DEVICES];   /* the last command that measured each device's roof again */
    bool roof_told[REGISTRY_DEVICES]; /* an unrequested notice was sent */
    bool crowd_told;                  /* the same of more threads than processors */
    struct event_rate rate;
    struct progress progress;
    struct cores cores; /* as last sent */
    struct registry registry;
    uint64_t limit; /* memory for all that is open, in bytes */
    bool limited;   /* set by the user, so it applies to every device */
    bool lost;      /* a device is lost for good: the engine must restart */
    bool open;
    struct matrix matrix;
    double open_ms;
    struct ordered file;            /* the same matrix, sharing its arrays */
    struct ordered view, transient; /* the order in view; one made for a single run */
    struct ordered *current;        /* one of these two; NULL: the file's order */
    /* Inputs and references, made when needed, kept while the matrix is open. */
    struct given given[OP_COUNT][VT_COUNT];
    struct timed timed[SESSION_TIMES]; /* a ring */
    int times;                         /* entries made for this matrix */
    int runs;                          /* the id of the last run */
    struct pace pace;                  /* of teams on… */
    const struct device *pace_device;  /* …this device; NULL: not read yet */
    double busy_said;                  /* time of the last notice about disturbed runs; 0: never */
};

bool session_cancelled(const struct session *);
/* ERR_CANCELLED if the command is cancelled. */
bool session_goes_on(const struct session *, struct err *);
/* For long steps: reports to the front end, and asks whether to continue. */
const struct progress *session_progress(struct session *);
/* ERR_USAGE if nothing is open; ERR_UNSUPPORTED if the matrix is complex and `to_run`. */
bool session_needs(const struct session *, bool to_run, struct err *);
void session_notice(const struct session *, const char *text);

/* Each command in commands.list is a function of its name, in the file of its subject. */
typedef bool session_command(struct session *, const struct command *, struct err *);
#define COMMAND(verb, arguments, help) session_command do_##verb;
#define CONTROL(verb, arguments, help)
#include "core/protocol/commands.list"
