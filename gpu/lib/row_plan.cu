/* SPDX-License-Identifier: GPL-3.0-or-later */
/* row_blocks: cutting A into blocks of rows, on the host. */
#include "gpu/lib/row_plan.cuh"

#include <algorithm>
#include <cstdlib>

#include "core/base/limit.h"

static void add_block(struct row_blocks *b, struct row_block block)
{
    if (b->block)
        b->block[b->blocks] = block;
    b->blocks++;
}

static void add_pieces(const struct csr *a, int64_t i, int64_t cut, struct row_blocks *b)
{
    int64_t first = b->pieces;
    for (int64_t s = a->ptr[i]; s < a->ptr[i + 1]; s += cut)
        add_block(b, { b->pieces++, s, (int32_t)std::min(cut, a->ptr[i + 1] - s), 0 });
    if (b->cut)
        b->cut[b->cuts] = { i, first, b->pieces - first };
    b->cuts++;
}

/* The end of the block that begins with row i: as many rows as stay within the limits, but at least one. */
static int64_t block_end(const struct csr *a, int64_t i, struct row_limits l)
{
    int64_t end = i + 1, last = std::min(a->m, i + l.rows);
    while (end < last && a->ptr[end + 1] - a->ptr[i] <= l.nz)
        end++;
    return end;
}

/* Counts, and fills in the arrays that are there. */
static void find(const struct csr *a, struct row_limits l, struct row_blocks *b)
{
    b->blocks = b->pieces = b->cuts = 0;
    for (int64_t i = 0, end; i < a->m; i = end) {
        end = block_end(a, i, l);
        int64_t count = a->ptr[end] - a->ptr[i];
        if (end - i == 1 && count > l.cut)
            add_pieces(a, i, l.cut, b);
        else
            add_block(b, { i, a->ptr[i], (int32_t)count, (int32_t)(end - i) });
    }
}

bool row_blocks_upload(const struct problem *p, struct row_limits limits, struct row_blocks *out, struct plan *plan,
                       struct err *e)
{
    *out = {};
    find(p->a, limits, out);
    uint64_t block_bytes = (uint64_t)out->blocks * sizeof *out->block;
    uint64_t cut_bytes = (uint64_t)out->cuts * sizeof *out->cut;
    struct row_blocks host = {};
    void *block = NULL, *cut = NULL;
    host.block = static_cast<struct row_block *>(malloc(block_bytes + 1));
    host.cut = static_cast<struct cut_row *>(malloc(cut_bytes + 1));
    bool ok = host.block && host.cut;
    if (ok)
        find(p->a, limits, &host);
    else
        err_nomem(e, "the blocks of rows", block_bytes + cut_bytes);
    ok = ok && gpu_upload(p->device, host.block, block_bytes, &block, plan, e) &&
         gpu_upload(p->device, host.cut, cut_bytes, &cut, plan, e);
    out->block = static_cast<struct row_block *>(block);
    out->cut = static_cast<struct cut_row *>(cut);
    free(host.cut);
    free(host.block);
    return ok;
}

void row_blocks_release(struct row_blocks *b)
{
    cudaFree(b->cut);
    cudaFree(b->block);
    *b = {};
}

/* A row of c > cut entries makes at most c/cut + 1 ≤ 2·⌊c/cut⌋ pieces. */
uint64_t row_blocks_pieces(const struct problem *p, struct row_limits limits)
{
    return p->stats->row_max > limits.cut ? 2 * (uint64_t)(p->a->nnz / limits.cut) : 0;
}

/* A block ends for its rows at most m/rows times; else it and the next have more than nz entries together. */
uint64_t row_blocks_bytes(const struct problem *p, struct row_limits limits)
{
    uint64_t m = (uint64_t)p->a->m, pieces = row_blocks_pieces(p, limits);
    uint64_t ends = 2 * (uint64_t)(p->a->nnz / limits.nz) + m / (uint64_t)limits.rows + 2;
    return size_mul(std::min(ends, m) + pieces, sizeof(struct row_block)) + pieces / 2 * sizeof(struct cut_row);
}

/* ---- plans ---- */

static uint64_t sum_bytes(int64_t pieces, int64_t k, enum vtype type)
{
    return size_mul((uint64_t)pieces, size_mul((uint64_t)k, vtype_size(type)));
}

void row_plan_release(void *plan_data)
{
    struct row_plan *l = static_cast<struct row_plan *>(plan_data);
    if (!l)
        return;
    if (gpu_select(l->mul.device, NULL)) {
        cudaFree(l->sum);
        row_blocks_release(&l->rows);
        gpu_csr_release(&l->mul.a);
    }
    free(l);
}

bool row_plan_prepare(const struct problem *p, struct row_limits limits, struct plan *plan, struct err *e)
{
    *plan = {};
    if (!gpu_select(p->device, e))
        return false;
    struct row_plan *l = reinterpret_cast<struct row_plan *>(mul_plan_new(p, sizeof *l, e));
    if (!l)
        return false;
    bool ok = gpu_csr_upload(p->device, p->a, &l->mul.a, plan, e) && row_blocks_upload(p, limits, &l->rows, plan, e) &&
              gpu_alloc(p->device, sum_bytes(l->rows.pieces, p->x.k, p->a->type), &l->sum, plan, e);
    if (ok)
        plan->data = l;
    else
        row_plan_release(l);
    return ok;
}

uint64_t row_plan_bytes(const struct problem *p, struct row_limits limits)
{
    uint64_t sums = sum_bytes((int64_t)row_blocks_pieces(p, limits), p->x.k, p->a->type);
    return size_add(size_add(kernel_csr_bytes(p->a), row_blocks_bytes(p, limits)), sums);
}
