/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/matrix/ell.h"

enum { BLOCK_ROWS = 64 };

static void slot_fill(const struct csr *a, struct ell *b, int64_t i, int64_t s)
{
    int64_t first = a->ptr[i], end = a->ptr[i + 1], slot = b->column_major ? i + s * b->m : i * b->width + s;
    if (first + s < end) {
        b->ind[slot] = a->ind[first + s];
        vtype_set(b->val, slot, a->type, vtype_get(a->val, first + s, a->type));
    } else {
        b->ind[slot] = first < end ? a->ind[end - 1] : 0;
        vtype_set(b->val, slot, a->type, 0);
    }
}

/* Fills the slots of rows i0 .. i1-1 in memory order. */
static void block_fill(const struct csr *a, struct ell *b, int64_t i0, int64_t i1)
{
    if (b->column_major) {
        for (int64_t s = 0; s < b->width; s++)
            for (int64_t i = i0; i < i1; i++)
                slot_fill(a, b, i, s);
    } else {
        for (int64_t i = i0; i < i1; i++)
            for (int64_t s = 0; s < b->width; s++)
                slot_fill(a, b, i, s);
    }
}

bool ell_build(const struct csr *a, bool column_major, struct ell *out, struct err *e)
{
    int64_t width = csr_row_max(a);
    uint64_t slots = size_mul((uint64_t)a->m, (uint64_t)width);
    uint64_t bytes = size_mul(slots, 4 + vtype_size(a->type));
    *out = (struct ell){ .m = a->m, .n = a->n, .nnz = a->nnz, .width = width, .column_major = column_major };
    out->type = a->type;
    if (bytes > PTRDIFF_MAX)
        return err_nomem(e, "ELLPACK", bytes);
    if (slots > 0) {
        out->ind = malloc(slots * sizeof *out->ind);
        out->val = malloc(slots * vtype_size(a->type));
        if (!out->ind || !out->val) {
            ell_release(out);
            return err_nomem(e, "ELLPACK", bytes);
        }
    }
    int64_t blocks = (a->m + BLOCK_ROWS - 1) / BLOCK_ROWS;
#pragma omp parallel for schedule(static)
    for (int64_t b = 0; b < blocks; b++) {
        int64_t end = (b + 1) * BLOCK_ROWS;
        block_fill(a, out, b * BLOCK_ROWS, end < a->m ? end : a->m);
    }
    return true;
}

void ell_release(struct ell *b)
{
    free(b->val);
    free(b->ind);
    *b = (struct ell){ 0 };
}
