/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mm_pairs: whether a file of a symmetric kind stores both (i, j) and (j, i). */
#include "core/mm_pairs.h"

#include <stdlib.h>

#include "core/coo.h"

static bool row_has(const struct csr *a, int32_t row, int32_t column)
{
    int64_t lo = a->ptr[row], hi = a->ptr[row + 1];

    while (lo < hi) {
        int64_t mid = lo + (hi - lo) / 2;
        if (a->ind[mid] < column)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo < a->ptr[row + 1] && a->ind[lo] == column;
}

bool mm_pairs_check(const struct coo *part, int64_t parts, int64_t n, const char *symmetry, int32_t *i, int32_t *j,
                    struct err *e)
{
    struct coo *view = malloc(((size_t)parts + 1) * sizeof *view);
    struct csr a = { 0 };
    int64_t duplicates;
    bool ok = false;

    if (!view)
        return err_nomem(e, "the list of blocks", (uint64_t)parts * sizeof *view);
    for (int64_t b = 0; b < parts; b++) {
        view[b] = part[b];
        view[b].val = NULL;
    }
    if (!coo_assemble(view, parts, MIRROR_NONE, false, n, n, NULL, &a, &duplicates, e))
        goto done;
    for (int32_t row = 0; row < n; row++)
        for (int64_t p = a.ptr[row]; p < a.ptr[row + 1]; p++)
            if (a.ind[p] > row && row_has(&a, a.ind[p], row)) {
                *i = row;
                *j = a.ind[p];
                err_set(e, ERR_INPUT, "entries (%d, %d) and (%d, %d) are both stored; a %s file holds one of the two",
                        row + 1, *j + 1, *j + 1, row + 1, symmetry);
                goto done;
            }
    ok = true;
done:
    csr_free(&a);
    free(view);
    return ok;
}
