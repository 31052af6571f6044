/* SPDX-License-Identifier: GPL-3.0-or-later */
/* band: matrices for the tests of slices, tiles, bricks and blocks, and the entries met in them. */
#pragma once

#include "core/tests/cmocka.h"
#include "gpu/layout/tests/layout_cases.h"

/* Whether entry (i, j) is there: `half` places to either side of the diagonal, of which rows in bundles of `height`
   have the same; every 17th bundle is empty, and row m/2 has `full` entries. */
static inline bool band_has(int64_t m, int64_t half, int64_t height, int64_t full, int64_t i, int64_t j)
{
    int64_t b = i / height, c = j / height;
    if (i == m / 2)
        return j < full;
    return b % 17 != 0 && c >= b - half && c <= b + half && hash_unit(hash_at(9, (uint64_t)b, (uint64_t)c)) < 0.8;
}

/* m × m; values are not 0, and of `kinds` different ones (0: all different). */
static inline struct csr band_matrix(int64_t m, int64_t half, int64_t height, int64_t full, int64_t kinds,
                                     enum vtype type)
{
    struct csr a;
    int64_t most = m * (2 * half + 1) * height + full, p = 0;
    assert_true(csr_alloc(&a, m, m, most, type, NULL));
    a.ptr[0] = 0;
    for (int64_t i = 0; i < m; i++) {
        int64_t first = (i / height - half) * height, end = (i / height + half + 1) * height;
        first = i == m / 2 || first < 0 ? 0 : first;
        end = i == m / 2 ? full : end < m ? end : m;
        for (int64_t j = first; j < end; j++)
            if (band_has(m, half, height, full, i, j)) {
                a.ind[p] = (int32_t)j;
                vtype_set(a.val, p, a.type,
                          kinds > 0 ? (double)(p % kinds) + 1 : hash_signed(hash_at(8, 1, (uint64_t)p)) + 2);
                p++;
            }
        a.ptr[i + 1] = p;
    }
    a.nnz = p;
    return a;
}

/* Notes that entry (row, column) was met with this value: it is A's, and was not met before. */
static inline void meet_entry(const struct csr *a, int64_t row, int64_t column, double value, bool *met)
{
    assert_in_range(row, 0, a->m - 1);
    int64_t p = csr_search(a, row, column);
    assert_true(p < a->ptr[row + 1] && a->ind[p] == column);
    assert_true(value == vtype_get(a->val, p, a->type));
    assert_false(met[p]);
    met[p] = true;
}

/* That every entry was met but those of the long rows, which ascend. */
static inline void assert_all_met(const struct csr *a, const bool *met, const int64_t *long_row, int64_t long_rows)
{
    int64_t longs = 0;
    for (int64_t i = 0; i < a->m; i++) {
        bool is_long = longs < long_rows && long_row[longs] == i;
        longs += is_long;
        for (int64_t p = a->ptr[i]; p < a->ptr[i + 1]; p++)
            assert_int_equal(met[p], !is_long);
    }
    assert_int_equal(longs, long_rows);
}
