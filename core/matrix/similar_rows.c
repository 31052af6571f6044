/* SPDX-License-Identifier: GPL-3.0-or-later */
/* similar_rows: an order of the rows of A in which neighbours share columns, where the file's order is much worse. */
#include "core/matrix/similar_rows.h"

#include <stdlib.h>

#include "core/base/limit.h"
#include "core/matrix/row_cluster.h"
#include "core/matrix/row_reuse.h"

/* In the file's order grids of 5, 7, 9 and 27 points need 1.2 to 1.5 times as many rows of X in blocks of 32 as in the
   order found, shuffled meshes and blocks 3 to 13 times as many. */
const struct similar_rows_wish similar_rows_usual = { .rows = { 32, 256 }, .gain = 1.4 };

/* Of the gain, what clusters of a few rows must have. */
static double first_gain(const struct similar_rows_wish *wish)
{
    return 1 + (wish->gain - 1) / 2;
}

static bool measure(const struct csr *a, const struct similar_rows_wish *wish, const int32_t *order, double *reuse,
                    struct err *e)
{
    for (int k = 0; k < SIMILAR_ROWS_SIZES; k++)
        if (!row_reuse(a, order, wish->rows[k], &reuse[k], e))
            return false;
    return true;
}

bool similar_rows_find(const struct csr *a, const struct similar_rows_wish *wish, const struct progress *p,
                       struct similar_rows *out, struct err *e)
{
    bool found = false;
    *out = (struct similar_rows){ .m = a->m, .row = malloc(((size_t)a->m + 1) * sizeof *out->row) };
    if (!out->row)
        return err_nomem(e, "the order of rows", 4 * (uint64_t)a->m);
    if (!row_cluster(a, first_gain(wish), out->row, &found, p, e) || !measure(a, wish, NULL, out->there, e) ||
        !measure(a, wish, found ? out->row : NULL, out->found, e)) {
        similar_rows_free(out);
        return false;
    }
    for (int k = 0; k < SIMILAR_ROWS_SIZES; k++)
        found = found && out->there[k] >= wish->gain * out->found[k];
    if (!found) {
        free(out->row);
        out->row = NULL;
    }
    return true;
}

void similar_rows_free(struct similar_rows *o)
{
    free(o->row);
    *o = (struct similar_rows){ 0 };
}

uint64_t similar_rows_bytes(const struct csr *a)
{
    return size_add(size_mul(4, (uint64_t)a->m), row_cluster_bytes(a));
}
