/* SPDX-License-Identifier: GPL-3.0-or-later */
/* csr_rowgroup: a warp per block of rows: several short ones together, or a long one alone; lanes across the columns of
   X first. */
#include "gpu/lib/row_plan.cuh"

static const char name[] = "gpu.csr.rowgroup";

enum { PARAM_NZ, PARAM_BLOCK };

/* A group of `across` lanes, a power of two, takes adjacent columns. The groups of a warp take one row each of several
   rows, or every n-th entry of a single row. */
template <class T, class P>
static __global__ void __launch_bounds__(1024)
    mul(int64_t blocks, const struct row_block *__restrict__ block, int64_t k, int across, const P *__restrict__ ptr,
        const int32_t *__restrict__ ind, const T *__restrict__ val, const T *__restrict__ x, int64_t ldx,
        T *__restrict__ y, int64_t ldy)
{
    int lane = (int)threadIdx.x % WARP, column = lane % across, group = lane / across, groups = WARP / across;
    int64_t in_block = blockDim.x / WARP, step = gridDim.x * in_block;
    for (int64_t b = blockIdx.x * in_block + threadIdx.x / WARP; b < blocks; b += step) {
        struct row_block r = block[b];
        bool alone = r.rows == 1;
        int stride = alone ? groups : 1;
        for (int row = alone ? 0 : group; row < r.rows; row += alone ? 1 : groups) {
            int64_t i = r.row + row;
            P begin = ptr[i] + (alone ? group : 0), end = ptr[i + 1];
            for (int64_t j0 = 0; j0 < k; j0 += across) {
                int64_t j = j0 + column;
                T sum = 0;
                if (j < k) {
#pragma unroll 4
                    for (P e = begin; e < end; e += stride)
                        sum += val[e] * x[ind[e] * ldx + j];
                }
                for (int half = WARP / 2; alone && half >= across; half /= 2)
                    sum += __shfl_xor_sync(ALL_LANES, sum, half);
                if (j < k && (!alone || group == 0))
                    y[i * ldy + j] = sum;
            }
        }
    }
}

template <class T, class P> static void launch(const struct row_plan *plan)
{
    int64_t warps = plan->param[PARAM_BLOCK] / WARP;
    int across = 1;
    while (across < WARP && across < plan->k)
        across *= 2;
    mul<T, P><<<gpu_grid(plan->rows.blocks, warps), (unsigned)(warps * WARP)>>>(
        plan->rows.blocks, plan->rows.block, plan->k, across, (const P *)plan->a.ptr, plan->a.ind,
        (const T *)plan->a.val, (const T *)plan->x, plan->ldx, (T *)plan->y, plan->ldy);
}

/* Like the report, NZ_PER_WARP = 0 gives each warp as much as the longest row has; empty rows also end a block. */
static struct row_limits limits(const struct problem *p)
{
    int64_t nz = p->param[PARAM_NZ] ? p->param[PARAM_NZ] : std::max(p->stats->row_max, (int64_t)1);
    return { nz, std::min(std::max(nz, (int64_t)WARP), (int64_t)1 << 20), INT64_MAX };
}

static const struct param params[] = {
    param_number("NZ_PER_WARP", "entries of several rows that a warp takes; 0: as many as the longest row has", 0,
                 65536, 32),
    param_number("BLOCK", "threads per block", 32, 1024, 256),
    {},
};

template <class T>
static constexpr struct kernel table = row_plan_table<T, limits>({
    .name = name,
    .what = "a warp per several short rows or one long row",
    .source = "report on SpMM for graph neural networks, rows grouped per warp",
    .params = params,
    .run = mul_run<name, row_plan, mul_csr_launch<row_plan, launch<T, int64_t>, launch<T, uint32_t>>>,
});

extern const struct kernel gpu_csr_rowgroup_f64 = table<double>, gpu_csr_rowgroup_f32 = table<float>;
