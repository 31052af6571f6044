/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gpu/lib/block.cuh"

#include "core/measure/block.h"

bool block_prepare_from(const struct problem *p, const char *name, const void *in, uint64_t bytes, uint64_t work,
                        int64_t segment, struct plan *out, struct err *e)
{
    uint64_t result = block_bytes(p->op, p->a);
    struct block_plan *plan = static_cast<struct block_plan *>(gpu_plan_new(p, name, sizeof *plan, out, e));
    if (!plan)
        return false;
    plan->a = p->a;
    plan->op = p->op;
    plan->segment = segment;
    plan->work_bytes = work;
    return gpu_plan_end(out, gpu_upload(p->device, in, bytes, &plan->in, out, e) &&
                                 gpu_alloc(p->device, result, &plan->out, out, e) &&
                                 gpu_alloc(p->device, work, &plan->work, out, e) &&
                                 (result == 0 || GPU_OK(p->device, cudaMemsetAsync(plan->out, 0xAA, result, 0), e)));
}

bool block_prepare(const struct problem *p, const char *name, uint64_t work, int64_t segment, struct plan *out,
                   struct err *e)
{
    return block_prepare_from(p, name, p->a->ind, (uint64_t)p->a->nnz * sizeof *p->a->ind, work, segment, out, e);
}

uint64_t block_prepared_bytes(const struct problem *p)
{
    return (uint64_t)p->a->nnz * sizeof *p->a->ind + block_bytes(p->op, p->a);
}

bool block_verify(void *plan_data, struct check *c, struct err *e)
{
    const struct block_plan *plan = static_cast<const struct block_plan *>(plan_data);
    uint64_t bytes = block_bytes(plan->op, plan->a);
    void *got = malloc(bytes + 1);
    if (!got)
        return err_nomem(e, "the result", bytes);
    bool ok = gpu_select(plan->device, e) &&
              (bytes == 0 || GPU_OK(plan->device, cudaMemcpy(got, plan->out, bytes, cudaMemcpyDeviceToHost), e)) &&
              block_check(plan->op, plan->a, plan->segment, got, c, e);
    free(got);
    return ok;
}

bool block_merge_prepare(const struct problem *p, const char *name, uint64_t work, int64_t segment, struct plan *out,
                         struct err *e)
{
    uint64_t bytes = block_bytes(p->op, p->a);
    uint64_t *sorted = static_cast<uint64_t *>(malloc(bytes + 1));
    if (!sorted)
        return err_nomem(e, "sorted segments", bytes);
    block_segsort(p->a->ind, p->a->nnz, segment, sorted);
    bool ok = block_prepare_from(p, name, sorted, bytes, work, 2 * segment, out, e);
    free(sorted);
    return ok;
}

const char *const block_sizes[] = { "1", "2", "4", "8", "16", "32", "64", "128", "256", "512", "1024", NULL };
