/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gpu/layout/sell.h"

#include "core/base/minmax.h"

int64_t sell_count(const struct csr *a)
{
    return (a->m + SELL_ROWS - 1) / SELL_ROWS;
}

static int64_t width(const struct csr *a, int64_t slice)
{
    int64_t longest = 0, end = min64((slice + 1) * SELL_ROWS, a->m);
    for (int64_t i = slice * SELL_ROWS; i < end; i++)
        longest = max64(longest, row_length(a, i));
    return longest;
}

int64_t sell_slots(const struct csr *a)
{
    int64_t slots = 0;
    for (int64_t slice = 0; slice < sell_count(a); slice++)
        slots += width(a, slice) * SELL_ROWS;
    return slots;
}

static void fill_row(const struct csr *a, int64_t i, struct sell_slices *s)
{
    size_t v = vtype_size(a->type);
    int64_t at = s->offset[i / SELL_ROWS] + i % SELL_ROWS;
    for (int64_t p = a->ptr[i]; p < a->ptr[i + 1]; p++, at += SELL_ROWS) {
        s->ind[at] = a->ind[p];
        memcpy((char *)s->val + (size_t)at * v, (const char *)a->val + (size_t)p * v, v);
    }
}

bool sell_build(const struct csr *a, struct sell_slices *out, struct err *e)
{
    size_t v = vtype_size(a->type);
    *out = (struct sell_slices){ .slices = sell_count(a), .slots = sell_slots(a) };
    out->offset = calloc((size_t)out->slices + 1, sizeof *out->offset);
    out->ind = malloc((size_t)out->slots * sizeof *out->ind + 1);
    out->val = calloc((size_t)out->slots + 1, v);
    if (!out->offset || !out->ind || !out->val) {
        sell_release(out);
        return err_nomem(e, "SELL", (uint64_t)sell_slots(a) * (sizeof *out->ind + v));
    }
    for (int64_t slice = 0; slice < out->slices; slice++)
        out->offset[slice + 1] = out->offset[slice] + (int32_t)(width(a, slice) * SELL_ROWS);
    memset(out->ind, -1, (size_t)out->slots * sizeof *out->ind);
    for (int64_t i = 0; i < a->m; i++)
        fill_row(a, i, out);
    return true;
}

void sell_release(struct sell_slices *s)
{
    free(s->val);
    free(s->ind);
    free(s->offset);
    *s = (struct sell_slices){ 0 };
}
