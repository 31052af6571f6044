/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plan: what kernels prepare: their own copy of A beside the shapes of X and Y, and the memory that it takes. */
#pragma once

#include "core/matrix/ell.h"
#include "core/measure/kernel.h"

/* What every plan begins with: all memory that it has. */
enum { PLAN_ARRAYS = 16 };
struct plan_held {
    int count;
    void *at[PLAN_ARRAYS];
};

/* A plan of `size` bytes, all zero. NULL: ERR_MEMORY. */
void *plan_new(size_t size, struct err *);

/* memory_new for the plan. */
void *plan_memory(void *plan, uint64_t bytes, const char *what, struct err *);

/* The end of `prepare`: what was made of `bytes` bytes; unless `ok`, it is released. Returns `ok`. */
bool plan_end(void *plan, bool ok, uint64_t bytes, struct plan *out);
void plan_release(void *plan);

/* Rows of X and of their copy (pad.h), steps and width in bytes. No copy: NULL. */
struct plan_pad {
    const char *from;
    char *copy;
    int64_t rows, from_step, step;
    size_t width;
    int threads;
};

/* X and Y of Y = A·X, row-major: x[j*ldx + c], y[i*ldy + c], c < k. */
struct plan_vectors {
    const void *x;
    void *y;
    int64_t k, ldx, ldy;
    bool prefetch; /* entries of A are prefetched (prefetch.h) */
    struct plan_pad pad;
};

struct plan_vectors plan_vectors_of(const struct problem *);

/* Column indices that may be read past the last entry, all 0: a prefetch need not know where the last row ends. */
enum { PLAN_PAST = 256 };

/* A in CSR, cut at rows into pieces of equal work, equally many a thread: piece t has the rows cut[t] .. cut[t+1]-1 and
   is first written by the thread that a static schedule gives it. Exactly one of ptr32 and ptr64 is there: 32 bits
   while nnz < 2³¹. */
struct plan_csr {
    struct plan_held held;
    int64_t m, n, nnz;
    int32_t *ptr32;
    int64_t *ptr64;
    int32_t *ind; /* nnz + PLAN_PAST */
    void *val;
    int32_t *row; /* the row of Y that row i goes to, where rows are in another order; NULL: i */
    struct plan_vectors v;
    struct compressed t; /* OP_TRANSPOSE: the result */
    int threads, pieces;
    int64_t *cut; /* pieces + 1 */
    int64_t param[PARAM_MAX];
};

/* Where row i begins. The choice is the same for every i: one predicted branch a row. */
static inline int64_t plan_begin(const struct plan_csr *a, int64_t i)
{
    return a->ptr32 ? a->ptr32[i] : a->ptr64[i];
}

/* The row of Y that row i goes to, likewise. */
static inline int64_t plan_row(const struct plan_csr *a, int64_t i)
{
    return a->row ? a->row[i] : i;
}

/* `prepare` of most kernels: one piece of one thread; one piece a thread; `each` pieces a thread. */
bool plan_csr_serial(const struct problem *, struct plan *, struct err *);
bool plan_csr_parallel(const struct problem *, struct plan *, struct err *);
bool plan_csr_pieces(const struct problem *, int64_t each, struct plan *, struct err *);

/* One piece a thread, in a plan of `size` bytes that begins with its plan_csr. NULL: *e. */
void *plan_csr_new(const struct problem *, size_t size, struct err *);
uint64_t plan_csr_bytes(const struct problem *);
uint64_t plan_csr_pieces_bytes(const struct problem *, int64_t each);

/* The same as plan_csr_pieces with rows in an order in which neighbours share columns (core/matrix/similar_rows.h), and
   `row` set, where there is one that gains much; else with rows as they are. */
bool plan_csr_similar(const struct problem *, int64_t each, struct plan *, struct err *);
uint64_t plan_csr_similar_bytes(const struct problem *, int64_t each);

/* The parameter ORDER. */
static const char *const plan_orders[] = { "file", "similar", NULL };
#define PLAN_ORDER_HELP "rows of A inside the plan; similar: where that gains much"

/* What a plan is made from: PA where rows are to be in such an order and there is one, else A. */
struct plan_order {
    struct csr a;
    const int32_t *row; /* the row of A at place i; NULL: i */
    int32_t *own;       /* what is released */
};
bool plan_order_find(const struct problem *, bool wanted, struct plan_order *, struct err *);
void plan_order_release(struct plan_order *);
uint64_t plan_order_bytes(const struct problem *, bool wanted);

/* Whether such an order is worth a search: X does not fit the caches of one core, neighbours share few columns, and
   rows are long enough. */
bool plan_order_promises(const struct problem *);

/* Pieces a thread that are worth dealing out, 1 to 32: few where all of the work takes microseconds. */
int64_t plan_dealt(const struct problem *);

/* A in row-major ELLPACK. */
struct plan_ell {
    struct plan_held held;
    struct ell a;
    struct plan_vectors v;
    int threads;
    int64_t param[PARAM_MAX];
};
bool plan_ell_prepare(const struct problem *, struct plan *, struct err *);
uint64_t plan_ell_bytes(const struct problem *);
