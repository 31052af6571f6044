/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gpu/lib/block.cuh"

#include "core/measure/block.h"

bool block_prepare_from(const struct problem *p, const char *name, const void *in, uint64_t bytes, uint64_t work,
                        int64_t segment, struct plan *plan, struct err *e)
{
    uint64_t out = block_bytes(p->op, p->a);
    struct block_plan *l = static_cast<struct block_plan *>(gpu_plan_new(p, name, sizeof *l, plan, e));
    if (!l)
        return false;
    l->a = p->a;
    l->op = p->op;
    l->segment = segment;
    l->work_bytes = work;
    return gpu_plan_end(plan, gpu_upload(p->device, in, bytes, &l->in, plan, e) &&
                                  gpu_alloc(p->device, out, &l->out, plan, e) &&
                                  gpu_alloc(p->device, work, &l->work, plan, e) &&
                                  (out == 0 || GPU_OK(p->device, cudaMemsetAsync(l->out, 0xAA, out, 0), e)));
}

bool block_prepare(const struct problem *p, const char *name, uint64_t work, int64_t segment, struct plan *plan,
                   struct err *e)
{
    return block_prepare_from(p, name, p->a->ind, (uint64_t)p->a->nnz * sizeof *p->a->ind, work, segment, plan, e);
}

uint64_t block_prepared_bytes(const struct problem *p)
{
    return (uint64_t)p->a->nnz * sizeof *p->a->ind + block_bytes(p->op, p->a);
}

bool block_verify(void *plan_data, struct check *c, struct err *e)
{
    const struct block_plan *l = static_cast<const struct block_plan *>(plan_data);
    uint64_t bytes = block_bytes(l->op, l->a);
    void *got = malloc(bytes + 1);
    if (!got)
        return err_nomem(e, "the result", bytes);
    bool ok = gpu_select(l->device, e) &&
              (bytes == 0 || GPU_OK(l->device, cudaMemcpy(got, l->out, bytes, cudaMemcpyDeviceToHost), e)) &&
              block_check(l->op, l->a, l->segment, got, c, e);
    free(got);
    return ok;
}

bool block_merge_prepare(const struct problem *p, const char *name, uint64_t work, int64_t segment, struct plan *plan,
                         struct err *e)
{
    uint64_t bytes = block_bytes(p->op, p->a);
    uint64_t *sorted = static_cast<uint64_t *>(malloc(bytes + 1));
    if (!sorted)
        return err_nomem(e, "sorted segments", bytes);
    block_segsort(p->a->ind, p->a->nnz, segment, sorted);
    bool ok = block_prepare_from(p, name, sorted, bytes, work, 2 * segment, plan, e);
    free(sorted);
    return ok;
}

const char *const block_sizes[] = { "1", "2", "4", "8", "16", "32", "64", "128", "256", "512", "1024", NULL };
