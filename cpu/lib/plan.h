/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plan: what kernels prepare: a copy of A, the shapes of X and Y, and their memory. */
#pragma once

#include "core/matrix/ell.h"
#include "core/measure/kernel.h"

/* The head of every plan: all memory it owns. */
enum { PLAN_ARRAYS = 16 };
struct plan_held {
    int count;
    void *at[PLAN_ARRAYS];
};

/* A plan of `size` bytes, all zero. NULL: ERR_MEMORY. */
void *plan_new(size_t size, struct err *);

/* memory_new for the plan. */
void *plan_memory(void *plan, uint64_t bytes, const char *what, struct err *);

/* Ends `prepare`: hands a plan of `bytes` bytes to *out, or releases it unless `ok`, by `release`. Returns `ok`. */
bool plan_end(void *plan, bool ok, uint64_t bytes, struct plan *out);
bool plan_end_by(void *plan, bool ok, uint64_t bytes, void (*release)(void *), struct plan *out);
void plan_release(void *plan);

/* X and its padded copy (pad.h); steps and width in bytes. `copy`: NULL if there is none. */
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

/* This many column indices after the last entry are 0 and may be read: prefetching runs past the last row. */
enum { PLAN_PAST = 256 };

/* A in CSR, split between rows into pieces of equal work, equally many per thread: piece t has the rows cut[t] ..
   cut[t+1]-1. Its thread in a static schedule writes it first. One of ptr32 (nnz < 2³¹) and ptr64 is set. */
struct plan_csr {
    struct plan_held held;
    int64_t m, n, nnz;
    int32_t *ptr32;
    int64_t *ptr64;
    int32_t *ind; /* nnz + PLAN_PAST */
    void *val;
    int32_t *row; /* the row of Y for row i of reordered A; NULL: i */
    struct plan_vectors v;
    struct compressed t; /* OP_TRANSPOSE: the result */
    int threads, pieces;
    int64_t *cut; /* pieces + 1 */
    int64_t param[PARAM_MAX];
};

/* The start of row i. The branch is the same for every i, hence predicted. */
static inline int64_t plan_begin(const struct plan_csr *a, int64_t i)
{
    return a->ptr32 ? a->ptr32[i] : a->ptr64[i];
}

/* The row of Y for row i, likewise. */
static inline int64_t plan_row(const struct plan_csr *a, int64_t i)
{
    return a->row ? a->row[i] : i;
}

/* `prepare` of most kernels: one piece for one thread; one per thread; `each` per thread. */
bool plan_csr_serial(const struct problem *, struct plan *, struct err *);
bool plan_csr_parallel(const struct problem *, struct plan *, struct err *);
bool plan_csr_pieces(const struct problem *, int64_t each, struct plan *, struct err *);

/* One piece per thread, in a plan of `size` bytes that begins with its plan_csr. NULL: *e. */
void *plan_csr_new(const struct problem *, size_t size, struct err *);
uint64_t plan_csr_bytes(const struct problem *);
uint64_t plan_csr_pieces_bytes(const struct problem *, int64_t each);

/* Pieces per thread, 1 to 32; few if the product takes microseconds; and of all threads. */
int64_t plan_dealt(const struct problem *);
int plan_pieces(const struct problem *);

/* For the tables of kernels that are dealt such pieces; of kernels that number rows with 32 bits. */
void plan_divide(const struct problem *, struct division *);
bool plan_rows32(const struct problem *, struct err *why);

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
