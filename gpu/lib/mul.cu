/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gpu/lib/mul.cuh"

#include "gpu/device/traits.cuh"

void *mul_plan_new(const struct problem *p, size_t size, struct plan *out, struct err *e)
{
    struct mul_plan *plan = static_cast<struct mul_plan *>(gpu_plan_new(p, NULL, size, out, e));
    if (!plan)
        return NULL;
    plan->a.m = p->a->m;
    plan->a.n = p->a->n;
    plan->a.nnz = p->a->nnz;
    plan->k = p->x.k;
    plan->ldx = p->x.ld;
    plan->ldy = p->y.ld;
    plan->x = p->x.data;
    plan->y = p->y.data;
    plan->overlap = gpu_major(p->device) >= 9;
    return plan;
}

static bool upload(const struct problem *p, struct mul_plan *plan, struct plan *out, struct err *e)
{
    return gpu_csr_upload(p->device, p->a, &plan->a, out, e);
}

bool mul_csr_prepare(const struct problem *p, struct plan *out, struct err *e)
{
    return mul_prepare<struct mul_plan, upload>(p, out, e);
}

uint64_t mul_csr_bytes(const struct problem *p)
{
    return kernel_csr_bytes(p->a);
}

dim3 mul_block(int64_t k, int64_t threads)
{
    unsigned columns = (unsigned)(k < threads ? k : threads);
    return dim3(columns, (unsigned)threads / columns);
}

bool mul_aligned(const struct dense *x)
{
    return (uintptr_t)x->data % 16 == 0 && x->ld * (int64_t)vtype_size(x->type) % 16 == 0;
}

int mul_vector(const struct problem *p)
{
    int vector = 16 / (int)vtype_size(p->a->type);
    return p->x.k % vector == 0 && mul_aligned(&p->x) && mul_aligned(&p->y) ? vector : 1;
}

int mul_access(const struct problem *p)
{
    const int64_t value = (int64_t)vtype_size(p->a->type);
    int64_t values = 16 / value;
    while ((p->x.k | p->x.ld | p->y.ld) % values != 0 ||
           ((uintptr_t)p->x.data | (uintptr_t)p->y.data) % (uintptr_t)(values * value) != 0)
        values /= 2;
    return (int)values;
}
