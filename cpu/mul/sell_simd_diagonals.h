/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sell_simd_diagonals: chunks of sell_simd whose slots are diagonals, on grids and bands: for C neighbouring rows and
   each diagonal through them, the lanes with an entry on it. One load reads x, and a slot has one index. Compiled once
   per value type T and instruction set. */
#pragma once

#include "cpu/lib/plan.h"
#include "cpu/lib/simd.h"

/* Lane l, if its bit is set, refers to x[first + l]. */
struct sell_diagonal {
    int32_t first;
    uint32_t lanes;
};

/* The remaining entries of a chunk, from at[l] to end[l] in lane l. */
struct diagonal_walk {
    const struct csr *a;
    int64_t at[LANES], end[LANES];
};

static struct diagonal_walk diagonals_begin(const struct csr *a, int64_t chunk)
{
    struct diagonal_walk w = { .a = a };

    for (int64_t l = 0, i = chunk * LANES; l < LANES && i < a->m; l++, i++) {
        w.at[l] = a->ptr[i];
        w.end[l] = a->ptr[i + 1];
    }
    return w;
}

/* Passes the entries of the leftmost remaining diagonal; false: none is left. */
static bool diagonals_next(struct diagonal_walk *w, struct sell_diagonal *d)
{
    *d = (struct sell_diagonal){ .first = INT32_MAX };
    for (int l = 0; l < LANES; l++)
        if (w->at[l] < w->end[l] && w->a->ind[w->at[l]] - l < d->first)
            d->first = w->a->ind[w->at[l]] - l;
    for (int l = 0; l < LANES; l++)
        if (w->at[l] < w->end[l] && w->a->ind[w->at[l]] - l == d->first) {
            d->lanes |= UINT32_C(1) << l;
            w->at[l]++;
        }
    return d->lanes;
}

static int64_t diagonals_count(const struct csr *a, int64_t chunk)
{
    struct diagonal_walk w = diagonals_begin(a, chunk);
    struct sell_diagonal d;
    int64_t count = 0;

    while (diagonals_next(&w, &d))
        count++;
    return count;
}

static void diagonals_fill(const struct csr *a, int64_t chunk, struct sell_diagonal *d, T *val)
{
    struct diagonal_walk w = diagonals_begin(a, chunk);
    struct sell_diagonal next; /* after the last one, *d is another chunk's */

    for (; diagonals_next(&w, &next); val += LANES) {
        *d++ = next;
        for (int l = 0; l < LANES; l++)
            val[l] = next.lanes >> l & 1 ? ((const T *)a->val)[w.at[l] - 1] : 0;
    }
}

/* Whether the diagonals take no more memory than CSR; then they are also faster. */
static bool diagonals_are_few(int64_t diagonals, int64_t entries)
{
    return diagonals * (int64_t)(sizeof(struct sell_diagonal) + LANES * sizeof(T)) <=
           entries * (int64_t)(sizeof(int32_t) + sizeof(T));
}

/* The same by a sample of chunks, spread over the matrix out of step with the lines of a grid. */
static bool diagonals_promise(const struct csr *a)
{
    enum { PROBES = 32 };
    const int64_t chunks = a->m / LANES;
    int64_t diagonals = 0, entries = 0;

    for (uint32_t q = 0; q < PROBES && chunks > 0; q++) {
        const int64_t c = (int64_t)((uint64_t)chunks * (q * UINT32_C(2654435769)) >> 32);
        diagonals += diagonals_count(a, c);
        entries += a->ptr[(c + 1) * LANES] - a->ptr[c * LANES];
    }
    return entries > 0 && diagonals_are_few(diagonals, entries);
}
