/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/matrix/row_sort.h"

/* Insertion sort is fastest up to SHORT entries; longer rows are radix-sorted by column. */
enum { SHORT = 24, DIGIT = 8, DIGITS = 1 << DIGIT };

static void insertion(int32_t *ind, double *val, int64_t n)
{
    for (int64_t k = 1; k < n; k++) {
        int32_t j = ind[k];
        double v = val ? val[k] : 0;
        int64_t p = k;
        for (; p > 0 && ind[p - 1] > j; p--) {
            ind[p] = ind[p - 1];
            if (val)
                val[p] = val[p - 1];
        }
        ind[p] = j;
        if (val)
            val[p] = v;
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
    if (sorted(ind, n))
        return true;
    if (n <= SHORT) {
        insertion(ind, val, n);
        return true;
    }
    if (!reserve(s, n, val != NULL))
        return false;
    by_digits(ind, val, n, most, s);
    return true;
}

void row_scratch_free(struct row_scratch *s)
{
    free(s->ind);
    free(s->val);
    *s = (struct row_scratch){ 0 };
}
