/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fixture: small matrices for tests. */
#pragma once

#include "core/base/hash.h"
#include "core/matrix/csr.h"
#include "core/tests/cmocka.h"

/* From a row-major array in which 0 is no entry. */
static inline struct csr fixture_dense(int64_t m, int64_t n, const double *entry, enum vtype type)
{
    struct csr a;
    int64_t nnz = 0;
    for (int64_t c = 0; c < m * n; c++)
        nnz += entry[c] != 0;
    assert_true(csr_alloc(&a, m, n, nnz, type, NULL));
    a.ptr[0] = 0;
    for (int64_t i = 0, p = 0; i < m; i++) {
        for (int64_t j = 0; j < n; j++) {
            if (entry[i * n + j] != 0) {
                a.ind[p] = (int32_t)j;
                vtype_set(a.val, p++, a.type, entry[i * n + j]);
            }
        }
        a.ptr[i + 1] = p;
    }
    return a;
}

/* Each entry is there with probability `share`; row `full` has them all (-1: none has). `scale` 0: values in [-1, 1),
   else whole numbers from -scale to scale, zeros stored. */
static inline struct csr fixture_random(int64_t m, int64_t n, double share, int64_t full, int scale, enum vtype type)
{
    struct csr a;
    int64_t nnz = 0;
    for (int64_t i = 0; i < m; i++)
        for (int64_t j = 0; j < n; j++)
            nnz += i == full || hash_unit(hash_at(7, (uint64_t)i, (uint64_t)j)) < share;
    assert_true(csr_alloc(&a, m, n, nnz, type, NULL));
    a.ptr[0] = 0;
    for (int64_t i = 0, p = 0; i < m; i++) {
        for (int64_t j = 0; j < n; j++) {
            if (i != full && hash_unit(hash_at(7, (uint64_t)i, (uint64_t)j)) >= share)
                continue;
            double v = hash_signed(hash_at(8, (uint64_t)i, (uint64_t)j));
            a.ind[p] = (int32_t)j;
            vtype_set(a.val, p++, a.type, scale ? nearbyint(v * scale) : v);
        }
        a.ptr[i + 1] = p;
    }
    return a;
}

/* cmocka's own compares as float. */
#define assert_near(a, b, tolerance) assert_true(fabs((double)(a) - (double)(b)) <= (tolerance))

/* Identity to the bit: sizes, pattern, values. */
static inline void assert_csr_same(const struct csr *a, const struct csr *b)
{
    assert_int_equal(a->m, b->m);
    assert_int_equal(a->n, b->n);
    assert_int_equal(a->nnz, b->nnz);
    assert_int_equal(a->type, b->type);
    assert_memory_equal(a->ptr, b->ptr, ((size_t)a->m + 1) * sizeof *a->ptr);
    if (a->nnz > 0) {
        assert_memory_equal(a->ind, b->ind, (size_t)a->nnz * sizeof *a->ind);
        assert_memory_equal(a->val, b->val, (size_t)a->nnz * vtype_size(a->type));
    }
}
