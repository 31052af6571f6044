/* SPDX-License-Identifier: GPL-3.0-or-later */
/* session: what the engine has open, and the commands on it. One thread owns it, and alone enters OpenMP and devices.
 */
#ifndef NZ_SESSION_H
#define NZ_SESSION_H

#include "core/matrix/matrix.h"
#include "core/matrix/reorder.h"
#include "core/measure/given.h"
#include "core/measure/measure.h"
#include "core/measure/registry.h"
#include "core/protocol/command.h"
#include "core/protocol/event.h"

/* The time of a serial kernel, by which speedups are told. */
struct baseline {
    const struct kernel *kernel;
    const struct reorder *order;
    int64_t k;
    bool cold;
    double ms;
};

/* The time of a run in the order of the file, by which it is told what a reordering gains. */
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
    bool limited;   /* the limit was asked for, and so holds on every device */
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
    struct ordered *now;        /* that of the two which is in force; NULL: the order of the file */
    struct baseline baseline[SESSION_BASELINES];
    int baselines;
    struct plain plain[SESSION_PLAINS];
    int plains;
    int runs;     /* the last id given to a run */
    int busy_cmd; /* the last command whose runs were found to be disturbed */
};

/* The worker: finds backends, tells what there is, then carries out commands until the queue says quit. Returns the
   exit status: 0, or ERR_DEVICE when a device was lost. */
int session_work(struct events *, struct queue *, const struct backend *builtin);

/* ---- session.c ---- */

bool session_cancelled(const struct session *);
struct progress session_progress(struct session *);
/* Fails with ERR_USAGE when nothing is open, or with ERR_UNSUPPORTED when what is open is complex and `to_run`. */
bool session_needs(const struct session *, bool to_run, struct err *);

/* ---- session_tell.c: what there is ---- */

void session_tell_backends(struct session *);
void session_tell_device(const struct session *, const struct device *);

/* ---- session_threads.c ---- */

bool session_threads(struct session *, const struct command *, struct err *);
/* Where `threads` threads sit (0: where all would), of a device that can say it. */
bool session_tell_topology(struct session *, struct device *, int threads, struct err *);
/* A notice, one a command, when others took the processors from our threads while they were timed. */
struct batch_item;
void session_note_busy(struct session *, const struct batch_item *, const struct measurement *);

/* ---- session_open.c ---- */

bool session_open(struct session *, const struct command *, struct err *);
bool session_close(struct session *, const struct command *, struct err *);
bool session_limit(struct session *, const struct command *, struct err *);
void session_forget(struct session *);
/* What reading has found in a matrix: duplicates, NaN and the like. */
void session_tell_notices(const struct session *, const struct matrix *);
void session_tell_view(struct session *); /* the matrix in the order in force, what it takes, and its raster */

/* ---- session_reorder.c: the matrix in another order ---- */

bool session_reorder(struct session *, const struct command *, struct err *);
/* What is in force, for an operation: NULL where that is the order of the file, which only some operations can leave.
 */
struct ordered *session_order(const struct session *, enum op);
/* The matrix and its statistics as they are looked at. */
const struct csr *session_csr(const struct session *);
const struct stats *session_stats(const struct session *);
/* The orderings that reorder= of a command names, as bits by their places in reorders[]; without it that of the view.
   ERR_UNSUPPORTED when one is named for an operation that is not reordered. */
bool orders_wanted(const struct session *, const struct command *, enum op, unsigned *wanted, struct err *);
/* Puts an ordering in force, and makes the matrix in it when it is not there yet, which is told. */
bool order_use(struct session *, const struct reorder *, struct err *);
/* The matrix in the order in force in a type, to be multiplied. */
bool order_matrix(struct session *, enum vtype, struct err *);
void order_restore(struct session *); /* that of the view is in force again */
void orders_forget(struct session *);
uint64_t orders_held(const struct session *); /* bytes */

/* ---- session_view.c: looking without computing ---- */

bool session_problem(struct session *, const struct command *, struct err *);
bool session_spy(struct session *, const struct command *, struct err *);
bool session_linear(struct session *, const struct command *, struct err *);
void session_tell_problem(struct session *, enum op, enum vtype, int64_t k, int threads, const char *device);
/* The raster of the whole matrix that is told unasked. */
bool session_tell_whole(struct session *, struct err *);

/* ---- session_supports.c ---- */

/* Whether a kernel takes the problem, with its memory set against the limit; *bytes on the device. Cheap. */
bool session_supports(struct session *, const struct registered *, struct device *, int64_t k, int threads,
                      const int64_t *param, uint64_t *bytes, struct err *why);
/* The device named `id` if the kernel can run there, the first that it can run on when id is NULL; else NULL. */
struct device *session_device(const struct session *, const struct kernel *, const char *id);
/* Bytes that may still be allocated on a device when `reserved` bytes of the host's are spoken for. */
uint64_t session_room(struct session *, struct device *, uint64_t reserved);

/* ---- session_inputs.c ---- */

/* A in this type. */
bool inputs_matrix(struct session *, enum vtype, struct err *);
/* A, in the order in force too, and what the operation is given and checked against for k columns at least. */
bool inputs_make(struct session *, enum op, enum vtype, int64_t k, struct err *);
void inputs_free(struct session *);
/* Bytes that inputs_make will still allocate. */
uint64_t inputs_wanted(const struct session *, enum op, enum vtype, int64_t k);
uint64_t inputs_left(const struct session *); /* bytes of the limit that are not held, at least 1 */
/* Whether `bytes` more for `what` stay within the limit. */
bool inputs_fit(const struct session *, const char *what, uint64_t bytes, struct err *);

/* ---- session_run.c ---- */

bool session_run(struct session *, const struct command *, struct err *);
bool session_bandwidth(struct session *, const struct command *, struct err *);

/* ---- session_advise.c ---- */

bool session_advise(struct session *, const struct command *, struct err *);

/* ---- session_export.c ---- */

bool session_mul(struct session *, const struct command *, struct err *);
bool session_transpose(struct session *, const struct command *, struct err *);
bool session_write(struct session *, const struct command *, struct err *);
bool session_pack(struct session *, const struct command *, struct err *);
bool session_show(struct session *, const struct command *, struct err *);

/* ---- session_speed.c ---- */

struct batch_item;
/* Keeps the time of a run in the order in force, if others will be told against it. */
void speed_note(struct session *, const struct batch_item *, bool cold, const struct measurement *);
/* How many times as fast as its serial kernel in the same order; 0: not known. */
double speed_up(const struct session *, const struct kernel *, int64_t k, bool cold, double ms);
/* The same run in the order of the file; NULL: not known. */
const struct plain *speed_plain(const struct session *, const struct batch_item *, bool cold);
/* After how many products an ordering that took cost_ms has paid: whole, infinity where it makes them slower, NaN where
   the two intervals overlap, so that nobody can tell. */
double speed_pays(const struct plain *, const struct measurement *, double cost_ms);
void speed_forget(struct session *);

#endif
