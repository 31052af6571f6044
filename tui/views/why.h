/* SPDX-License-Identifier: GPL-3.0-or-later */
/* why: what makes a run or a format slow or fast: bytes moved, balance, bandwidth. */
#pragma once

#include "tui/views/scene.h"

enum cost_part { COST_VALUES, COST_INDICES, COST_PADDING, COST_X, COST_Y, COST_PARTS };

/* The bytes that one product moves. Padding is A's bytes times its share of empty slots. */
struct cost {
    double part[COST_PARTS], sum;
    double a, csr;           /* bytes of A, in this format and in CSR */
    double slots, nnz;       /* value slots, and entries in them */
    struct model_level roof; /* the cache that holds all these bytes, or memory */
    double best;             /* GFLOPS at the bandwidth of `roof`, or at the arithmetic peak; NaN: unknown */
    bool at_peak;            /* the peak limits it, not the bytes */
};

/* The format of this name; NULL: there is none, or its cost for this matrix is unknown. */
const struct model_format *cost_format(const struct model *, const char *name);

/* For which product a cost is wanted. */
struct cost_wish {
    const char *type;                  /* of values; NULL: that of the settings */
    int64_t k;                         /* columns of X */
    const struct model_level *roof;    /* counts if it holds the bytes; else the device's level that does */
    const struct model_device *device; /* NULL: unknown */
    int threads;                       /* of the CPU; 0: all */
};

/* The cost of a product in this format. False: unknown. */
bool cost_of(const struct model *, const struct model_format *, const struct cost_wish *, struct cost *);
double cost_value_bytes(const char *type);
/* "ell stores 18,100 × 902 slots, 65× the entries; 98.5% padding; 65× the bytes of CSR for A alone". */
void cost_text(const struct model *, const struct model_format *, const struct cost *, char *out, size_t size);
/* The newest run on this matrix of a kernel that lays this format out as the list does not; NULL: none. */
const struct model_run *cost_own_layout(const struct model *, const struct model_format *);

/* What is explained: a run, a kernel with its newest run, or a format with its best. */
struct why {
    const struct model_run *run;       /* finished and checked; NULL: none */
    const struct model_kernel *kernel; /* NULL: a format alone */
    const struct model_format *format; /* NULL: the kernel's own */
    struct model_format layout;        /* the format as laid out by the run's plan, else as listed */
    const struct model_work *work;     /* how the rows are divided; NULL: unknown */
    bool answered;                     /* the engine has answered how the rows are divided */
    const char *type;
    int64_t k;
    int threads;  /* CPU threads of the run, or as set; 0: all of them, or another device */
    bool product; /* multiplies by X; false: uses A alone, as a transposition does */
    bool has_cost;
    struct cost cost;
    bool varies; /* the kernel pads in its own way, and no run says how much: the cost is the listed format's */
    const struct model_device *device; /* NULL: unknown */
    struct model_level roof;           /* the bandwidth that the device could reach; gbs not above 0: unknown */
    struct model_level measured;       /* the level that the run was compared with; no name: no run */
    double gbs;                        /* GB/s of the run, counting the bytes of its format; NaN: unknown */
};

/* The panel whose cursor counts: formats, kernels or run. After a run it is run until the cursor moves in kernels. */
int why_panel(const struct scene *);
/* Explains what is under the cursor. False: nothing is. */
bool why_of(const struct scene *, struct why *);
/* The product for which formats are compared with the run. They are compared by the device's bandwidths, or by the
   run's roof if the device has none for so many threads, or if the run began with cold caches. */
struct cost_wish why_wish(const struct why *);
/* Whether the run was refused, or the kernel would be: then no thread has rows. */
bool why_refused(const struct scene *, const struct why *);
/* The format as the plan of this run laid it out; as listed if there is no run (NULL) or it does not say. */
struct model_format why_layout(const struct model *, const struct model_format *, const struct model_run *);
/* The best run of this problem in a format; NULL: none. */
const struct model_run *why_run_in(const struct model *, const char *format, const struct model_run *like);
enum { WHY_MACHINE = 100 };
/* "this device", or the one of a recording: "the Intel Xeon". */
const char *why_machine(const struct why *, char out[WHY_MACHINE]);
/* What it stores, and how fast it is and could be, in one sentence for a student. */
void why_sentence(const struct scene *, const struct why *, char *out, size_t size);
/* Names the roof of bars and rooflines, which count compulsory bytes, if the bytes of this format give another one. */
void why_other_roof(const struct why *, char *out, size_t size);
/* What bounds the run, and how that is known. */
void why_bound(const struct scene *, const struct why *, char *out, size_t size);
/* Whether threads wait for the one with the most work. */
bool why_uneven(const struct why *);
/* Whether most of a run's time goes into starting its threads. */
bool why_is_start(const struct model *, const struct model_run *);
/* The unit of the work: "entries"; "slots" if padding is multiplied; "rows and entries" if both are balanced. */
const char *why_counted(const struct scene *, const struct model_work *);
/* How the rows are divided, or why that is unknown. */
void why_division(const struct scene *, const struct why *, char *out, size_t size);
/* How much of what they read from X neighbouring rows of A share. */
void why_reuse(const struct scene *, const struct why *, char *out, size_t size);
/* The command that asks the engine how this run's rows are divided; false: there is none. */
bool why_wants(const struct scene *, const struct why *, char *command, size_t size);
