/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reorder_similar: places rows that share columns next to each other, if that is much better than the file's order. */
#include "core/matrix/reorder.h"
#include "core/matrix/row_cluster.h"
#include "core/matrix/similar_rows.h"

static uint64_t similar_bytes(const struct csr *a, const struct stats *s)
{
    return row_cluster_bytes(a);
}

static bool similar_find(const struct csr *a, int32_t *order, const struct progress *p, struct err *e)
{
    bool found;
    if (!similar_rows_find(a, order, &found, p, e))
        return false;
    if (!found)
        reorder_identity(order, a->m);
    return true;
}

const struct reorder reorder_similar = {
    .name = "similar",
    .what = "PA: rows that share columns follow each other, or stay where that gains little",
    .source = "Broder, SEQUENCES'97 (min-wise hashing); Karypis & Kumar, SISC 20 (1998) (multilevel clustering)",
    .bytes = similar_bytes,
    .find = similar_find,
};
