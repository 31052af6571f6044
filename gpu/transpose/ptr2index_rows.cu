/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ptr2index_rows: row pointers → the row of each entry. */
#include "gpu/lib/block.cuh"
#include "gpu/lib/pointers.cuh"

#include "core/measure/block.h"

static const char name[] = "gpu.ptr2index.rows";

static uint64_t pointer_bytes(const struct csr *a)
{
    return ((uint64_t)a->m + 1) * sizeof(uint32_t);
}

static uint64_t bytes(const struct problem *p)
{
    return pointer_bytes(p->a) + block_bytes(p->op, p->a);
}

static bool prepare(const struct problem *p, struct plan *out, struct err *e)
{
    uint32_t *ptr = static_cast<uint32_t *>(malloc(pointer_bytes(p->a)));
    if (!ptr)
        return err_nomem(e, "row pointers", pointer_bytes(p->a));
    for (int64_t i = 0; i <= p->a->m; i++)
        ptr[i] = (uint32_t)p->a->ptr[i];
    bool ok = block_prepare_from(p, name, ptr, pointer_bytes(p->a), 0, 0, out, e);
    free(ptr);
    return ok;
}

static void launch(const struct block_plan *plan)
{
    ptr2index_launch((const uint32_t *)plan->in, plan->a->m, (int32_t *)plan->out, 1 << plan->param[0]);
}

static const struct param params[] = {
    block_size("BLOCK", "threads per block", BLOCK_32, BLOCK_1),
    {},
};

template <class T>
static constexpr struct kernel table = block_table<T>({
    .name = name,
    .what = "a block per row",
    .source = "Wang, Liu and Hou, ICS 2016 (ScanTrans)",
    .op = OP_PTR2INDEX,
    .params = params,
    .bytes = bytes,
    .prepare = prepare,
    .run = block_run<name, launch>,
});

extern const struct kernel gpu_ptr2index_rows_f64 = table<double>, gpu_ptr2index_rows_f32 = table<float>;
