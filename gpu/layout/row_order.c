/* SPDX-License-Identifier: GPL-3.0-or-later */
/* row_order: sorting rows by length. */
#include "gpu/layout/row_order.h"

#include <stdlib.h>
#include <string.h>

#include "gpu/layout/row_length.h"

/* By falling length, stable: a counting sort. */
static bool sort_rows(const struct csr *a, int32_t *original, struct err *e)
{
    int64_t longest = csr_row_max(a);
    int64_t *place = calloc((size_t)longest + 2, sizeof *place);
    if (!place)
        return err_nomem(e, "row lengths", ((uint64_t)longest + 2) * sizeof *place);
    for (int64_t i = 0; i < a->m; i++)
        place[longest - row_length(a, i) + 1]++;
    for (int64_t c = 0; c < longest; c++)
        place[c + 1] += place[c];
    for (int64_t i = 0; i < a->m; i++)
        original[place[longest - row_length(a, i)]++] = (int32_t)i;
    free(place);
    return true;
}

static bool gather_rows(const struct csr *a, const int32_t *original, struct csr *b, struct err *e)
{
    size_t size = vtype_size(a->type);
    if (!csr_alloc(b, a->m, a->n, a->nnz, a->type, e))
        return false;
    b->ptr[0] = 0;
    for (int64_t i = 0; i < a->m; i++) {
        size_t from = (size_t)a->ptr[original[i]], to = (size_t)b->ptr[i], count = (size_t)row_length(a, original[i]);
        if (count > 0) {
            memcpy(b->ind + to, a->ind + from, count * sizeof *b->ind);
            memcpy((char *)b->val + to * size, (const char *)a->val + from * size, count * size);
        }
        b->ptr[i + 1] = (int64_t)(to + count);
    }
    return true;
}

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
    if (!sort_rows(a, out->original, e) || !gather_rows(a, out->original, &out->sorted, e))
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
