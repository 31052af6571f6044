/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gpu/layout/row_blocks.h"

#include "core/base/minmax.h"

static void add_block(struct row_blocks *b, struct row_block block)
{
    if (b->block)
        b->block[b->blocks] = block;
    b->blocks++;
}

static void add_pieces(const struct csr *a, int64_t i, int64_t cut, struct row_blocks *b)
{
    int64_t first = b->pieces, end = a->ptr[i + 1];
    for (int64_t s = a->ptr[i]; s < end; s += cut)
        add_block(b, (struct row_block){ b->pieces++, s, (int32_t)min64(cut, end - s), 0 });
    if (b->cut)
        b->cut[b->cuts] = (struct cut_row){ i, first, b->pieces - first };
    b->cuts++;
}

/* The end of the block that begins with row i: as many rows as the limits allow, at least one. */
static int64_t block_end(const struct csr *a, int64_t i, struct row_limits l)
{
    int64_t end = i + 1, last = min64(a->m, i + l.rows);
    while (end < last && a->ptr[end + 1] - a->ptr[i] <= l.nz)
        end++;
    return end;
}

/* Counts, and fills the arrays that exist. */
static void add_rows(const struct csr *a, struct row_limits l, struct row_blocks *b)
{
    b->blocks = b->pieces = b->cuts = 0;
    for (int64_t i = 0, end; i < a->m; i = end) {
        end = block_end(a, i, l);
        int64_t count = a->ptr[end] - a->ptr[i];
        if (end - i == 1 && count > l.cut)
            add_pieces(a, i, l.cut, b);
        else
            add_block(b, (struct row_block){ i, a->ptr[i], (int32_t)count, (int32_t)(end - i) });
    }
}

bool row_blocks_find(const struct csr *a, struct row_limits limits, struct row_blocks *out, struct err *e)
{
    *out = (struct row_blocks){ 0 };
    add_rows(a, limits, out);
    uint64_t block_bytes = (uint64_t)out->blocks * sizeof *out->block,
             cut_bytes = (uint64_t)out->cuts * sizeof *out->cut;
    out->block = malloc(block_bytes + 1);
    out->cut = malloc(cut_bytes + 1);
    if (!out->block || !out->cut)
        return err_nomem(e, "the blocks of rows", block_bytes + cut_bytes);
    add_rows(a, limits, out);
    return true;
}

void row_blocks_release(struct row_blocks *b)
{
    free(b->cut);
    free(b->block);
    *b = (struct row_blocks){ 0 };
}

/* A row of c > cut entries makes at most c/cut + 1 ≤ 2·⌊c/cut⌋ pieces. */
uint64_t row_blocks_pieces(const struct csr *a, int64_t row_max, struct row_limits limits)
{
    return row_max > limits.cut ? 2 * (uint64_t)(a->nnz / limits.cut) : 0;
}

/* A block ends because of its rows at most m/rows times; else it and the next have more than nz entries together. */
uint64_t row_blocks_bytes(const struct csr *a, int64_t row_max, struct row_limits limits)
{
    uint64_t m = (uint64_t)a->m, pieces = row_blocks_pieces(a, row_max, limits);
    uint64_t ends = 2 * (uint64_t)(a->nnz / limits.nz) + m / (uint64_t)limits.rows + 2;
    return size_mul((ends < m ? ends : m) + pieces, sizeof(struct row_block)) + pieces / 2 * sizeof(struct cut_row);
}
