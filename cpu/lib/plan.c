/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plan: what the kernels of this folder prepare: their own copy of A beside the shapes of X and Y. */
#include "cpu/lib/plan.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/limit.h"
#include "core/matrix/format.h"
#include "cpu/device/memory.h"
#include "cpu/device/threads.h"

/* Entries of A are worth asking for where they come from memory, and are not a small part of what is read, as beside
   longer rows of X. From a cache they come in time, and asking costs up to a third. */
static bool ahead_pays(const struct problem *p)
{
    enum { SHARE = 4 }; /* of the last cache: the others, X and Y have the rest */

    return (uint64_t)p->x.k * vtype_size(p->a->type) <= 2 * MEMORY_LINE &&
           kernel_csr_bytes(p->a) > p->device->cache / SHARE;
}

struct plan_vectors plan_vectors_of(const struct problem *p)
{
    return (struct plan_vectors){ p->x.data, p->y.data, p->y.k, p->x.ld, p->y.ld, ahead_pays(p) };
}

/* ---- CSR ---- */

uint64_t plan_csr_bytes(const struct problem *p)
{
    return kernel_csr_bytes(p->a);
}

/* Rows go to threads in equal runs, as schedule(static) deals them out, and so do the pages that hold them. */
static void csr_copy(struct plan_csr *plan, const struct csr *a, int threads)
{
    size_t size = vtype_size(a->type);

#pragma omp parallel for num_threads(threads) schedule(static)
    for (int64_t i = 0; i < a->m; i++) {
        int64_t begin = a->ptr[i], end = a->ptr[i + 1];
        if (plan->ptr32)
            plan->ptr32[i + 1] = (int32_t)end;
        else
            plan->ptr64[i + 1] = end;
        memcpy(plan->ind + begin, a->ind + begin, (size_t)(end - begin) * sizeof *a->ind);
        memcpy((char *)plan->val + (size_t)begin * size, (const char *)a->val + (size_t)begin * size,
               (size_t)(end - begin) * size);
    }
    if (plan->ptr32)
        plan->ptr32[0] = 0;
    else
        plan->ptr64[0] = 0;
}

bool plan_csr_prepare(const struct problem *p, int threads, struct plan *out, struct err *e)
{
    const struct csr *a = p->a;
    uint64_t lines = (uint64_t)a->m + 1, nnz = (uint64_t)a->nnz;
    struct plan_csr *plan = calloc(1, sizeof *plan);

    if (!plan)
        return err_nomem(e, "the plan", sizeof *plan);
    plan->m = a->m;
    plan->n = a->n;
    plan->nnz = a->nnz;
    plan->v = plan_vectors_of(p);
    plan->t = p->t;
    plan->threads = p->threads;
    memcpy(plan->param, p->param, sizeof plan->param);
    if (!threads_ready(threads, e))
        goto failed;
    if (a->nnz <= INT32_MAX)
        plan->ptr32 = memory_new(lines * sizeof *plan->ptr32, "row pointers", e);
    else
        plan->ptr64 = memory_new(lines * sizeof *plan->ptr64, "row pointers", e);
    if (!plan->ptr32 && !plan->ptr64)
        goto failed;
    if (!(plan->ind = memory_new(size_mul(nnz, sizeof *plan->ind), "column indices", e)))
        goto failed;
    if (!(plan->val = memory_new(size_mul(nnz, vtype_size(a->type)), "values", e)))
        goto failed;
    csr_copy(plan, a, threads);
    *out = (struct plan){ .data = plan, .bytes = plan_csr_bytes(p) };
    return true;
failed:
    plan_csr_release(plan);
    return false;
}

bool plan_csr_serial(const struct problem *p, struct plan *out, struct err *e)
{
    return plan_csr_prepare(p, 1, out, e);
}

bool plan_csr_parallel(const struct problem *p, struct plan *out, struct err *e)
{
    return plan_csr_prepare(p, p->threads, out, e);
}

void plan_csr_release(void *plan_csr)
{
    struct plan_csr *plan = plan_csr;

    if (!plan)
        return;
    memory_release(plan->val);
    memory_release(plan->ind);
    memory_release(plan->ptr64);
    memory_release(plan->ptr32);
    free(plan);
}

/* ---- ELLPACK ---- */

uint64_t plan_ell_bytes(const struct problem *p)
{
    return format_ell_cost(p->a, p->stats, p->a->type).bytes;
}

bool plan_ell_prepare(const struct problem *p, struct plan *out, struct err *e)
{
    struct plan_ell *plan = calloc(1, sizeof *plan);

    if (!plan)
        return err_nomem(e, "the plan", sizeof *plan);
    plan->v = plan_vectors_of(p);
    plan->threads = p->threads;
    if (!threads_ready(p->threads, e) || !ell_build(p->a, false, &plan->a, e)) {
        free(plan);
        return false;
    }
    *out = (struct plan){ .data = plan, .bytes = plan_ell_bytes(p) };
    return true;
}

void plan_ell_release(void *plan_ell)
{
    struct plan_ell *plan = plan_ell;

    if (!plan)
        return;
    ell_release(&plan->a);
    free(plan);
}
