/* SPDX-License-Identifier: GPL-3.0-or-later */
/* why: what makes a run or a format slow or fast: the bytes that a product moves, balance, bandwidth. */
#pragma once

#include "tui/views/scene.h"

enum cost_part { COST_VALUES, COST_INDICES, COST_PADDING, COST_X, COST_Y, COST_PARTS };

/* Bytes of one product. Padding: the share of the slots that hold no entry, of all bytes of A. */
struct cost {
    double part[COST_PARTS], sum;
    double a, csr;           /* of A in this format and in CSR */
    double slots, nnz;       /* value slots and entries */
    struct model_level roof; /* what holds all of that */
    double best;             /* GFLOPS when all of that moves at its bandwidth, or the peak; NaN: that is not known */
    bool at_peak;            /* that is the peak of the arithmetic: the bytes would allow more */
};

/* NULL: the engine does not know this format, or not what it costs here. */
const struct model_format *cost_format(const struct model *, const char *name);
struct cost_wish {
    const char *type;               /* of values; NULL: that of the settings */
    int64_t k;                      /* columns of X */
    const struct model_level *roof; /* NULL, or too small for so many bytes: the level of the device that holds all */
    const struct model_device *device; /* NULL: none is known */
    int threads;                       /* of the CPU; 0: all */
};

/* False: nothing is known. */
bool cost_of(const struct model *, const struct model_format *, const struct cost_wish *, struct cost *);
double cost_value_bytes(const char *type);
/* "ell stores 18,100 × 902 slots; 98.5% are padding; 65× the bytes of CSR for A alone". */
void cost_text(const struct model *, const struct model_format *, const struct cost *, char *out, size_t size);

struct why {
    const struct model_run *run;       /* a checked run, finished; NULL: none */
    const struct model_kernel *kernel; /* NULL: only a format is looked at */
    const struct model_format *format; /* NULL: one that only the kernel knows */
    struct model_format layout;        /* the format as the run's plan lays it out, or as it is listed */
    const struct model_work *work;     /* how the rows are divided; NULL: not known, or not yet */
    bool answered; /* the engine has said how the kernel divides the rows, or that the kernel does not say */
    const char *type;
    int64_t k;
    int threads;  /* of the CPU, of the run or as set; 0: all, or another device */
    bool product; /* with X; else of A alone, as a transposition */
    bool has_cost;
    struct cost cost;
    bool varies; /* the kernel lays the format out in its own way (C, windows, cut rows): how far that pads is not known
                    without a run that tells, and the cost is that of the format as it is listed */
    const struct model_device *device; /* NULL: not known */
    struct model_level roof;           /* what the device could; gbs not above 0: that is not known */
    double gbs;                        /* what it moves a second, by its format; NaN */
};

/* The panel whose cursor counts: formats, kernels or run; after a run that, until the list of kernels is moved in. */
int why_panel(const struct scene *);
/* Of what has the cursor: a format, a kernel with its newest run, or a run. False: there is nothing to explain. */
bool why_of(const struct scene *, struct why *);
/* Whether its run did not begin, or its kernel cannot: then no thread has a row. */
bool why_refused(const struct scene *, const struct why *);
/* A format as the plan of a run lays it out; as it is listed, where there is no run (NULL) or it does not tell. */
struct model_format why_layout(const struct model *, const struct model_format *, const struct model_run *);
/* The best run of this problem in a format; NULL: none. */
const struct model_run *why_run_in(const struct model *, const char *format, const struct model_run *like);
/* One sentence for a student. */
void why_sentence(const struct scene *, const struct why *, char *out, size_t size);
/* What bounds it, and how that is known. */
void why_bound(const struct scene *, const struct why *, char *out, size_t size);
/* Whether one worker has so much more than others that they wait for it. */
bool why_uneven(const struct why *);
/* Whether most of a run's time goes into starting its threads. */
bool why_is_start(const struct model *, const struct model_run *);
/* What the work counts: slots where padding is multiplied too, rows and entries where both are balanced. */
const char *why_counted(const struct scene *, const struct model_work *);
/* How the rows are divided, or why that is not known. */
void why_division(const struct scene *, const struct why *, char *out, size_t size);
/* How far neighbouring rows share rows of X. */
void why_reuse(const struct scene *, const struct why *, char *out, size_t size);
/* The engine's command for the work of this run; false: it would say nothing. */
bool why_wants(const struct scene *, const struct why *, char *command, size_t size);
