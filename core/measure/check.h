/* SPDX-License-Identifier: GPL-3.0-or-later */
/* check: the reference result, and whether a kernel's result agrees with it. */
#pragma once

#include "core/measure/kernel.h"

/* y_ref = A·X and |A||X| in higher precision, for the first k columns of X and all rows, or for a seeded sample of rows
   that includes the longest. Sums in long double, of 64 bits or more, are off by at most n_i·2⁻⁶⁴·(|A||x|)_i, 2⁻¹² of
   the tolerance for f64, and no f64 or f32 product or sum overflows. */
struct reference {
    const struct csr *a;
    int64_t k, rows;   /* rows checked */
    int64_t *row;      /* their numbers, ascending; NULL: all */
    double *y, *y_low; /* rows × k: the sum, split hi + lo */
    double *bound;     /* rows × k: (|A||x|)_i of finite products, Inf beyond f64; negated where one is NaN or Inf */
    bool *x_finite;    /* k: columns of X without NaN and Inf */
    bool sampled;
    bool integral; /* A and X are integers: results must be exact while they fit */
};

/* Above this nnz·k, or this m·k (24 bytes each), only a sample of rows is checked. */
#define CHECK_FULL_WORK 2000000000.0
#define CHECK_FULL_RESULTS 50000000.0

/* Whether only a sample of rows will be checked; approximate bytes of the reference. */
bool reference_samples(const struct csr *a, int64_t k);
uint64_t reference_cost(const struct csr *a, int64_t k);

/* For the first x->k columns of X, on the host in any layout, rounded to A's type. ERR_MEMORY or ERR_CANCELLED. */
bool reference_make(const struct csr *a, const struct dense *x, struct reference *r, const struct progress *p,
                    struct err *e);
void reference_free(struct reference *r);

struct check {
    bool passed;
    double err_ratio;        /* the largest |y - y_ref| / tolerance; Inf where NaN, Inf or exact results disagree */
    double err_abs, err_rel; /* the largest |y - y_ref|, and the largest over |y_ref| ≠ 0; finite entries only */
    int64_t row, col;        /* 0-based position of err_ratio */
    int64_t excused;         /* NaNs of padded formats where X is not finite */
    char text[160];          /* on failure: "row 81,204: error 3.1e4 × bound", counted from 1 as in files */
};

/* Accepts |y - y_ref| ≤ 2·(n_i+1)·u·(|A||x|)_i + n_i·(smallest subnormal) for every checked row of the first y->k ≤
   r->k columns. Where a product is NaN or Inf, y must be the NaN or Inf that follows; where all are finite but
   (|A||x|)_i exceeds the type's largest number, partial sums may overflow, and any NaN or Inf is accepted. `padded`:
   the format has padding, so NaN is accepted where the column of X is not finite. y is on the host. */
void check_mul(const struct reference *r, const struct dense *y, bool padded, struct check *c);

/* Whether t (host arrays) is Aᵀ bit for bit, NaN payloads included; `right` is from csr_transpose. */
void check_transpose(const struct csr *right, const struct compressed *t, struct check *c);
