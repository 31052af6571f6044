/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ell_thread: ELLPACK, column-major, a thread per row and column of X. */
#include "gpu/mul/ell.cuh"

static const char name[] = "gpu.ell.thread";

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

template <class T> static bool run(const struct ell_plan *plan, struct err *e)
{
    dim3 block = mul_block(plan->k, plan->param[0]);
    mul<T><<<gpu_grid(plan->a.m, block.y), block>>>(plan->a.m, plan->width, plan->k, plan->ind, (const T *)plan->val,
                                                    (const T *)plan->x, plan->ldx, (T *)plan->y, plan->ldy);
    return GPU_LAUNCHED(plan->device, e);
}

static const struct param params[] = {
    param_number("BLOCK", "threads per block", 64, 1024, 256),
    {},
};

static void divide(const struct problem *p, struct division *d)
{
    *d = division_blocks(p, mul_block(p->x.k, p->param[0]).y);
}

template <class T>
static constexpr struct kernel table = mul_table<T>({
    .name = name,
    .what = "a thread per row and column of X, slots column-major",
    .source = "Bell and Garland, SC 2009 (ELL)",
    .format = "ell.col",
    .params = params,
    .supports = ell_plan_supports,
    .bytes = ell_plan_bytes,
    .prepare = ell_col_prepare,
    .run = mul_run<name, ell_plan, run<T>>,
    .divide = divide,
});

extern const struct kernel gpu_ell_thread_f64 = table<double>, gpu_ell_thread_f32 = table<float>;
