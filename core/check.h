/* SPDX-License-Identifier: GPL-3.0-or-later */
/* check: the reference result, and whether a kernel's result is right. The check comes before the speed. */
#ifndef NZ_CHECK_H
#define NZ_CHECK_H

#include "core/csr.h"
#include "core/dense.h"
#include "core/kernel.h"
#include "core/matrix.h"

/* y_ref = A·X and (|A||x|) in higher precision (long double sums), for the first `k` columns of X, for all rows or a
   seeded sample of them with the longest ones. */
struct reference {
    const struct csr *a;
    int64_t k, rows; /* rows that are checked */
    int64_t *row;    /* which; NULL: all */
    double *y, *y_low;  /* rows × k: the sum, split hi + lo */
    double *bound;   /* rows × k: (|A||x|)_i */
    bool sampled, integral; /* integral: A and X are whole numbers, results must be exact while they fit */
};

/* Above this nnz·k only a sample of the rows is checked. */
#define CHECK_FULL_WORK 2000000000.0

bool reference_make(const struct csr *a, const struct dense *x, struct reference *r, const struct progress *p, struct err *e);
void reference_free(struct reference *r);

struct verdict {
    bool passed;
    double err_ratio; /* the largest |y - y_ref| / accepted error; Inf where NaN or Inf disagree */
    int64_t row, col; /* where it is, 0-based */
    char text[160];   /* on failure: "row 81,204: error 3.1e4 × bound" */
};

/* Accepts when |y - y_ref| ≤ 2·(n_i+1)·u·(|A||x|)_i + n_i·(smallest subnormal) for every checked row of the first
   y->k columns. `padded`: the format has padding, so NaN may stand where X itself is not finite. y is on the host. */
void check_mul(const struct reference *r, const struct dense *y, bool padded, struct verdict *v);

/* Whether t (host arrays) is Aᵀ bit for bit: `expect` is what csr_transpose made of A. */
void check_transpose(const struct csr *expect, const struct compressed *t, struct verdict *v);

#endif
