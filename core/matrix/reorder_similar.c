/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reorder_similar: rows that share columns become neighbours, as far as that is much better than the order they have.
 */
#include "core/base/limit.h"
#include "core/matrix/reorder.h"
#include "core/matrix/row_cluster.h"
#include "core/matrix/row_reuse.h"

/* In blocks of BLOCKS rows the file's order must need GAIN times as many rows of X as the order found, so that meshes
   and bands in their usual order stay: in blocks of 32, grids of 5, 7, 9 and 27 points need 1.2 to 1.5 times as many,
   shuffled meshes and blocks 3 to 13 times. Clusters of a few rows must have FIRST_GAIN. */
static const double GAIN = 1.4, FIRST_GAIN = 1.2;
static const int64_t BLOCKS[] = { 32, 256 };

static uint64_t similar_bytes(const struct csr *a, const struct stats *s)
{
    (void)s;
    return row_cluster_bytes(a);
}

static bool similar_find(const struct csr *a, int32_t *order, const struct progress *p, struct err *e)
{
    bool found;
    double there, here;
    if (!row_cluster(a, FIRST_GAIN, order, &found, p, e))
        return false;
    for (int k = 0; found && k < 2; k++) {
        if (!row_reuse(a, NULL, BLOCKS[k], &there, e) || !row_reuse(a, order, BLOCKS[k], &here, e))
            return false;
        found = there >= GAIN * here;
    }
    for (int64_t i = 0; !found && i < a->m; i++)
        order[i] = (int32_t)i;
    return true;
}

const struct reorder reorder_similar = {
    .name = "similar",
    .what = "PA: rows that share columns follow each other, or stay where that gains little",
    .source = "Broder, SEQUENCES'97 (min-wise hashing); Karypis & Kumar, SISC 20 (1998) (multilevel clustering)",
    .bytes = similar_bytes,
    .find = similar_find,
};
