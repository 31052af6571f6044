/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gpu/layout/long_row_pieces.h"

enum { FEW = 1 << 17 }; /* up to this, starting threads is assumed to cost more than it saves (not measured) */

static int64_t pieces_of(int64_t count, int64_t length)
{
    return count > length ? (count + length - 1) / length : 1;
}

bool long_rows_list(const int64_t *ptr, int64_t m, int height, int64_t cut, int64_t **row, int64_t *rows)
{
    int64_t bundles = (m + height - 1) / height, longs = 0;
#pragma omp parallel for schedule(static) reduction(+ : longs) if (bundles > FEW)
    for (int64_t b = 0; b < bundles; b++)
        longs += ptr[b + 1] - ptr[b] > cut;
    *row = malloc((size_t)(longs * height) * sizeof **row + 1);
    *rows = 0;
    for (int64_t b = 0; b < bundles && *row && longs > 0; b++)
        if (ptr[b + 1] - ptr[b] > cut)
            for (int64_t i = b * height; i < m && i < (b + 1) * height; i++)
                (*row)[(*rows)++] = i;
    return *row != NULL;
}

int64_t long_row_entries(const struct csr *a, const int64_t *row, int64_t rows)
{
    int64_t nnz = 0;
    for (int64_t r = 0; r < rows; r++)
        nnz += row_length(a, row[r]);
    return nnz;
}

/* Fills l->piece, row by row. */
static void list_pieces(const struct csr *a, const int64_t *row, int64_t length, bool copied, struct long_row_pieces *l)
{
    int64_t copies = 0, at = 0;
    for (int64_t r = 0; r < l->rows; r++) {
        int64_t count = row_length(a, row[r]), pieces = pieces_of(count, length), first = at;
        int64_t begin = copied ? copies : a->ptr[row[r]];
        for (int64_t i = 0; i < pieces; i++) {
            int64_t left = count - i * length;
            l->piece[at++] = (struct row_piece){ .begin = begin + i * length,
                                                 .row = row[r],
                                                 .first = first,
                                                 .count = (int32_t)(left < length ? left : length),
                                                 .pieces = (int32_t)pieces,
                                                 .number = (int32_t)r };
        }
        copies += count;
    }
}

/* Threads share pieces, not rows: one row may have most of the entries. */
static bool copy_pieces(const struct csr *a, int64_t length, struct long_row_pieces *l)
{
    const size_t size = vtype_size(a->type);
    l->ind = malloc((size_t)l->nnz * sizeof *l->ind + 1);
    l->val = malloc((size_t)l->nnz * size + 1);
    if (!l->ind || !l->val)
        return false;
#pragma omp parallel for schedule(static) if (l->nnz > FEW)
    for (int64_t i = 0; i < l->pieces; i++) {
        const struct row_piece *p = &l->piece[i];
        const int64_t from = a->ptr[p->row] + (i - p->first) * length;
        if (p->count == 0)
            continue;
        memcpy(l->ind + p->begin, a->ind + from, (size_t)p->count * sizeof *l->ind);
        memcpy((char *)l->val + (size_t)p->begin * size, (const char *)a->val + (size_t)from * size,
               (size_t)p->count * size);
    }
    return true;
}

bool long_row_pieces_build(const struct csr *a, const int64_t *row, int64_t rows, int64_t length, bool copied,
                           struct long_row_pieces *out, struct err *e)
{
    *out = (struct long_row_pieces){ .rows = rows, .nnz = long_row_entries(a, row, rows) };
    for (int64_t r = 0; r < rows; r++)
        out->pieces += pieces_of(row_length(a, row[r]), length);
    const size_t list = (size_t)out->pieces * sizeof *out->piece;
    out->piece = malloc(list + 1);
    if (out->piece)
        list_pieces(a, row, length, copied, out);
    if (!out->piece || (copied && !copy_pieces(a, length, out)))
        return err_nomem(e, "long rows", (uint64_t)out->nnz * (4 + vtype_size(a->type)) + list);
    return true;
}

void long_row_pieces_release(struct long_row_pieces *l)
{
    free(l->val);
    free(l->ind);
    free(l->piece);
    *l = (struct long_row_pieces){ 0 };
}
