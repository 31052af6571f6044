/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/matrix/similar_rows.h"

#include "core/matrix/row_cluster.h"
#include "core/matrix/row_probe.h"
#include "core/matrix/row_reuse.h"

/* In blocks of BLOCKS rows, the file's order must need GAIN times as many rows of X as the order found. Grids of 5, 7,
   9 and 27 points in their usual order need 1.2 to 1.5 times as many in blocks of 32, shuffled meshes and blocks 3 to
   13 times. The first clusters must gain FIRST_GAIN. */
static const double GAIN = 1.4, FIRST_GAIN = 1.2;
/* The sampled gain at which a search begins. Over 25 families the sample gives 1.3 to 5.7 where a better order was
   found and at most 1.1 where none was, except grids of 5 and 7 points (1.25, 1.5), scattered diagonals (1.2). */
static const double PROBE_GAIN = 1.15;
static const int64_t BLOCKS[] = { 32, 256 };

/* Rows of X per entry in blocks of 32 rows: grids and bands need at most 0.6, shuffled ones nearly 1. */
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
