/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/matrix/row_sort.h"

/* Up to TINY entries, neighbours are swapped; up to SHORT, each is compared with all, LANES at a time; longer rows are
   sorted by the digits of their columns. LANES rows of equal length are sorted together, one per lane. */
enum { TINY = 8, SHORT = 96, LANES = 8, DIGIT = 8, DIGITS = 1 << DIGIT };
enum { PLACE = 6, PLACES = 1 << PLACE }; /* bits of a key for the place in a row */

/* rank[t]: how many of the n entries of `all` come before x[t], which is entry begin + t; branch-free. */
static inline void rank_lanes(const int32_t *x, const int32_t *all, int64_t begin, int64_t n, int32_t *rank)
{
    static const int32_t lane[LANES] = { 0, 1, 2, 3, 4, 5, 6, 7 };
    int32_t r[LANES] = { 0 };

    for (int64_t k = 0; k < begin; k++)
        for (int t = 0; t < LANES; t++)
            r[t] += all[k] <= x[t];
    for (int32_t k = 0; k < LANES; k++)
        for (int t = 0; t < LANES; t++)
            r[t] += (x[k] < x[t]) | ((x[k] == x[t]) & (k < lane[t]));
    for (int64_t k = begin + LANES; k < n; k++)
        for (int t = 0; t < LANES; t++)
            r[t] += all[k] < x[t];
    memcpy(rank, r, sizeof r);
}

/* Moves each entry to its rank; equal entries keep their order. */
static void by_ranks(int32_t *ind, double *val, int64_t n)
{
    int32_t copy[SHORT + LANES], rank[SHORT + LANES];
    double values[SHORT];

    memcpy(copy, ind, (size_t)n * sizeof *ind);
    for (int t = 0; t < LANES; t++)
        copy[n + t] = INT32_MAX;
    for (int64_t k = 0; k < n; k += LANES)
        rank_lanes(copy + k, copy, k, n, rank + k);
    for (int64_t k = 0; k < n; k++)
        ind[rank[k]] = copy[k];
    if (!val)
        return;
    memcpy(values, val, (size_t)n * sizeof *val);
    for (int64_t k = 0; k < n; k++)
        val[rank[k]] = values[k];
}

/* Swaps neighbours in the wrong order, branch-free and in registers, since n is a constant. */
static inline void by_swaps(int32_t *ind, double *val, int n)
{
    uint64_t key[TINY]; /* the column, then the place, so that no two are equal */
    double values[TINY];

#pragma GCC unroll 8
    for (int k = 0; k < n; k++)
        key[k] = (uint64_t)(uint32_t)ind[k] << 32 | (uint32_t)k;
#pragma GCC unroll 8
    for (int last = n - 1; last > 0; last--)
#pragma GCC unroll 8
        for (int k = 0; k < last; k++) {
            const uint64_t x = key[k], y = key[k + 1];
            key[k] = x < y ? x : y;
            key[k + 1] = x < y ? y : x;
        }
#pragma GCC unroll 8
    for (int k = 0; k < n; k++)
        ind[k] = (int32_t)(key[k] >> 32);
    if (!val)
        return;
#pragma GCC unroll 8
    for (int k = 0; k < n; k++)
        values[k] = val[k];
#pragma GCC unroll 8
    for (int k = 0; k < n; k++)
        val[k] = values[(uint32_t)key[k]];
}

static void tiny(int32_t *ind, double *val, int64_t n)
{
    switch (n) {
#define CASE(n)                                                                                                        \
    case n:                                                                                                            \
        by_swaps(ind, val, n);                                                                                         \
        break;
        CASE(2)
        CASE(3)
        CASE(4)
        CASE(5)
        CASE(6)
        CASE(7)
        CASE(8)
#undef CASE
    }
}

static inline void exchange(int32_t *x, int32_t *y)
{
    for (int t = 0; t < LANES; t++) {
        const int32_t a = x[t], b = y[t];
        x[t] = a < b ? a : b;
        y[t] = a < b ? b : a;
    }
}

/* Batcher's merge exchange (Knuth, TAOCP, algorithm 5.2.2M): the compared pairs depend only on n. */
static void exchange_all(int32_t (*key)[LANES], int64_t n)
{
    int64_t top = 1;

    while (2 * top < n)
        top *= 2;
    for (int64_t p = top; p > 0; p /= 2)
        for (int64_t q = top, r = 0, d = p; q >= p; d = q - p, q /= 2, r = p)
            for (int64_t i = r; i + d < n; i += 2 * p)
                for (int64_t j = i; j < i + p && j + d < n; j++)
                    exchange(key[j], key[j + d]);
}

static void by_lanes(int32_t *ind, double *val, const int64_t *begin, int64_t n)
{
    int32_t key[PLACES][LANES]; /* the column, then the place, so that no two are equal */
    double copy[PLACES];

    for (int t = 0; t < LANES; t++)
        for (int64_t k = 0; k < n; k++)
            key[k][t] = ind[begin[t] + k] << PLACE | (int32_t)k;
    exchange_all(key, n);
    for (int t = 0; t < LANES; t++) {
        for (int64_t k = 0; k < n; k++)
            ind[begin[t] + k] = key[k][t] >> PLACE;
        if (!val)
            continue;
        memcpy(copy, val + begin[t], (size_t)n * sizeof *val);
        for (int64_t k = 0; k < n; k++)
            val[begin[t] + k] = copy[key[k][t] & (PLACES - 1)];
    }
}

static bool reserve(struct row_scratch *s, int64_t n, bool values)
{
    if (n <= s->room && (s->val || !values))
        return true;
    free(s->ind);
    free(s->val);
    s->room = 2 * n;
    s->ind = malloc((size_t)s->room * sizeof *s->ind);
    s->val = values ? malloc((size_t)s->room * sizeof *s->val) : NULL;
    if (s->ind && (s->val || !values))
        return true;
    s->room = 0;
    return false;
}

/* Least significant digit first; each pass is a stable counting sort. */
static void by_digits(int32_t *ind, double *val, int64_t n, int32_t most, struct row_scratch *s)
{
    int32_t *from_ind = ind, *to_ind = s->ind;
    double *from_val = val, *to_val = s->val;

    for (int shift = 0; shift < 32 && most >> shift; shift += DIGIT) {
        int64_t at[DIGITS + 1] = { 0 };
        for (int64_t k = 0; k < n; k++)
            at[(from_ind[k] >> shift & (DIGITS - 1)) + 1]++;
        for (int d = 0; d < DIGITS; d++)
            at[d + 1] += at[d];
        for (int64_t k = 0; k < n; k++) {
            int64_t q = at[from_ind[k] >> shift & (DIGITS - 1)]++;
            to_ind[q] = from_ind[k];
            if (val)
                to_val[q] = from_val[k];
        }
        int32_t *swap_ind = from_ind;
        double *swap_val = from_val;
        from_ind = to_ind;
        from_val = to_val;
        to_ind = swap_ind;
        to_val = swap_val;
    }
    if (from_ind != ind) {
        memcpy(ind, from_ind, (size_t)n * sizeof *ind);
        if (val)
            memcpy(val, from_val, (size_t)n * sizeof *val);
    }
}

static bool sorted(const int32_t *ind, int64_t n)
{
    for (int64_t k = 1; k < n; k++)
        if (ind[k] < ind[k - 1])
            return false;
    return true;
}

bool row_sort(int32_t *ind, double *val, int64_t n, int32_t most, struct row_scratch *s)
{
    if (n <= TINY) {
        tiny(ind, val, n);
        return true;
    }
    if (sorted(ind, n))
        return true;
    if (n <= SHORT) {
        by_ranks(ind, val, n);
        return true;
    }
    if (!reserve(s, n, val != NULL))
        return false;
    by_digits(ind, val, n, most, s);
    return true;
}

bool row_sort_alike(int32_t *ind, double *val, const int64_t *begin, int64_t rows, int64_t n, int32_t most,
                    struct row_scratch *s)
{
    int64_t r = 0;

    if (n > TINY && n <= PLACES && most <= INT32_MAX >> PLACE)
        for (; r + LANES <= rows; r += LANES)
            by_lanes(ind, val, begin + r, n);
    for (; r < rows; r++)
        if (!row_sort(ind + begin[r], val ? val + begin[r] : NULL, n, most, s))
            return false;
    return true;
}

void row_scratch_free(struct row_scratch *s)
{
    free(s->ind);
    free(s->val);
    *s = (struct row_scratch){ 0 };
}
