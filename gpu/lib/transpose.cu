/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gpu/lib/transpose.cuh"

struct transpose_plan *transpose_plan_new(const struct problem *p, const char *name, size_t size, uint64_t work,
                                          struct plan *out, struct err *e)
{
    struct transpose_plan *plan = static_cast<struct transpose_plan *>(gpu_plan_new(p, name, size, out, e));
    if (!plan)
        return NULL;
    plan->t = p->t;
    bool ok = gpu_csr_upload(p->device, p->a, &plan->a, out, e) && gpu_alloc(p->device, work, &plan->work, out, e);
    return gpu_plan_end(out, ok) ? plan : NULL;
}

bool transpose_supports(const struct problem *p, struct err *why)
{
    if (p->a->nnz > INT32_MAX || p->a->m > INT32_MAX || p->a->n > INT32_MAX)
        return err_set(why, ERR_UNSUPPORTED, "it counts with 32 bits: sizes and nonzeros below 2^31 only");
    return true;
}

bool transpose_empty(const struct transpose_plan *plan, struct err *e)
{
    return GPU_OK(plan->device, cudaMemsetAsync(plan->t.ptr, 0, ((size_t)plan->a.n + 1) * sizeof(int32_t), 0), e);
}

uint64_t work_place(uint64_t *used, uint64_t bytes)
{
    uint64_t at = *used;
    *used = size_add(at, size_mul(bytes / 256 + (bytes % 256 != 0), 256));
    return at;
}
