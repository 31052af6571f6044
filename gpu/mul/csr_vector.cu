/* SPDX-License-Identifier: GPL-3.0-or-later */
/* csr_vector: a warp per row; with several columns a warp per (row, 32 columns of X), or per (row, column). */
#include "gpu/lib/expect.cuh"
#include "gpu/lib/mul.cuh"

static const char name[] = "gpu.csr.vector";

enum { PARAM_BLOCK, PARAM_LOOP };
enum { LOOP_COLUMNS, LOOP_ROW };
static const int64_t grid_y = 65535; /* the limit of a grid */

/* y_ij = Σ a_ie x_ej for column j = blockIdx.y, or with `one` for the only column: lane l takes every 32nd entry of row
   i; the lanes' sums are reduced in a fixed order. */
template <bool one, class T, class P>
static __global__ void __launch_bounds__(1024)
    mul_one(int64_t m, const P *__restrict__ ptr, const int32_t *__restrict__ ind, const T *__restrict__ val,
            const T *__restrict__ x, int64_t ldx, T *__restrict__ y, int64_t ldy)
{
    int lane = threadIdx.x % WARP;
    int64_t in_block = blockDim.x / WARP, step = gridDim.x * in_block;
    if (!one) {
        x += blockIdx.y;
        y += blockIdx.y;
    }
    for (int64_t i = blockIdx.x * in_block + threadIdx.x / WARP; i < m; i += step) {
        P end = ptr[i + 1];
        T sum = 0;
        for (P e = ptr[i] + lane; e < end; e += WARP)
            sum += val[e] * x[ind[e] * ldx];
        for (int half = WARP / 2; half > 0; half /= 2)
            sum += __shfl_down_sync(ALL_LANES, sum, half);
        if (lane == 0)
            y[i * ldy] = sum;
    }
}

/* Lane l computes column j of 32 adjacent ones. The lanes load 32 entries of the row at once, then broadcast them one
   by one. blockIdx.y runs over panels of 32 columns and varies slowest: one panel of X at a time is in the cache. */
template <class T, class P>
static __global__ void __launch_bounds__(1024)
    mul_many(int64_t m, int64_t k, const P *__restrict__ ptr, const int32_t *__restrict__ ind,
             const T *__restrict__ val, const T *__restrict__ x, int64_t ldx, T *__restrict__ y, int64_t ldy)
{
    int lane = threadIdx.x % WARP;
    int64_t in_block = blockDim.x / WARP, step = gridDim.x * in_block;
    for (int64_t i = blockIdx.x * in_block + threadIdx.x / WARP; i < m; i += step) {
        P begin = ptr[i], end = ptr[i + 1];
        for (int64_t first = (int64_t)blockIdx.y * WARP; first < k; first += (int64_t)gridDim.y * WARP) {
            int64_t j = first + lane;
            T sum = 0;
            for (P base = begin; base < end; base += WARP) {
                int count = end - base < WARP ? (int)(end - base) : WARP;
                int32_t c = lane < count ? ind[base + lane] : 0;
                T v = lane < count ? val[base + lane] : 0;
                for (int s = 0; s < count; s++) {
                    int64_t row = __shfl_sync(ALL_LANES, c, s);
                    T a = __shfl_sync(ALL_LANES, v, s);
                    if (j < k)
                        sum += a * x[row * ldx + j];
                }
            }
            if (j < k)
                y[i * ldy + j] = sum;
        }
    }
}

template <class T, class P> static void launch(const struct mul_plan *plan)
{
    unsigned warps = (unsigned)plan->param[PARAM_BLOCK] / WARP, rows = gpu_grid(plan->a.m, warps);
    int64_t groups = (plan->k + WARP - 1) / WARP;
    const P *ptr = (const P *)plan->a.ptr;
    const T *val = (const T *)plan->a.val, *x = (const T *)plan->x;
    T *y = (T *)plan->y;
    if (plan->k == 1) {
        mul_one<true, T, P><<<rows, warps * WARP>>>(plan->a.m, ptr, plan->a.ind, val, x, plan->ldx, y, plan->ldy);
    } else if (plan->param[PARAM_LOOP] == LOOP_COLUMNS) {
        dim3 grid(rows, (unsigned)std::min(groups, grid_y));
        mul_many<T, P><<<grid, warps * WARP>>>(plan->a.m, plan->k, ptr, plan->a.ind, val, x, plan->ldx, y, plan->ldy);
    } else {
        for (int64_t j = 0; j < plan->k; j += grid_y) {
            dim3 grid(rows, (unsigned)std::min(plan->k - j, grid_y));
            mul_one<false, T, P>
                <<<grid, warps * WARP>>>(plan->a.m, ptr, plan->a.ind, val, x + j, plan->ldx, y + j, plan->ldy);
        }
    }
}

static const char *const loops[] = { "columns", "row", NULL };

static const struct param params[] = {
    param_number("BLOCK", "threads per block, rounded down to whole warps", 64, 1024, 256),
    param_choice("LOOP", "what a warp's lanes go along: columns of X, or a row of A, a warp per column of X", loops,
                 LOOP_COLUMNS),
    {},
};

/* Never the fastest: a fallback for what no other kernel supports. */
static double expect(struct problem *p)
{
    return 10 * expect_mul(p, 1.05, 2.0);
}

static void divide(const struct problem *p, struct division *d)
{
    *d = division_blocks(p, p->param[PARAM_BLOCK] / WARP);
}

template <class T>
static constexpr struct kernel table = mul_csr_table<T>({
    .name = name,
    .what = "a warp per row, or per row and 32 columns of X, or per row and column",
    .source = "Bell and Garland, SC 2009 (CSR vector)",
    .params = params,
    .expect = expect,
    .run = mul_run<name, mul_plan, mul_csr_launch<mul_plan, launch<T, int64_t>, launch<T, uint32_t>>>,
    .divide = divide,
});

extern const struct kernel gpu_csr_vector_f64 = table<double>, gpu_csr_vector_f32 = table<float>;
