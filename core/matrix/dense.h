/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dense: a multivector, n rows × k columns: X and Y of Y = A·X. */
#pragma once

#include "core/matrix/csr.h"

C_NAMES_BEGIN

enum layout { ROW_MAJOR, COL_MAJOR };

/* Element (i, j) is data[i*ld + j] in row-major, data[i + j*ld] in column-major order. `data` may be device memory. */
struct dense {
    int64_t n, k, ld;
    enum vtype type;
    enum layout layout;
    void *data;
};

/* The size of data in bytes: ld × (n or k) × value size. */
uint64_t dense_bytes(const struct dense *x);

/* With the smallest ld and data NULL. */
struct dense dense_shape(int64_t n, int64_t k, enum vtype type, enum layout layout);

bool dense_alloc(struct dense *x, int64_t n, int64_t k, enum vtype type, enum layout layout, struct err *e);
void dense_free(struct dense *x);

double dense_get(const struct dense *x, int64_t i, int64_t j);
void dense_set(struct dense *x, int64_t i, int64_t j, double value);

/* Fills x with uniform random numbers in [-1, 1), exact in f32. Each depends only on (seed, i, j), so it is the same
   for every k, layout and machine. */
void dense_random(struct dense *x, uint64_t seed);

C_NAMES_END
