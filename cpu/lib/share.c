/* SPDX-License-Identifier: GPL-3.0-or-later */
/* share: A in CSR, cut at rows into one share of equal work a thread, each written first by the thread that reads it.
 */
#include "cpu/lib/share.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/limit.h"
#include "cpu/device/memory.h"
#include "cpu/device/threads.h"
#include "cpu/lib/split.h"

uint64_t share_pieces_bytes(const struct problem *p, int64_t each)
{
    uint64_t cuts = (uint64_t)p->threads * (uint64_t)each + 1;

    return size_add(kernel_csr_bytes(p->a), cuts * sizeof(int64_t) + SHARE_AHEAD * sizeof(int32_t));
}

/* Threads that fetch their next piece wait for each other, DEAL_NS each; an entry takes one thread about 1 ns for every
   eight columns. Of the time, all pieces may cost a tenth. */
int64_t share_dealt(const struct problem *p, int64_t most)
{
    enum { DEAL_NS = 100, PART = 10, COLUMNS = 8 };
    const int64_t columns = (p->x.k + COLUMNS - 1) / COLUMNS, work_ns = p->a->nnz / p->threads * columns;
    const int64_t each = work_ns / (DEAL_NS * PART * (int64_t)p->threads);

    return p->threads == 1 || each < 2 ? 1 : each < most ? each : most;
}

uint64_t share_bytes(const struct problem *p)
{
    return share_pieces_bytes(p, 1);
}

/* Piece t of A, written by the thread that has it. */
static void copy_part(struct share *s, const struct csr *a, int t)
{
    size_t size = vtype_size(a->type);
    int64_t row = s->cut[t], end = s->cut[t + 1], first = a->ptr[row];
    size_t count = (size_t)(a->ptr[end] - first);

    for (int64_t i = row; i < end; i++) {
        if (s->a.ptr32)
            s->a.ptr32[i + 1] = (int32_t)a->ptr[i + 1];
        else
            s->a.ptr64[i + 1] = a->ptr[i + 1];
    }
    if (end == a->m && row < end)
        memset(s->a.ind + a->nnz, 0, SHARE_AHEAD * sizeof *s->a.ind);
    if (count == 0)
        return;
    memcpy(s->a.ind + first, a->ind + first, count * sizeof *a->ind);
    memcpy((char *)s->a.val + (size_t)first * size, (const char *)a->val + (size_t)first * size, count * size);
}

static bool allocate(struct share *s, const struct csr *a, struct err *e)
{
    uint64_t lines = (uint64_t)a->m + 1, nnz = (uint64_t)a->nnz;

    if (a->nnz <= INT32_MAX)
        s->a.ptr32 = memory_new(size_mul(lines, sizeof *s->a.ptr32), "row pointers", e);
    else
        s->a.ptr64 = memory_new(size_mul(lines, sizeof *s->a.ptr64), "row pointers", e);
    if (!s->a.ptr32 && !s->a.ptr64)
        return false;
    return (s->a.ind = memory_new(size_mul(nnz + SHARE_AHEAD, sizeof *s->a.ind), "column indices", e)) &&
           (s->a.val = memory_new(size_mul(nnz, vtype_size(a->type)), "values", e));
}

bool share_pieces(const struct problem *p, int64_t each, struct plan *out, struct err *e)
{
    const struct csr *a = p->a;
    size_t cuts = ((size_t)p->threads * (size_t)each + 1) * sizeof(int64_t);
    struct share *s = calloc(1, sizeof *s + cuts);

    if (!s)
        return err_nomem(e, "the plan", sizeof *s + cuts);
    s->a = (struct plan_csr){ .m = a->m, .n = a->n, .nnz = a->nnz, .v = plan_vectors_of(p), .t = p->t };
    s->a.threads = p->threads;
    s->pieces = p->threads * (int)each;
    memcpy(s->a.param, p->param, sizeof s->a.param);
    if (!threads_ready(p->threads, e) || !allocate(s, a, e)) {
        share_release(s);
        return false;
    }
    split_rows(a->ptr, a->m, s->pieces, s->cut);
    if (s->a.ptr32)
        s->a.ptr32[0] = 0;
    else
        s->a.ptr64[0] = 0;
#pragma omp parallel for num_threads(p->threads) schedule(static)
    for (int t = 0; t < s->pieces; t++)
        copy_part(s, a, t);
    *out = (struct plan){ .data = s, .bytes = share_pieces_bytes(p, each) };
    return true;
}

bool share_prepare(const struct problem *p, struct plan *out, struct err *e)
{
    return share_pieces(p, 1, out, e);
}

void share_release(void *share)
{
    struct share *s = share;

    if (!s)
        return;
    memory_release(s->a.val);
    memory_release(s->a.ind);
    memory_release(s->a.ptr64);
    memory_release(s->a.ptr32);
    free(s);
}
