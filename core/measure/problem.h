/* SPDX-License-Identifier: GPL-3.0-or-later */
/* problem: what a kernel computes, with the operands where the device has them. */
#pragma once

#include "core/matrix/stats.h"
#include "core/measure/device.h"
#include "core/measure/operation.h"

C_NAMES_BEGIN

/* The result of a transposition, A in compressed columns, in device memory. ptr holds n+1 values of 32 bits, or of 64
   if `wide` (nnz ≥ 2³¹). */
struct compressed {
    int64_t lines, nnz; /* lines = n */
    bool wide;
    void *ptr;
    int32_t *ind; /* nnz row numbers */
    void *val;
};

static inline int64_t compressed_ptr(const struct compressed *t, int64_t j)
{
    return t->wide ? ((const int64_t *)t->ptr)[j] : ((const int32_t *)t->ptr)[j];
}

static inline void compressed_set_ptr(const struct compressed *t, int64_t j, int64_t value)
{
    if (t->wide)
        ((int64_t *)t->ptr)[j] = value;
    else
        ((int32_t *)t->ptr)[j] = (int32_t)value;
}

/* An order of A's rows shared by the plans of a problem (core/matrix/similar_rows.h). hoped: a search looks worthwhile;
   only: no plan without a found order (core/measure/similar_order.h). */
struct similar_order {
    bool hoped, only, sought, found;
    int32_t *row; /* m; undefined unless found */
};

/* Shared by all plans of a problem on one device, reference-counted; created on first use. */
struct shared {
    void *data; /* NULL: none yet */
    uint64_t bytes;
    void (*leave)(void *data); /* drops one reference; the last one frees it */
};

/* A .nzs file and the checksum in its header. */
struct packed {
    const char *path; /* NULL: there is none */
    uint64_t sum;
};

enum { PARAM_MAX = 8 };

/* What to compute. x, y and t have data only in `prepare`; at other times only their shapes are set. */
struct problem {
    enum op op;
    const struct csr *a; /* in host memory, values in the type of the run */
    const struct stats *stats;
    struct dense x, y;        /* operands in device memory, in kernel->layout */
    struct compressed t;      /* likewise */
    int threads;              /* CPU threads or MPI ranks to use, ≥ 1 */
    int64_t param[PARAM_MAX]; /* values of kernel->params */
    uint64_t limit;           /* bytes that prepare may allocate on the device */
    struct device *device;
    struct similar_order *order; /* of A; NULL: each plan finds its own */
    struct shared *shared;       /* A on the device; NULL: each plan has its own */
    struct packed packed;        /* A, in the order and type of the run */
};

C_NAMES_END
