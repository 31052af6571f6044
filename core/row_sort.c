/* SPDX-License-Identifier: GPL-3.0-or-later */
/* row_sort: sorts the columns within rows, stably and in linear time. */
#include "core/row_sort.h"

#include <stdlib.h>
#include <string.h>

/* Up to SHORT entries insertion is quickest (and bounded); longer rows are sorted by digits of their columns. */
enum { SHORT = 24, DIGIT = 8, DIGITS = 1 << DIGIT, SMALL = 1 << 16 /* not worth waking threads for */ };

/* Scratch of one thread. */
struct scratch {
    int64_t room;
    int32_t *ind;
    double *val;
};

static void insertion(int32_t *ind, double *val, int64_t n)
{
    for (int64_t k = 1; k < n; k++) {
        int32_t j = ind[k];
        double v = val[k];
        int64_t p = k;
        for (; p > 0 && ind[p - 1] > j; p--) {
            ind[p] = ind[p - 1];
            val[p] = val[p - 1];
        }
        ind[p] = j;
        val[p] = v;
    }
}

static bool reserve(struct scratch *s, int64_t n)
{
    if (n <= s->room)
        return true;
    free(s->ind);
    free(s->val);
    s->room = 2 * n;
    s->ind = malloc((size_t)s->room * sizeof *s->ind);
    s->val = malloc((size_t)s->room * sizeof *s->val);
    if (s->ind && s->val)
        return true;
    s->room = 0;
    return false;
}

/* Least significant digit first; each pass is a stable counting sort. */
static void by_digits(int32_t *ind, double *val, int64_t n, int32_t most, struct scratch *s)
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

bool row_sort(struct csr *a, struct err *e)
{
    bool ok = true;
    double *val = a->val;
    int32_t most = a->n > 0 ? (int32_t)(a->n - 1) : 0;

#pragma omp parallel if (a->nnz > SMALL)
    {
        struct scratch s = { 0 };
#pragma omp for schedule(dynamic, 1024) reduction(&& : ok)
        for (int64_t i = 0; i < a->m; i++) {
            int64_t p = a->ptr[i], n = a->ptr[i + 1] - p;
            if (sorted(a->ind + p, n))
                continue;
            if (n <= SHORT)
                insertion(a->ind + p, val + p, n);
            else if (reserve(&s, n))
                by_digits(a->ind + p, val + p, n, most, &s);
            else
                ok = false;
        }
        free(s.ind);
        free(s.val);
    }
    return ok || err_nomem(e, "sorting a row", 24 * (uint64_t)csr_row_max(a));
}
