/* SPDX-License-Identifier: GPL-3.0-or-later */
/* index2ptr_parts: column indices → column pointers, by partial histograms. */
#include "gpu/lib/block.cuh"
#include "gpu/lib/pointers.cuh"

#include "core/measure/block.h"

static const char name[] = "gpu.index2ptr.parts";

enum { PARAM_BLOCK, PARAM_WAY, PARTS = 1024 };

/* Partial histograms, their transpose, the work of a scan: offsets. */
struct index2ptr_offsets {
    struct histograms h;
    uint64_t inter, turned, scan, all;
};

static struct index2ptr_offsets memory_of(const struct csr *a, bool turn)
{
    struct index2ptr_offsets m = {};
    m.h = histograms_of(a->n, a->nnz, PARTS);
    turn = turn && a->n > 0;
    m.inter = work_place(&m.all, histograms_bytes(&m.h));
    m.turned = work_place(&m.all, turn ? histograms_bytes(&m.h) : 0);
    m.scan = work_place(&m.all, scan_work(turn ? a->n * m.h.parts : a->n + 1, 256) * sizeof(uint32_t));
    return m;
}

static uint64_t bytes(const struct problem *p)
{
    return block_prepared_bytes(p) + memory_of(p->a, p->param[PARAM_WAY] != 0).all;
}

static bool prepare(const struct problem *p, struct plan *out, struct err *e)
{
    return block_prepare(p, name, memory_of(p->a, p->param[PARAM_WAY] != 0).all, 0, out, e);
}

static bool run(void *plan_data, struct err *e)
{
    const struct block_plan *plan = static_cast<const struct block_plan *>(plan_data);
    struct index2ptr_offsets m = memory_of(plan->a, plan->param[PARAM_WAY] != 0);
    char *work = (char *)plan->work;
    m.h.inter = (uint32_t *)(work + m.inter);
    if (!gpu_enter(plan->device, name, e))
        return false;
    if (!GPU_OK(plan->device, cudaMemsetAsync(m.h.inter, 0, histograms_bytes(&m.h), 0), e))
        return false;
    histogram_parts<<<m.h.parts, 1 << plan->param[PARAM_BLOCK]>>>(m.h, (const int32_t *)plan->in);
    histogram_pointers(m.h, (uint32_t *)(work + m.turned), (uint32_t *)plan->out, (uint32_t *)(work + m.scan),
                       plan->param[PARAM_WAY] != 0 && plan->a->n > 0);
    return GPU_LAUNCHED(plan->device, e);
}

static const struct param params[] = {
    block_size("BLOCK", "threads per block", BLOCK_256, BLOCK_1),
    param_choice("WAY", "walk down the histograms, or turn them and scan", histogram_ways, 0),
    {},
};

template <class T>
static constexpr struct kernel table = block_table<T>({
    .name = name,
    .what = "partial histograms, a scan down them, a scan across",
    .source = "Wang, Liu and Hou, ICS 2016 (ScanTrans)",
    .op = OP_INDEX2PTR,
    .params = params,
    .bytes = bytes,
    .prepare = prepare,
    .run = run,
});

extern const struct kernel gpu_index2ptr_parts_f64 = table<double>, gpu_index2ptr_parts_f32 = table<float>;
