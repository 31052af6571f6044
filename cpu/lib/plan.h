/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plan: what the kernels of this folder prepare: their own copy of A beside the shapes of X and Y. */
#ifndef NZ_CPU_PLAN_H
#define NZ_CPU_PLAN_H

#include "core/matrix/ell.h"
#include "core/measure/kernel.h"

/* X and Y of Y = A·X, row-major: x[j*ldx + c], y[i*ldy + c], c < k. */
struct plan_vectors {
    const void *x;
    void *y;
    int64_t k, ldx, ldy;
    bool ahead; /* of A, entries are asked for before they are read */
};

struct plan_vectors plan_vectors_of(const struct problem *);

/* A in CSR. Exactly one of ptr32 and ptr64 is there: 32 bits while nnz < 2³¹. */
struct plan_csr {
    int64_t m, n, nnz;
    int32_t *ptr32;
    int64_t *ptr64;
    int32_t *ind;
    void *val;
    struct plan_vectors v;
    struct compressed t; /* OP_TRANSPOSE: the result */
    int threads;
    int64_t param[PARAM_MAX];
};

/* Where row i begins. The choice is the same for every i: one predicted branch a row. */
static inline int64_t plan_begin(const struct plan_csr *a, int64_t i)
{
    return a->ptr32 ? a->ptr32[i] : a->ptr64[i];
}

/* Copies A; `threads` threads write the parts that a static schedule of the rows will give them. */
bool plan_csr_prepare(const struct problem *, int threads, struct plan *, struct err *);
/* The same by one thread, and by problem.threads: `prepare` of most kernels. */
bool plan_csr_serial(const struct problem *, struct plan *, struct err *);
bool plan_csr_parallel(const struct problem *, struct plan *, struct err *);
void plan_csr_release(void *plan_csr);
uint64_t plan_csr_bytes(const struct problem *);

/* A in row-major ELLPACK. */
struct plan_ell {
    struct ell a;
    struct plan_vectors v;
    int threads;
};
bool plan_ell_prepare(const struct problem *, struct plan *, struct err *);
void plan_ell_release(void *plan_ell);
uint64_t plan_ell_bytes(const struct problem *);

#endif
