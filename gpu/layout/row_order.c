/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gpu/layout/row_order.h"

#include "core/matrix/reorder.h"

static int lanes_for(int64_t length, int64_t per_lane, int most)
{
    int lanes = 1;
    while (lanes < most && lanes * per_lane < length)
        lanes *= 2;
    return lanes;
}

static void classify(int64_t per_lane, int lanes_most, struct row_order *o)
{
    int last = 0;
    for (int64_t i = 0; i < o->sorted.m; i++) {
        int lanes = lanes_for(row_length(&o->sorted, i), per_lane, lanes_most);
        if (lanes != last)
            o->rows[o->classes++] = (struct row_class){ i, last = lanes };
    }
    o->rows[o->classes] = (struct row_class){ o->sorted.m, 0 };
}

bool row_order_build(const struct csr *a, int64_t per_lane, int lanes_most, struct row_order *out, struct err *e)
{
    *out = (struct row_order){ 0 };
    out->original = malloc((size_t)a->m * sizeof *out->original + 1);
    if (!out->original)
        return err_nomem(e, "the order of rows", (uint64_t)a->m * sizeof *out->original);
    if (!reorder_rowlen.find(a, out->original, NULL, e) || !csr_gather(a, out->original, &out->sorted, e))
        return false;
    classify(per_lane, lanes_most, out);
    return true;
}

void row_order_release(struct row_order *o)
{
    csr_free(&o->sorted);
    free(o->original);
    *o = (struct row_order){ 0 };
}
