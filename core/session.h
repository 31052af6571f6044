/* SPDX-License-Identifier: GPL-3.0-or-later */
/* session: what the engine has open, and the commands on it. One thread owns it, and alone enters OpenMP and devices.
 */
#ifndef NZ_SESSION_H
#define NZ_SESSION_H

#include "core/command.h"
#include "core/event.h"
#include "core/matrix.h"
#include "core/measure.h"
#include "core/queue.h"
#include "core/registry.h"

/* What kernels of one type are given and checked against: made when first needed, kept until the matrix goes. */
struct inputs {
    struct csr a;         /* A in this type; shares the matrix's arrays */
    struct dense x;       /* n × (the largest k so far), seed 1 */
    struct reference ref; /* for the first x.k columns */
    struct csr expect;    /* Aᵀ */
    bool has_a, has_x, has_ref, has_expect;
};

/* The time of a serial kernel, by which speedups are told. */
struct baseline {
    const struct kernel *kernel;
    int64_t k;
    bool cold;
    double ms;
};

enum { SESSION_BASELINES = 256 };

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
    struct inputs inputs[VT_COUNT];
    struct baseline baseline[SESSION_BASELINES];
    int baselines;
    int runs; /* the last id given to a run */
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

void session_tell_backends(const struct session *);
void session_tell_device(const struct session *, const struct device *);

/* ---- session_open.c ---- */

bool session_open(struct session *, const struct command *, struct err *);
bool session_close(struct session *, const struct command *, struct err *);
bool session_limit(struct session *, const struct command *, struct err *);
void session_forget(struct session *);

/* ---- session_view.c: looking without computing ---- */

bool session_problem(struct session *, const struct command *, struct err *);
bool session_spy(struct session *, const struct command *, struct err *);
bool session_linear(struct session *, const struct command *, struct err *);
void session_tell_problem(struct session *, enum op, enum vtype, int64_t k, int threads, const char *device);
bool session_tell_spy(struct session *, int rows, int cols, const int64_t from[2], const int64_t to[2], struct err *);

/* ---- session_supports.c ---- */

/* What a kernel would be asked; shapes only, no values. `param` NULL: the initial ones. */
struct problem session_pose(struct session *, const struct kernel *, struct device *, int64_t k, int threads,
                            const int64_t *param);
/* Whether a kernel takes the problem, with its memory set against the limit; *bytes on the device. Cheap. */
bool session_supports(struct session *, const struct registered *, struct device *, int64_t k, int threads,
                      const int64_t *param, uint64_t *bytes, struct err *why);
/* The device named `id` if the kernel can run there, the first of the kernel's kind when id is NULL; else NULL. */
struct device *session_device(const struct session *, const struct kernel *, const char *id);
/* Bytes that may still be allocated on a device when `reserved` bytes of the host's are spoken for. */
uint64_t session_room(struct session *, struct device *, uint64_t reserved);

/* ---- session_inputs.c ---- */

bool inputs_matrix(struct session *, enum vtype, struct err *);
bool inputs_product(struct session *, enum vtype, int64_t k, struct err *); /* A, X and the reference, for k columns */
bool inputs_transpose(struct session *, enum vtype, struct err *);          /* A and Aᵀ */
void inputs_free(struct session *);
/* Bytes that inputs_product (k columns) or inputs_transpose will still allocate. */
uint64_t inputs_wanted(const struct session *, enum op, enum vtype, int64_t k);
uint64_t inputs_held(const struct session *); /* bytes of all that is open */
uint64_t inputs_left(const struct session *); /* bytes of the limit that are not held, at least 1 */
/* Whether `bytes` more for `what` stay within the limit. */
bool inputs_fit(const struct session *, const char *what, uint64_t bytes, struct err *);

/* ---- session_run.c ---- */

bool session_run(struct session *, const struct command *, struct err *);
bool session_bandwidth(struct session *, const struct command *, struct err *);
bool session_measure_bandwidth(struct session *, struct device *, struct err *);

/* ---- session_export.c ---- */

bool session_mul(struct session *, const struct command *, struct err *);
bool session_transpose(struct session *, const struct command *, struct err *);
bool session_write(struct session *, const struct command *, struct err *);
bool session_pack(struct session *, const struct command *, struct err *);
bool session_show(struct session *, const struct command *, struct err *);

/* ---- session_speed.c ---- */

void speed_note(struct session *, const struct kernel *, int64_t k, bool cold, double ms);
double speed_up(const struct session *, const struct kernel *, int64_t k, bool cold, double ms); /* 0: not known */
void speed_forget(struct session *);

#endif
