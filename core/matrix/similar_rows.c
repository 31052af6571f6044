/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/matrix/similar_rows.h"

#include "core/matrix/row_cluster.h"
#include "core/matrix/row_probe.h"
#include "core/matrix/row_reuse.h"

/* In blocks of BLOCKS rows the file's order must need GAIN times as many rows of X as the order found, so that meshes
   and bands in their usual order stay: in blocks of 32, grids of 5, 7, 9 and 27 points need 1.2 to 1.5 times as many,
   shuffled meshes and blocks 3 to 13 times. Clusters of a few rows must have FIRST_GAIN. */
static const double GAIN = 1.4, FIRST_GAIN = 1.2;
/* What a sample must promise for a search to begin. On 25 families it is 1.3 to 5.7 where an order was found, and at
   most 1.1 where none was, but for grids of 5 and 7 points (1.25, 1.5) and scattered diagonals (1.1 to 1.2). */
static const double PROBE_GAIN = 1.15;
static const int64_t BLOCKS[] = { 32, 256 };

/* Grids and bands need 0.6 rows of X an entry or less in blocks of 32 rows; shuffled, nearly 1. */
static const double SCATTERED = 0.65;

bool similar_rows_find(const struct csr *a, int32_t *row, bool *found, const struct progress *p, struct err *e)
{
    double there, here, gain;
    *found = false;
    if (!row_probe(a, &gain, e))
        return false;
    if (gain < PROBE_GAIN)
        return true;
    if (!row_cluster(a, FIRST_GAIN, row, found, p, e))
        return false;
    for (int k = 0; *found && k < 2; k++) {
        if (!row_reuse(a, NULL, BLOCKS[k], &there, e) || !row_reuse(a, row, BLOCKS[k], &here, e))
            return false;
        *found = there >= GAIN * here;
    }
    return true;
}

bool similar_rows_promise(const struct csr *a)
{
    return a->nnz > a->m && row_reuse_glance(a) > SCATTERED;
}

uint64_t similar_rows_bytes(const struct csr *a)
{
    uint64_t copy = size_csr((uint64_t)a->m, (uint64_t)a->nnz, vtype_size(a->type)), find = row_cluster_bytes(a);
    return size_add(size_mul(sizeof(int32_t), (uint64_t)a->m), find > copy ? find : copy);
}
