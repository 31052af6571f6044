/* SPDX-License-Identifier: GPL-3.0-or-later */
/* csr_naive: the columns of X innermost, so that a row of Y is read and written for every entry of A; one thread per
   row, or a warp with its lanes across the columns. */
#include "gpu/lib/mul.cuh"

static const char name[] = "gpu.csr.naive";

enum { PARAM_ROW, PARAM_BLOCK };
enum { ROW_THREAD, ROW_WARP };

/* y_ij += a_ie x_ej, the sum in Y: threads of a row take its columns in turn. */
template <class T, class P>
static __global__ void __launch_bounds__(1024)
    mul(int64_t m, int64_t k, unsigned each, const P *__restrict__ ptr, const int32_t *__restrict__ ind,
        const T *__restrict__ val, const T *__restrict__ x, int64_t ldx, T *__restrict__ y, int64_t ldy)
{
    int64_t in_block = blockDim.x / each, step = gridDim.x * in_block;
    unsigned first = threadIdx.x % each;
    for (int64_t i = blockIdx.x * in_block + threadIdx.x / each; i < m; i += step) {
        for (int64_t j = first; j < k; j += each)
            y[i * ldy + j] = 0;
        for (P e = ptr[i]; e < ptr[i + 1]; e++)
            for (int64_t j = first; j < k; j += each)
                y[i * ldy + j] += val[e] * x[ind[e] * ldx + j];
    }
}

template <class T, class P> static void launch(const struct mul_plan *plan)
{
    unsigned threads = (unsigned)(plan->param[PARAM_BLOCK] / WARP * WARP),
             each = plan->param[PARAM_ROW] == ROW_WARP ? WARP : 1;
    mul<T, P><<<gpu_grid(plan->a.m, threads / each), threads>>>(plan->a.m, plan->k, each, (const P *)plan->a.ptr,
                                                                plan->a.ind, (const T *)plan->a.val, (const T *)plan->x,
                                                                plan->ldx, (T *)plan->y, plan->ldy);
}

static const char *const rows[] = { "thread", "warp", NULL };

static const struct param params[] = {
    param_choice("ROW", "who takes a row: a thread, or a warp with its lanes across the columns of X", rows,
                 ROW_THREAD),
    param_number("BLOCK", "threads per block", 32, 1024, 256),
    {},
};

static void divide(const struct problem *p, struct division *d)
{
    *d = division_blocks(p, p->param[PARAM_BLOCK] / (p->param[PARAM_ROW] == ROW_WARP ? WARP : 1));
}

template <class T>
static constexpr struct kernel table = mul_csr_table<T>({
    .name = name,
    .what = "a thread or a warp per row, which writes its row of Y for every entry of A",
    .source = "report on SpMM for graph neural networks, before its optimisations",
    .params = params,
    .run = mul_run<name, mul_plan, mul_csr_launch<mul_plan, launch<T, int64_t>, launch<T, uint32_t>>>,
    .divide = divide,
});

extern const struct kernel gpu_csr_naive_f64 = table<double>, gpu_csr_naive_f32 = table<float>;
