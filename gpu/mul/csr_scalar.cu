/* SPDX-License-Identifier: GPL-3.0-or-later */
/* csr_scalar: a thread per row; with several columns a thread per (row, column of X). */
#include "gpu/lib/mul.cuh"

static const char name[] = "gpu.csr.scalar";

/* y_ij = Σ a_ie x_ej, i by threadIdx.y, j by threadIdx.x */
template <class T, class P>
static __global__ void __launch_bounds__(1024)
    mul(int64_t m, int64_t k, const P *__restrict__ ptr, const int32_t *__restrict__ ind, const T *__restrict__ val,
        const T *__restrict__ x, int64_t ldx, T *__restrict__ y, int64_t ldy)
{
    int64_t rows = (int64_t)gridDim.x * blockDim.y;
    for (int64_t i = (int64_t)blockIdx.x * blockDim.y + threadIdx.y; i < m; i += rows) {
        P end = ptr[i + 1];
        for (int64_t j = threadIdx.x; j < k; j += blockDim.x) {
            T sum = 0;
            for (P e = ptr[i]; e < end; e++)
                sum += val[e] * x[ind[e] * ldx + j];
            y[i * ldy + j] = sum;
        }
    }
}

template <class T, class P> static void launch(const struct mul_plan *plan)
{
    dim3 block = mul_block(plan->k, plan->param[0]);
    mul<T, P><<<gpu_grid(plan->a.m, block.y), block>>>(plan->a.m, plan->k, (const P *)plan->a.ptr, plan->a.ind,
                                                       (const T *)plan->a.val, (const T *)plan->x, plan->ldx,
                                                       (T *)plan->y, plan->ldy);
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
static constexpr struct kernel table = mul_csr_table<T>({
    .name = name,
    .what = "a thread per row and column of X",
    .source = "Bell and Garland, SC 2009 (CSR scalar)",
    .params = params,
    .run = mul_run<name, mul_plan, mul_csr_launch<mul_plan, launch<T, int64_t>, launch<T, uint32_t>>>,
    .divide = divide,
});

extern const struct kernel gpu_csr_scalar_f64 = table<double>, gpu_csr_scalar_f32 = table<float>;
