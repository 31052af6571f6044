/* SPDX-License-Identifier: GPL-3.0-or-later */
/* format_ell: ELLPACK: every row as wide as the longest, row after row (CPU) or slot after slot (GPU). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/limit.h"
#include "core/matrix/format.h"
#include "core/matrix/strided.h"

enum { BLOCK_ROWS = 64 };

static struct format_cost ell_cost(const struct csr *a, const struct stats *s, enum vtype type)
{
    uint64_t slots = size_mul((uint64_t)a->m, (uint64_t)s->row_max);
    return (struct format_cost){
        .bytes = size_mul(slots, 4 + vtype_size(type)),
        .slots = format_slots(slots),
    };
}

static void value_copy(void *to, int64_t slot, const void *from, int64_t p, enum vtype type)
{
    if (type == VT_F64)
        ((double *)to)[slot] = ((const double *)from)[p];
    else
        ((float *)to)[slot] = ((const float *)from)[p];
}

static void value_zero(void *to, int64_t slot, enum vtype type)
{
    if (type == VT_F64)
        ((double *)to)[slot] = 0;
    else
        ((float *)to)[slot] = 0;
}

static int64_t slot_of(const struct ell *b, int64_t i, int64_t s)
{
    return b->column_major ? i + s * b->m : i * b->width + s;
}

static void slot_fill(const struct csr *a, struct ell *b, int64_t i, int64_t s)
{
    int64_t first = a->ptr[i], end = a->ptr[i + 1], slot = slot_of(b, i, s);
    if (first + s < end) {
        b->ind[slot] = a->ind[first + s];
        value_copy(b->val, slot, a->val, first + s, a->type);
    } else {
        b->ind[slot] = first < end ? a->ind[end - 1] : 0;
        value_zero(b->val, slot, a->type);
    }
}

/* Slots of the rows i0 .. i1-1, in the order in which they lie in memory. */
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

static bool is_zero_row(const struct csr *a, int64_t i)
{
    int64_t p = a->ptr[i];
    if (a->ptr[i + 1] != p + 1 || a->ind[p] != 0)
        return false;
    double v = strided_value(a->val, p, a->type);
    return v == 0 && !signbit(v);
}

static bool zero_rows_find(const struct csr *a, struct ell *b, struct err *e)
{
    int64_t count = 0;
    for (int64_t i = 0; i < a->m; i++)
        count += is_zero_row(a, i);
    if (count == 0)
        return true;
    b->zero_row = malloc((size_t)count * sizeof *b->zero_row);
    if (!b->zero_row)
        return err_nomem(e, "ELLPACK's rows of one zero", (uint64_t)count * sizeof *b->zero_row);
    for (int64_t i = 0; i < a->m; i++)
        if (is_zero_row(a, i))
            b->zero_row[b->zero_rows++] = i;
    return true;
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
    if (!zero_rows_find(a, out, e)) {
        ell_release(out);
        return false;
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
    free(b->zero_row);
    free(b->val);
    free(b->ind);
    *b = (struct ell){ 0 };
}

/* Columns ascend strictly, so padding begins where one repeats. A lone +0 in column 0 is padding unless it is the next
   of the zero rows. */
static int64_t row_length(const struct ell *b, int64_t i, int64_t *next_zero)
{
    if (b->width == 0)
        return 0;
    int64_t length = 1;
    while (length < b->width && b->ind[slot_of(b, i, length)] > b->ind[slot_of(b, i, length - 1)])
        length++;
    int64_t slot = slot_of(b, i, 0);
    double v = strided_value(b->val, slot, b->type);
    if (length > 1 || b->ind[slot] != 0 || v != 0 || signbit(v))
        return length;
    if (*next_zero < b->zero_rows && b->zero_row[*next_zero] == i) {
        (*next_zero)++;
        return 1;
    }
    return 0;
}

static bool ell_to_csr(const void *built, struct csr *a, struct err *e)
{
    const struct ell *b = built;
    if (!csr_alloc(a, b->m, b->n, b->nnz, b->type, e))
        return false;
    int64_t p = 0, next_zero = 0;
    a->ptr[0] = 0;
    for (int64_t i = 0; i < b->m; i++) {
        int64_t length = row_length(b, i, &next_zero);
        for (int64_t s = 0; s < length; s++, p++) {
            a->ind[p] = b->ind[slot_of(b, i, s)];
            value_copy(a->val, p, b->val, slot_of(b, i, s), b->type);
        }
        a->ptr[i + 1] = p;
    }
    return true;
}

static bool ell_make(const struct csr *a, bool column_major, void **out, struct err *e)
{
    struct ell *b = calloc(1, sizeof *b);
    if (!b)
        return err_nomem(e, "ELLPACK", sizeof *b);
    if (!ell_build(a, column_major, b, e)) {
        free(b);
        return false;
    }
    *out = b;
    return true;
}

static bool ell_make_rows(const struct csr *a, void **out, struct err *e)
{
    return ell_make(a, false, out, e);
}

static bool ell_make_columns(const struct csr *a, void **out, struct err *e)
{
    return ell_make(a, true, out, e);
}

static void ell_destroy(void *built)
{
    ell_release(built);
    free(built);
}

extern const struct format format_ell, format_ell_col;
const struct format format_ell = {
    .name = "ell",
    .title = "ELLPACK",
    .what = "every row padded to the longest, row after row",
    .padded = true,
    .supports = format_takes_any,
    .cost = ell_cost,
    .build = ell_make_rows,
    .to_csr = ell_to_csr,
    .free = ell_destroy,
};
const struct format format_ell_col = {
    .name = "ell.col",
    .title = "ELLPACK",
    .what = "every row padded to the longest, slot after slot (GPU)",
    .padded = true,
    .supports = format_takes_any,
    .cost = ell_cost,
    .build = ell_make_columns,
    .to_csr = ell_to_csr,
    .free = ell_destroy,
};
