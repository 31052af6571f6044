/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sell_simd_build: sorts the rows of sell_simd within their windows, cuts them into chunks and fills these. Compiled
   once per value type T and instruction set. */
#ifndef NZ_CPU_SELL_SIMD_BUILD_H
#define NZ_CPU_SELL_SIMD_BUILD_H

#include <omp.h>

#include "core/base/ascending.h"
#include "core/base/limit.h"
#include "core/matrix/format.h"
#include "cpu/device/memory.h"
#include "cpu/lib/plan.h"
#include "cpu/lib/split.h"
#include "cpu/lib/sweep.h"

#include "cpu/lib/simd.h"

enum { SIGMA, GATHER, PIECES, SWEEP, STREAM };

/* How x is read: lane by lane, by the gather instruction, or by one load wherever the lanes are neighbours. */
enum sell_fetch { FETCH_LOADS, FETCH_GATHER, FETCH_NEIGHBOURS };

struct sell_simd {
    int64_t chunks;
    int64_t *begin; /* chunks + 1: first slot of a chunk */
    int32_t *perm;  /* chunks × LANES: the row of a lane; -1: none */
    int32_t *ind;
    T *val;
    struct plan_vectors v;
    struct sweep sweep;
    int threads, pieces;
    enum sell_fetch fetch;
    bool stream;
    int64_t cut[]; /* pieces + 1: chunks of a piece, equal in slots and rows */
};

static int64_t row_length(const struct csr *a, int64_t i)
{
    return a->ptr[i + 1] - a->ptr[i];
}

/* At most so many slots: in a window of sorted rows, chunk c is padded up to its longest row, and no row of it is
   shorter than the longest of chunk c + 1, so all padding is at most C × (longest - shortest); absent rows have length
   0. */
static uint64_t slots_most(const struct csr *a, int64_t sigma)
{
    uint64_t slots = (uint64_t)a->nnz;

    for (int64_t i = 0; i < a->m; i += sigma) {
        int64_t end = a->m - i < sigma ? a->m : i + sigma, most = 0, least = INT64_MAX;
        for (int64_t r = i; r < end; r++) {
            most = row_length(a, r) > most ? row_length(a, r) : most;
            least = row_length(a, r) < least ? row_length(a, r) : least;
        }
        slots = size_add(slots, (uint64_t)(most - (end == a->m ? 0 : least)) * LANES);
    }
    return slots;
}

static bool lengths_differ(const struct problem *p)
{
    return p->stats->row_std > p->stats->row_mean;
}

/* Windows are whole chunks. Where lengths differ much, wide ones leave little padding (R-MAT, k = 1: 1.4×); elsewhere
   narrow ones keep neighbours together. */
static int64_t sigma_of(const struct problem *p)
{
    const int64_t usual = lengths_differ(p) ? 16384 : 256;
    const int64_t wish = p->param[SIGMA] ? p->param[SIGMA] : usual, sigma = wish < p->a->m ? wish : p->a->m;

    return (sigma + LANES - 1) / LANES * LANES + (sigma == 0) * LANES;
}

static uint64_t chunks_of(const struct problem *p)
{
    return ((uint64_t)p->a->m + LANES - 1) / LANES;
}

static uint64_t pieces_of(const struct problem *p)
{
    enum { DEALT = 32 }; /* R-MAT, k = 64: 1.35×, 8 pieces 1.16× */
    const int64_t each = p->param[PIECES] ? p->param[PIECES] : plan_dealt(p, DEALT);

    return (uint64_t)p->threads * (uint64_t)each;
}

/* perm from `to`, of the window at row i. A key is (2³²-1 - length, row in the window): ascending keys are descending
   lengths, rows in order. key: room for a window. */
static void order_window(int32_t *to, const struct csr *a, int64_t i, int64_t sigma, bool sort, uint64_t *key)
{
    int64_t rows = a->m - i < sigma ? a->m - i : sigma;

    for (int64_t r = 0; r < rows; r++)
        key[r] = (sort ? UINT32_MAX - (uint64_t)row_length(a, i + r) : 0) << 32 | (uint64_t)r;
    if (sort)
        qsort(key, (size_t)rows, sizeof *key, ascending_u64);
    for (int64_t r = 0; r < rows; r++)
        to[r] = (int32_t)(i + (int64_t)(key[r] & UINT32_MAX));
}

static int64_t chunk_width(const struct sell_simd *s, const struct csr *a, int64_t c)
{
    int64_t width = 0;

    for (int l = 0; l < LANES; l++) {
        int32_t row = s->perm[c * LANES + l];
        width = row >= 0 && row_length(a, row) > width ? row_length(a, row) : width;
    }
    return width;
}

/* perm and begin. key: room for a window a thread, and a key a window; a last window that is not whole stays last. */
static void order_rows(struct sell_simd *s, const struct csr *a, int64_t sigma, bool sort, uint64_t *key)
{
    const int64_t windows = (a->m + sigma - 1) / sigma;
    uint64_t *order = key + s->threads * sigma;

    sweep_order(s->sweep, sigma, a->m / sigma, order);
    order[a->m / sigma] = (uint64_t)(a->m / sigma);
#pragma omp parallel for num_threads(s->threads) schedule(static)
    for (int64_t w = 0; w < windows; w++)
        order_window(s->perm + w * sigma, a, (int64_t)order[w] * sigma, sigma, sort,
                     key + omp_get_thread_num() * sigma);
    for (int64_t q = a->m; q < s->chunks * LANES; q++)
        s->perm[q] = -1;
#pragma omp parallel for num_threads(s->threads) schedule(static)
    for (int64_t c = 0; c < s->chunks; c++)
        s->begin[c + 1] = chunk_width(s, a, c) * LANES;
    s->begin[0] = 0;
    for (int64_t c = 0; c < s->chunks; c++)
        s->begin[c + 1] += s->begin[c];
}

/* A padded slot has value 0 and the column of its row's last entry, column 0 in an empty row. */
static void fill_chunk(struct sell_simd *s, const struct csr *a, int64_t c)
{
    const int64_t width = (s->begin[c + 1] - s->begin[c]) / LANES;
    const T *val = a->val;

    for (int l = 0; l < LANES; l++) {
        int32_t row = s->perm[c * LANES + l];
        int64_t first = row < 0 ? 0 : a->ptr[row], len = row < 0 ? 0 : row_length(a, row);
        for (int64_t e = 0; e < width; e++) {
            int64_t slot = s->begin[c] + e * LANES + l;
            s->ind[slot] = e < len ? a->ind[first + e] : len ? a->ind[first + len - 1] : 0;
            s->val[slot] = e < len ? val[first + e] : 0;
        }
    }
}

static bool sell_simd_build(struct sell_simd *s, const struct problem *p, struct err *e)
{
    const int64_t sigma = sigma_of(p);
    const uint64_t keys = (uint64_t)s->threads * (uint64_t)sigma + (uint64_t)(p->a->m / sigma) + 1;
    uint64_t *key = memory_new(size_mul(keys, sizeof *key), "rows to sort", e);
    uint64_t slots;

    if (!key || !(s->begin = memory_new((chunks_of(p) + 1) * sizeof *s->begin, "chunks", e)) ||
        !(s->perm = memory_new((chunks_of(p) + 1) * LANES * sizeof *s->perm, "permutation", e))) {
        memory_release(key);
        return false;
    }
    order_rows(s, p->a, sigma, p->param[SIGMA] != 1, key);
    memory_release(key);
    slots = (uint64_t)s->begin[s->chunks];
    if (!(s->ind = memory_new(size_mul(slots, sizeof *s->ind), "column indices", e)) ||
        !(s->val = memory_new(size_mul(slots, sizeof *s->val), "values", e)))
        return false;
    split_rows(s->begin, s->chunks, s->pieces, s->cut);
#pragma omp parallel for num_threads(s->threads) schedule(static)
    for (int i = 0; i < s->pieces; i++)
        for (int64_t c = s->cut[i]; c < s->cut[i + 1]; c++)
            fill_chunk(s, p->a, c);
    return true;
}

#endif
