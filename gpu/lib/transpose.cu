/* SPDX-License-Identifier: GPL-3.0-or-later */
/* transpose: preparing and releasing what transpositions share. */
#include "gpu/lib/transpose.cuh"

#include <cstdlib>

#include "core/base/limit.h"

struct transpose_plan *transpose_plan_new(const struct problem *p, const char *name, size_t size, uint64_t work,
                                          struct plan *plan, struct err *e)
{
    *plan = {};
    if (!gpu_enter(p->device, name, e))
        return NULL;
    struct transpose_plan *l = static_cast<struct transpose_plan *>(calloc(1, size));
    if (!l) {
        err_nomem(e, "a plan", size);
        return NULL;
    }
    l->device = p->device;
    l->t = p->t;
    for (int i = 0; i < PARAM_MAX; i++)
        l->param[i] = p->param[i];
    if (!gpu_csr_upload(p->device, p->a, &l->a, plan, e) || !gpu_alloc(p->device, work, &l->work, plan, e)) {
        transpose_release(l);
        return NULL;
    }
    plan->data = l;
    return l;
}

void transpose_release(void *plan_data)
{
    struct transpose_plan *l = static_cast<struct transpose_plan *>(plan_data);
    if (!l)
        return;
    if (gpu_select(l->device, NULL)) {
        cudaFree(l->work);
        gpu_csr_release(&l->a);
    }
    free(l);
}

bool transpose_supports(const struct problem *p, struct err *why)
{
    if (p->a->nnz > INT32_MAX || p->a->m > INT32_MAX || p->a->n > INT32_MAX)
        return err_set(why, ERR_UNSUPPORTED, "it counts with 32 bits: sizes and nonzeros below 2^31 only");
    return true;
}

bool transpose_empty(const struct transpose_plan *l, struct err *e)
{
    return GPU_OK(l->device, cudaMemsetAsync(l->t.ptr, 0, ((size_t)l->a.n + 1) * sizeof(int32_t), 0), e);
}

uint64_t work_place(uint64_t *used, uint64_t bytes)
{
    uint64_t at = *used;
    *used = size_add(at, size_mul(bytes / 256 + (bytes % 256 != 0), 256));
    return at;
}
