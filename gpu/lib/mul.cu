/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mul: preparing and releasing what the multiplication kernels share. */
#include "gpu/lib/mul.cuh"

#include <cstdlib>

#include "gpu/device/traits.cuh"

struct mul_plan *mul_plan_new(const struct problem *p, size_t size, struct err *e)
{
    struct mul_plan *m = static_cast<struct mul_plan *>(calloc(1, size));
    if (!m) {
        err_nomem(e, "a plan", size);
        return NULL;
    }
    m->device = p->device;
    m->a.m = p->a->m;
    m->a.n = p->a->n;
    m->a.nnz = p->a->nnz;
    m->k = p->x.k;
    m->ldx = p->x.ld;
    m->ldy = p->y.ld;
    m->x = p->x.data;
    m->y = p->y.data;
    m->overlap = gpu_major(p->device) >= 9;
    for (int i = 0; i < PARAM_MAX; i++)
        m->param[i] = p->param[i];
    return m;
}

bool mul_csr_prepare(const struct problem *p, struct plan *plan, struct err *e)
{
    *plan = {};
    if (!gpu_select(p->device, e))
        return false;
    struct mul_plan *m = mul_plan_new(p, sizeof *m, e);
    if (!m)
        return false;
    if (!gpu_csr_upload(p->device, p->a, &m->a, plan, e)) {
        free(m);
        return false;
    }
    plan->data = m;
    return true;
}

void mul_csr_release(void *plan_data)
{
    struct mul_plan *m = static_cast<struct mul_plan *>(plan_data);
    if (!m)
        return;
    if (gpu_select(m->device, NULL))
        gpu_csr_release(&m->a);
    free(m);
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
