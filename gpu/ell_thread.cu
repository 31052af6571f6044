/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ell_thread: ELLPACK, column-major, a thread per row and column of X. */
#include "gpu/mul.cuh"

#include <cstdlib>

#include "core/format.h"
#include "core/limit.h"

static const char name[] = "gpu.ell.thread";

struct ell_plan {
    struct mul_plan mul; /* first: run and release know it by this */
    int64_t width;
    void *ind, *val; /* slot (i, s) at i + s*m */
};

/* y_ij = Σ_s v_is x_(c_is)j; padded slots add 0. */
template <class T>
static __global__ void __launch_bounds__(1024)
    mul(int64_t m, int64_t width, int64_t k, const int32_t *__restrict__ ind, const T *__restrict__ val,
        const T *__restrict__ x, int64_t ldx, T *__restrict__ y, int64_t ldy)
{
    int64_t rows = (int64_t)gridDim.x * blockDim.y, slots = width * m;
    for (int64_t i = (int64_t)blockIdx.x * blockDim.y + threadIdx.y; i < m; i += rows)
        for (int64_t j = threadIdx.x; j < k; j += blockDim.x) {
            T sum = 0;
            for (int64_t e = i; e < slots; e += m)
                sum += val[e] * x[ind[e] * ldx + j];
            y[i * ldy + j] = sum;
        }
}

static uint64_t bytes(const struct problem *p)
{
    return format_find("ell.col")->cost(p->a, p->stats, p->a->type).bytes;
}

/* It has to fit the host too: it is built there. */
static bool supports(const struct problem *p, struct err *why)
{
    uint64_t host = limit_default();
    return format_fits("ELLPACK", p->a->type, bytes(p), host < p->limit ? host : p->limit, why);
}

static void release(void *plan_data)
{
    struct ell_plan *l = static_cast<struct ell_plan *>(plan_data);
    if (!l)
        return;
    if (gpu_select(l->mul.device, NULL)) {
        cudaFree(l->val);
        cudaFree(l->ind);
    }
    free(l);
}

static bool prepare(const struct problem *p, struct plan *plan, struct err *e)
{
    bool ok = false;
    struct ell host = {};
    *plan = {};
    struct ell_plan *l = reinterpret_cast<struct ell_plan *>(mul_plan_new(p, sizeof *l, e));
    if (!l)
        return false;
    if (!gpu_select(p->device, e) || !ell_build(p->a, true, &host, e))
        goto done;
    l->width = host.width;
    ok = gpu_upload(p->device, host.ind, (uint64_t)(host.m * host.width) * sizeof *host.ind, &l->ind, plan, e) &&
         gpu_upload(p->device, host.val, (uint64_t)(host.m * host.width) * vtype_size(host.type), &l->val, plan, e);
    plan->data = ok ? l : NULL;
done:
    ell_release(&host);
    if (!ok)
        release(l);
    return ok;
}

template <class T> static bool run(void *plan_data, struct err *e)
{
    const struct ell_plan *l = static_cast<const struct ell_plan *>(plan_data);
    const struct mul_plan *p = &l->mul;
    if (mul_empty(p))
        return true;
    if (!gpu_enter(p->device, name, e))
        return false;
    dim3 block = mul_block(p->k, p->param[0]);
    mul<T><<<gpu_grid(p->a.m, block.y), block>>>(p->a.m, l->width, p->k, (const int32_t *)l->ind, (const T *)l->val,
                                                 (const T *)p->x, p->ldx, (T *)p->y, p->ldy);
    return GPU_LAUNCHED(p->device, e);
}

static const struct param params[] = {
    {.name = "BLOCK", .help = "threads per block", .min = 64, .max = 1024, .initial = 256, .choices = NULL },
    {},
};

const struct kernel gpu_ell_thread_f64 = {
    .name = name,
    .what = "a thread per row and column of X, slots column-major",
    .source = "Bell and Garland, SC 2009 (ELL)",
    .on = "gpu",
    .format = "ell.col",
    .op = OP_MUL,
    .type = VT_F64,
    .layout = ROW_MAJOR,
    .params = params,
    .supports = supports,
    .bytes = bytes,
    .prepare = prepare,
    .run = run<double>,
    .release = release,
};

const struct kernel gpu_ell_thread_f32 = {
    .name = name,
    .what = "a thread per row and column of X, slots column-major",
    .source = "Bell and Garland, SC 2009 (ELL)",
    .on = "gpu",
    .format = "ell.col",
    .op = OP_MUL,
    .type = VT_F32,
    .layout = ROW_MAJOR,
    .params = params,
    .supports = supports,
    .bytes = bytes,
    .prepare = prepare,
    .run = run<float>,
    .release = release,
};
