/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cpu/lib/plan.h"

#include "core/matrix/format.h"
#include "core/measure/division.h"
#include "cpu/device/memory.h"
#include "cpu/device/threads.h"
#include "cpu/lib/split.h"

/* Prefetching A pays if its entries come from memory and X does not dominate the traffic. In a cache it gains nothing
   and costs up to a third (NOTES.md, Prefetching). */
static bool prefetch_pays(const struct problem *p)
{
    enum { PART = 4 }; /* of the last-level cache; the rest is for X, Y and other programs */

    return (uint64_t)p->x.k * vtype_size(p->a->type) <= 2 * MEMORY_LINE &&
           kernel_csr_bytes(p->a) > p->device->cache / PART;
}

struct plan_vectors plan_vectors_of(const struct problem *p)
{
    return (struct plan_vectors){ p->x.data, p->y.data, p->y.k, p->x.ld, p->y.ld, prefetch_pays(p), .pad = { 0 } };
}

/* ---- memory ---- */

void *plan_new(size_t size, struct err *e)
{
    void *plan = calloc(1, size);

    if (!plan)
        err_nomem(e, "the plan", size);
    return plan;
}

void *plan_memory(void *plan, uint64_t bytes, const char *what, struct err *e)
{
    struct plan_held *held = plan;

    if (held->count == PLAN_ARRAYS) {
        err_set(e, ERR_MEMORY, "%s: a plan has at most %d arrays", what, PLAN_ARRAYS);
        return NULL;
    }
    return held->at[held->count++] = memory_new(bytes, what, e);
}

bool plan_end_by(void *plan, bool ok, uint64_t bytes, void (*release)(void *), struct plan *out)
{
    if (ok)
        *out = (struct plan){ .data = plan, .bytes = bytes };
    else
        release(plan);
    return ok;
}

bool plan_end(void *plan, bool ok, uint64_t bytes, struct plan *out)
{
    return plan_end_by(plan, ok, bytes, plan_release, out);
}

void plan_release(void *plan)
{
    struct plan_held *held = plan;

    while (held && held->count > 0)
        free(held->at[--held->count]);
    free(plan);
}

/* ---- CSR ---- */

/* Intel processors delay a load behind a pending store whose address has the same low twelve bits. If the structure is
   nearly symmetric, transposition moves an entry to about the same offset in T, and each large array begins at a huge
   page. So A's arrays are offset by half of 4 KiB plus a line (NOTES.md, Transposition), except for libraries. */
enum { APART = 2048 + MEMORY_LINE };

static uint64_t apart_of(const struct problem *p)
{
    return p->op == OP_TRANSPOSE ? APART : 0;
}

uint64_t plan_csr_pieces_bytes(const struct problem *p, int64_t each)
{
    uint64_t cuts = (uint64_t)p->threads * (uint64_t)each + 1;

    return size_add(kernel_csr_bytes(p->a), cuts * sizeof(int64_t) + PLAN_PAST * sizeof(int32_t) + 2 * apart_of(p));
}

uint64_t plan_csr_bytes(const struct problem *p)
{
    return plan_csr_pieces_bytes(p, 1);
}

/* A piece costs DEAL_NS (16 threads on one shared counter: 70 to 100 ns; with separate counters: not measured); an
   entry costs a thread about 1 ns per eight columns. The pieces may cost a tenth of the time in total. MOST: R-MAT, k =
   64, SELL: 32 pieces 1.35×, 8 pieces 1.16×. */
int64_t plan_dealt(const struct problem *p)
{
    enum { DEAL_NS = 100, PART = 10, COLUMNS = 8, MOST = 32 };
    const int64_t columns = (p->x.k + COLUMNS - 1) / COLUMNS, work_ns = p->a->nnz / p->threads * columns;
    const int64_t each = work_ns / (DEAL_NS * PART * (int64_t)p->threads);

    return p->threads == 1 || each < 2 ? 1 : each < MOST ? each : MOST;
}

int plan_pieces(const struct problem *p)
{
    return p->threads * (int)plan_dealt(p);
}

void plan_divide(const struct problem *p, struct division *d)
{
    division_by_pieces(p, plan_dealt(p), d);
}

bool plan_rows32(const struct problem *p, struct err *why)
{
    return format_takes_rows32(p->a, why);
}

static void *memory_apart(struct plan_csr *plan, uint64_t bytes, uint64_t apart, const char *what, struct err *e)
{
    char *p = plan_memory(plan, size_add(bytes, apart), what, e);

    return p ? p + apart : NULL;
}

static bool csr_allocate(struct plan_csr *plan, const struct csr *a, uint64_t apart, struct err *e)
{
    const uint64_t pointers = (uint64_t)a->m + 1, nnz = (uint64_t)a->nnz;

    if (a->nnz <= INT32_MAX)
        plan->ptr32 = plan_memory(plan, size_mul(pointers, sizeof *plan->ptr32), "row pointers", e);
    else
        plan->ptr64 = plan_memory(plan, size_mul(pointers, sizeof *plan->ptr64), "row pointers", e);
    return (plan->ptr32 || plan->ptr64) &&
           (plan->cut = plan_memory(plan, ((uint64_t)plan->pieces + 1) * sizeof *plan->cut, "pieces", e)) &&
           (plan->ind = memory_apart(plan, size_mul(nnz + PLAN_PAST, sizeof *plan->ind), apart, "column indices", e)) &&
           (plan->val = memory_apart(plan, size_mul(nnz, vtype_size(a->type)), apart, "values", e));
}

static void csr_copy(struct plan_csr *plan, const struct csr *a, int t)
{
    const size_t size = vtype_size(a->type);
    const int64_t row = plan->cut[t], end = plan->cut[t + 1], first = a->ptr[row];
    const size_t count = (size_t)(a->ptr[end] - first);

    for (int64_t i = row; i < end; i++)
        if (plan->ptr32)
            plan->ptr32[i + 1] = (int32_t)a->ptr[i + 1];
        else
            plan->ptr64[i + 1] = a->ptr[i + 1];
    if (end == a->m && row < end)
        memset(plan->ind + a->nnz, 0, PLAN_PAST * sizeof *plan->ind);
    if (count == 0)
        return;
    memcpy(plan->ind + first, a->ind + first, count * sizeof *a->ind);
    memcpy((char *)plan->val + (size_t)first * size, (const char *)a->val + (size_t)first * size, count * size);
}

static void *csr_new(const struct problem *p, int threads, int64_t each, uint64_t apart, size_t size, struct err *e)
{
    const struct csr *a = p->a;
    struct plan_csr *plan = plan_new(size, e);

    if (!plan)
        return NULL;
    *plan = (struct plan_csr){ .m = a->m, .n = a->n, .nnz = a->nnz, .v = plan_vectors_of(p), .t = p->t };
    plan->threads = p->threads;
    plan->pieces = threads * (int)each;
    memcpy(plan->param, p->param, sizeof plan->param);
    if (!threads_ready(threads, e) || !csr_allocate(plan, a, apart, e)) {
        plan_release(plan);
        return NULL;
    }
    split_rows(a->ptr, a->m, plan->pieces, plan->cut);
    if (plan->ptr32)
        plan->ptr32[0] = 0;
    else
        plan->ptr64[0] = 0;
#pragma omp parallel for num_threads(threads) schedule(static)
    for (int t = 0; t < plan->pieces; t++)
        csr_copy(plan, a, t);
    return plan;
}

void *plan_csr_new(const struct problem *p, size_t size, struct err *e)
{
    return csr_new(p, p->threads, 1, apart_of(p), size, e);
}

static bool csr_prepare(const struct problem *p, int threads, int64_t each, struct plan *out, struct err *e)
{
    struct plan_csr *plan = csr_new(p, threads, each, 0, sizeof *plan, e);

    return plan_end(plan, plan != NULL, plan_csr_pieces_bytes(p, each), out);
}

bool plan_csr_serial(const struct problem *p, struct plan *out, struct err *e)
{
    return csr_prepare(p, 1, 1, out, e);
}

bool plan_csr_parallel(const struct problem *p, struct plan *out, struct err *e)
{
    return csr_prepare(p, p->threads, 1, out, e);
}

bool plan_csr_pieces(const struct problem *p, int64_t each, struct plan *out, struct err *e)
{
    return csr_prepare(p, p->threads, each, out, e);
}

/* ---- ELLPACK ---- */

uint64_t plan_ell_bytes(const struct problem *p)
{
    return format_find("ell")->cost(p->a, p->stats, vtype_size(p->a->type)).bytes;
}

bool plan_ell_prepare(const struct problem *p, struct plan *out, struct err *e)
{
    struct plan_ell *plan = plan_new(sizeof *plan, e);

    if (!plan)
        return false;
    plan->v = plan_vectors_of(p);
    plan->threads = p->threads;
    memcpy(plan->param, p->param, sizeof plan->param);
    bool ok = threads_ready(p->threads, e) && ell_build(p->a, false, &plan->a, e);
    plan->held = (struct plan_held){ 2, { plan->a.ind, plan->a.val } };
    if (!plan_end(plan, ok, plan_ell_bytes(p), out))
        return false;
    out->slots = (uint64_t)(plan->a.m * plan->a.width);
    return true;
}
