/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gpu/layout/diagonal.h"

#include "core/base/ascending.h"
#include "core/base/hash.h"

/* The number of sampled rows, and of entries of each. */
enum { ROWS = 128, EACH = 32 };

/* The largest share of row i's entries that all candidates have. */
static double share_of(const struct csr *a, int64_t i, int64_t diagonal)
{
    const int64_t begin = a->ptr[i], end = a->ptr[i + 1];
    int64_t common = 0;
    for (int64_t e = begin; e < end; e += 1 + (end - begin) / EACH) {
        const int64_t v = a->ind[e] - diagonal;
        if (v < 0 || v >= a->m || v == i)
            continue;
        for (int64_t p = begin, q = a->ptr[v]; p < end && q < a->ptr[v + 1];) {
            const int32_t left = a->ind[p], right = a->ind[q];
            common += left == right;
            p += left <= right;
            q += right <= left;
        }
    }
    return end > begin ? (double)common / (double)(end - begin) : 0;
}

/* Rows are sampled at irregular steps: in a grid, regular ones may all be at its border. */
int64_t diagonal_find(const struct csr *a)
{
    const double clearly = 1.05;
    int64_t row[ROWS], apart[ROWS], rows = 0;
    double shifted = 0, plain = 0;
    for (int64_t s = 0; s < ROWS && a->m > 0; s++) {
        const int64_t i = (int64_t)(hash_at(1, (uint64_t)s, 0) % (uint64_t)a->m), begin = a->ptr[i],
                      end = a->ptr[i + 1];
        if (begin == end)
            continue;
        row[rows] = i;
        apart[rows++] = a->ind[begin + (end - begin) / 2] - i;
    }
    if (rows == 0)
        return 0;
    qsort(apart, (size_t)rows, sizeof *apart, ascending_int64);
    const int64_t middle = apart[rows / 2];
    for (int64_t s = 0; s < rows && middle != 0; s++) {
        shifted += share_of(a, row[s], middle);
        plain += share_of(a, row[s], 0);
    }
    return shifted > clearly * plain ? middle : 0;
}
