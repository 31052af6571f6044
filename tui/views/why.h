/* SPDX-License-Identifier: GPL-3.0-or-later */
/* why: what makes a run or a format slow or fast: bytes moved, balance, bandwidth. */
#pragma once

#include "tui/views/scene.h"

enum cost_part { COST_VALUES, COST_INDICES, COST_PADDING, COST_X, COST_Y, COST_PARTS };

/* Bytes of one product. Padding: those of A times the share of empty slots. */
struct cost {
    double part[COST_PARTS], sum;
    double a, csr;           /* of A in this format and in CSR */
    double slots, nnz;       /* value slots and entries */
    struct model_level roof; /* the level that holds all of them */
    double best;             /* GFLOPS at its bandwidth, or the peak of the arithmetic; NaN: unknown */
    bool at_peak;            /* the peak limits it, not the bytes */
};

/* NULL: the format, or its cost here, is unknown. */
const struct model_format *cost_format(const struct model *, const char *name);

struct cost_wish {
    const char *type;                  /* of values; NULL: that of the settings */
    int64_t k;                         /* columns of X */
    const struct model_level *roof;    /* NULL, or too small: what the device reads these bytes at */
    const struct model_device *device; /* NULL: unknown */
    int threads;                       /* of the CPU; 0: all */
};

/* False: unknown. */
bool cost_of(const struct model *, const struct model_format *, const struct cost_wish *, struct cost *);
double cost_value_bytes(const char *type);
/* "ell stores 18,100 × 902 slots; 98.5% are padding; 65× the bytes of CSR for A alone". */
void cost_text(const struct model *, const struct model_format *, const struct cost *, char *out, size_t size);

struct why {
    const struct model_run *run;       /* finished and checked; NULL: none */
    const struct model_kernel *kernel; /* NULL: a format alone */
    const struct model_format *format; /* NULL: the kernel's own */
    struct model_format layout;        /* the format as laid out by the run's plan, else as listed */
    const struct model_work *work;     /* how the rows are divided; NULL: unknown */
    bool answered;                     /* the engine was asked for that, and has answered */
    const char *type;
    int64_t k;
    int threads;  /* of the CPU, of the run or as set; 0: all, or another device */
    bool product; /* with X; else of A alone, as a transposition */
    bool has_cost;
    struct cost cost;
    bool varies; /* the kernel pads in its own way, and no run says how much: the cost is the listed format's */
    const struct model_device *device; /* NULL: unknown */
    struct model_level roof;           /* what the device could do; gbs not above 0: unknown */
    struct model_level measured;       /* what the run was compared with; no name: no run */
    double gbs;                        /* GB/s of the run, by its format; NaN: unknown */
};

/* The panel whose cursor counts: formats, kernels or run. After a run it is run until the cursor moves in kernels. */
int why_panel(const struct scene *);
/* Explains what has the cursor: a format, a kernel with its newest run, or a run. False: nothing has. */
bool why_of(const struct scene *, struct why *);
/* Of what a format is to be known beside the run: all formats by the same figures, those of the device, unless it has
   none for so many threads, or nothing was to come from a cache. */
struct cost_wish why_wish(const struct why *);
/* Whether the run did not begin, or the kernel cannot: then no thread has a row. */
bool why_refused(const struct scene *, const struct why *);
/* A format as laid out by the plan of a run; as listed, without a run (NULL) or if that does not say. */
struct model_format why_layout(const struct model *, const struct model_format *, const struct model_run *);
/* The best run of this problem in a format; NULL: none. */
const struct model_run *why_run_in(const struct model *, const char *format, const struct model_run *like);
/* One sentence for a student. */
void why_sentence(const struct scene *, const struct why *, char *out, size_t size);
/* The roof of bars and rooflines, which count the bytes that every format must move, or those of a packed A, where it
   is another one than by the bytes of this format; "": it is the same. */
void why_other_roof(const struct why *, char *out, size_t size);
/* What bounds the run, and how that is known. */
void why_bound(const struct scene *, const struct why *, char *out, size_t size);
/* Whether the others wait for the worker with the most work. */
bool why_uneven(const struct why *);
/* Whether most of a run's time goes into starting its threads. */
bool why_is_start(const struct model *, const struct model_run *);
/* What the work counts: "entries"; slots if padding is multiplied, rows and entries if both are balanced. */
const char *why_counted(const struct scene *, const struct model_work *);
/* How the rows are divided, or why that is unknown. */
void why_division(const struct scene *, const struct why *, char *out, size_t size);
/* How far neighbouring rows share rows of X. */
void why_reuse(const struct scene *, const struct why *, char *out, size_t size);
/* The command that asks the engine for the work of this run; false: there is none. */
bool why_wants(const struct scene *, const struct why *, char *command, size_t size);
