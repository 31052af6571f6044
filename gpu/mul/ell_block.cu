/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ell_block: ELLPACK, row-major, several threads per row, reduced in shared memory. */
#include "gpu/mul/ell.cuh"

static const char name[] = "gpu.ell.block";

enum { PARAM_THREADS, PARAM_ROWS };

/* y_ij = Σ_s v_is x_(c_is)j: row i by threadIdx.y; `across` threads side by side over columns of X, the rest of
   threadIdx.x over slots. Both blockDim.x and across are powers of two. */
template <class T>
static __global__ void __launch_bounds__(1024)
    mul(int64_t m, int64_t width, int64_t k, int across, const int32_t *__restrict__ ind, const T *__restrict__ val,
        const T *__restrict__ x, int64_t ldx, T *__restrict__ y, int64_t ldy)
{
    extern __shared__ __align__(16) char shared[];
    T *sums = (T *)shared + threadIdx.y * blockDim.x;
    int t = threadIdx.x, column = t % across, first = t / across, stride = (int)blockDim.x / across;
    for (int64_t base = (int64_t)blockIdx.x * blockDim.y; base < m; base += (int64_t)gridDim.x * blockDim.y) {
        int64_t i = base + threadIdx.y;
        for (int64_t j0 = 0; j0 < k; j0 += across) {
            int64_t j = j0 + column;
            T sum = 0;
            if (i < m && j < k)
                for (int64_t s = first; s < width; s += stride)
                    sum += val[i * width + s] * x[ind[i * width + s] * ldx + j];
            __syncthreads(); /* the previous sums have been used */
            sums[t] = sum;
            for (int half = (int)blockDim.x / 2; half >= across; half /= 2) {
                __syncthreads();
                if (t < half)
                    sums[t] = sum += sums[t + half];
            }
            if (t < across && i < m && j < k)
                y[i * ldy + j] = sum;
        }
    }
}

static int64_t pow2_floor(int64_t n)
{
    int64_t p = 1;
    while (2 * p <= n)
        p *= 2;
    return p;
}

template <class T> static bool run(const struct ell_plan *plan, struct err *e)
{
    int64_t threads = pow2_floor(plan->param[PARAM_THREADS]), rows = plan->param[PARAM_ROWS];
    int64_t across = plan->k < threads ? pow2_floor(2 * plan->k - 1) : threads;
    dim3 block((unsigned)threads, (unsigned)rows);
    mul<T><<<gpu_grid(plan->a.m, rows), block, threads * rows * sizeof(T)>>>(
        plan->a.m, plan->width, plan->k, (int)across, plan->ind, (const T *)plan->val, (const T *)plan->x, plan->ldx,
        (T *)plan->y, plan->ldy);
    return GPU_LAUNCHED(plan->device, e);
}

static const struct param params[] = {
    param_number("THREADS", "threads per row, rounded down to a power of two", 1, 64, 64),
    param_number("ROWS", "rows per block", 1, 16, 16),
    {},
};

template <class T>
static constexpr struct kernel table = mul_table<T>({
    .name = name,
    .what = "several threads per row, slots row-major, sums in shared memory",
    .source = "Cranfield small-scale parallel programming report, listing 2.9",
    .format = "ell",
    .params = params,
    .supports = ell_plan_supports,
    .bytes = ell_plan_bytes,
    .prepare = ell_row_prepare,
    .run = mul_run<name, ell_plan, run<T>>,
});

extern const struct kernel gpu_ell_block_f64 = table<double>, gpu_ell_block_f32 = table<float>;
