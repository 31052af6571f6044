/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reorder_rowlen: the longest rows first, by a counting sort; rows of the same length keep their order. */
#include "core/matrix/reorder.h"

static uint64_t rowlen_bytes(const struct csr *a, const struct stats *s)
{
    return size_add(size_mul(8, (uint64_t)a->m), size_mul(8, (uint64_t)s->row_max));
}

static bool rowlen_find(const struct csr *a, int32_t *order, const struct progress *p, struct err *e)
{
    int64_t longest = csr_row_max(a);
    int32_t *shorter = malloc(((size_t)a->m + 1) * sizeof *shorter); /* how much shorter than the longest */
    if (!shorter)
        return err_nomem(e, "the row lengths", 4 * (uint64_t)a->m);
#pragma omp parallel for schedule(static)
    for (int64_t i = 0; i < a->m; i++)
        shorter[i] = (int32_t)(longest - row_length(a, i));
    bool ok = reorder_sort(shorter, a->m, longest, order, e);
    free(shorter);
    return ok;
}

const struct reorder reorder_rowlen = {
    .name = "rowlen",
    .what = "PA: the longest rows first, rows of one length as they were",
    .bytes = rowlen_bytes,
    .find = rowlen_find,
};
