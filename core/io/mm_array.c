/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mm_array: where the values of an array file belong: column by column; only the lower triangle in symmetric kinds. */
#include "core/io/mm_entry.h"

/* Row and column of value `at` of the file. Column j of a triangle begins at row j (j + 1 without diagonal). */
static void locate(const struct mm_header *h, int64_t at, int64_t *i, int64_t *j)
{
    int64_t skip = h->symmetry == SYM_SKEW ? 1 : 0, lo = 0, hi = h->n;

    if (h->symmetry == SYM_GENERAL) {
        *i = at % h->m;
        *j = at / h->m;
        return;
    }
    /* columns before j hold j·n - j(j-1)/2 values with the diagonal, j fewer without: the last j with that ≤ at */
    while (hi - lo > 1) {
        int64_t mid = lo + (hi - lo) / 2;
        if (mid * (h->n - skip) - mid * (mid - 1) / 2 <= at)
            lo = mid;
        else
            hi = mid;
    }
    *j = lo;
    *i = lo + skip + at - (lo * (h->n - skip) - lo * (lo - 1) / 2);
}

bool mm_array_place(const struct mm_header *h, int64_t first, struct coo *x, int64_t *bad, struct err *e)
{
    int64_t i, j, skip = h->symmetry == SYM_SKEW ? 1 : 0;

    if (x->count == 0)
        return true;
    locate(h, first, &i, &j);
    for (int64_t k = 0; k < x->count; k++) {
        x->row[k] = (int32_t)i;
        x->col[k] = (int32_t)j;
        if (h->symmetry == SYM_HERMITIAN && i == j && x->imag[k] != 0) {
            *bad = first + k;
            return err_set(e, ERR_INPUT, "value (%d, %d) on the diagonal of a hermitian matrix is not real", (int)i + 1,
                           (int)j + 1);
        }
        if (++i == h->m) {
            j++;
            i = h->symmetry == SYM_GENERAL ? 0 : j + skip;
        }
    }
    return true;
}
