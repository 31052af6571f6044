/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bsr_block_build: finds and fills the blocks of bsr_block, block row by block row. Compiled per variant. */
#pragma once

#include "cpu/lib/plan.h"
#include "cpu/lib/split.h"

#include "cpu/lib/block_row.h"
#include "cpu/lib/row_take.h"

/* More slots per nonzero than this are refused. */
enum { BSR_BLOCK_FILL = 2 };

struct bsr_block {
    struct plan_held held;
    int64_t m, block_rows, b;
    int64_t *ptr;   /* block_rows + 1: the first block of each block row */
    int32_t *first; /* first column of each block */
    T *val;         /* b² for each block, column by column, then BLOCK_PAST */
    struct plan_vectors v;
    int threads, pieces;
    bool stream;
    int64_t cut[]; /* pieces + 1: the block rows of each piece */
};

static bool bsr_block_refuse(int64_t b, int64_t blocks, int64_t nnz, struct err *why)
{
    return err_set(why, ERR_UNSUPPORTED, "%d×%d blocks would be %.0f%% full; they pay from %d%% on", (int)b, (int)b,
                   floor(100.0 * (double)nnz / ((double)blocks * (double)(b * b))), 100 / BSR_BLOCK_FILL);
}

static void block_row_fill(struct bsr_block *s, const struct csr *a, int64_t q)
{
    const int64_t b = s->b;
    struct row_merge merge = row_merge_open(a, q * b, b);

    for (int64_t at = s->ptr[q]; at < s->ptr[q + 1]; at++) {
        int64_t column = row_merge_next(a, b, &merge), first = (column + 1) * b > a->n ? a->n - b : column * b;
        s->first[at] = (int32_t)first;
        memset(s->val + at * b * b, 0, (size_t)(b * b) * sizeof(T));
        row_take(a, b, &merge, column, first, b, s->val + at * b * b);
    }
}

static bool bsr_block_build(struct bsr_block *s, const struct csr *a, struct err *e)
{
    const int64_t b = s->b;
    int64_t blocks;

    if (!(s->ptr = plan_memory(s, size_mul((uint64_t)s->block_rows + 1, sizeof *s->ptr), "block pointers", e)))
        return false;
    s->ptr[0] = 0;
#pragma omp parallel for num_threads(s->threads) schedule(static)
    for (int64_t q = 0; q < s->block_rows; q++)
        s->ptr[q + 1] = row_merge_count(a, b, row_merge_open(a, q * b, b));
    for (int64_t q = 0; q < s->block_rows; q++)
        s->ptr[q + 1] += s->ptr[q];
    blocks = s->ptr[s->block_rows];
    if ((uint64_t)blocks > size_mul((uint64_t)a->nnz, BSR_BLOCK_FILL) / (uint64_t)(b * b))
        return bsr_block_refuse(b, blocks, a->nnz, e);
    if (!(s->first = plan_memory(s, size_mul((uint64_t)blocks, sizeof *s->first), "block columns", e)) ||
        !(s->val = plan_memory(s, size_mul((uint64_t)(blocks * b * b) + BLOCK_PAST, sizeof(T)), "blocks", e)))
        return false;
    split_rows(s->ptr, s->block_rows, s->pieces, s->cut);
    memset(s->val + blocks * b * b, 0, BLOCK_PAST * sizeof(T));
#pragma omp parallel for num_threads(s->threads) schedule(static)
    for (int t = 0; t < s->pieces; t++)
        for (int64_t q = s->cut[t]; q < s->cut[t + 1]; q++)
            block_row_fill(s, a, q);
    return true;
}
