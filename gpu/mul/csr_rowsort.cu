/* SPDX-License-Identifier: GPL-3.0-or-later */
/* csr_rowsort: rows sorted by length, so that the lanes of a warp have rows of equal length; the permutation is undone
   on writing. */
#include "gpu/layout/row_order.h"
#include "gpu/lib/mul.cuh"

static const char name[] = "gpu.csr.rowsort";

enum { PARAM_SHARE, PARAM_BLOCK };

struct sort_plan : mul_plan {
    int32_t *original; /* the number in A of row i of `a`, which is sorted */
    int across;        /* lanes side by side over the columns of X, a power of two */
    int classes;
    struct row_class rows[ROW_CLASSES + 1]; /* and the end */
};

/* A group of across·lanes lanes per row: columns of X first, then entries. */
template <class T, class P>
static __global__ void __launch_bounds__(1024)
    mul(struct row_class rows, int64_t end_row, int64_t k, int across, const int32_t *__restrict__ original,
        const P *__restrict__ ptr, const int32_t *__restrict__ ind, const T *__restrict__ val, const T *__restrict__ x,
        int64_t ldx, T *__restrict__ y, int64_t ldy)
{
    int group = across * rows.lanes, lane = (int)threadIdx.x % group, column = lane % across, first = lane / across;
    int64_t in_block = blockDim.x / group, step = gridDim.x * in_block;
    for (int64_t base = rows.first + blockIdx.x * in_block; base < end_row; base += step) {
        int64_t i = base + threadIdx.x / group;
        bool inside = i < end_row;
        P begin = inside ? ptr[i] + first : 0, end = inside ? ptr[i + 1] : 0;
        int64_t out = inside ? original[i] : 0;
        for (int64_t j0 = 0; j0 < k; j0 += across) {
            int64_t j = j0 + column;
            T sum = 0;
            if (j < k) {
#pragma unroll 4
                for (P e = begin; e < end; e += rows.lanes)
                    sum += val[e] * x[ind[e] * ldx + j];
            }
            for (int half = group / 2; half >= across; half /= 2)
                sum += __shfl_xor_sync(ALL_LANES, sum, half);
            if (inside && j < k && first == 0)
                y[out * ldy + j] = sum;
        }
    }
}

template <class T, class P> static bool launch(const struct sort_plan *plan, struct err *e)
{
    unsigned threads = (unsigned)(plan->param[PARAM_BLOCK] / WARP * WARP);
    for (int c = 0; c < plan->classes; c++) {
        int64_t first = plan->rows[c].first, end = plan->rows[c + 1].first;
        mul<T, P><<<gpu_grid(end - first, threads / (plan->across * plan->rows[c].lanes)), threads>>>(
            plan->rows[c], end, plan->k, plan->across, plan->original, (const P *)plan->a.ptr, plan->a.ind,
            (const T *)plan->a.val, (const T *)plan->x, plan->ldx, (T *)plan->y, plan->ldy);
        if (!GPU_LAUNCHED(plan->device, e))
            return false;
    }
    return true;
}

template <class T> static bool run(const struct sort_plan *plan, struct err *e)
{
    return (plan->a.wide ? launch<T, int64_t> : launch<T, uint32_t>)(plan, e);
}

/* ---- preparation ---- */

static bool build(const struct problem *p, struct sort_plan *plan, struct plan *out, struct err *e)
{
    struct row_order order;
    for (plan->across = 1; plan->across < WARP && plan->across < p->x.k;)
        plan->across *= 2;
    bool ok = row_order_build(p->a, p->param[PARAM_SHARE], WARP / plan->across, &order, e) &&
              gpu_csr_upload(p->device, &order.sorted, &plan->a, out, e) &&
              gpu_upload(p->device, order.original, (uint64_t)p->a->m * sizeof(int32_t), &plan->original, out, e);
    plan->classes = order.classes;
    for (int c = 0; c <= order.classes; c++)
        plan->rows[c] = order.rows[c];
    row_order_release(&order);
    return ok;
}

static uint64_t bytes(const struct problem *p)
{
    return size_add(kernel_csr_bytes(p->a), (uint64_t)p->a->m * sizeof(int32_t));
}

static bool supports(const struct problem *p, struct err *why)
{
    if (p->a->m <= INT32_MAX)
        return true;
    return err_set(why, ERR_UNSUPPORTED, "row numbers of 32 bits end at 2^31 rows");
}

static const struct param params[] = {
    param_number("SHARE", "entries of a row that each lane takes", 1, 64, 4),
    param_number("BLOCK", "threads per block", 32, 1024, 256),
    {},
};

template <class T>
static constexpr struct kernel table = mul_table<T>({
    .name = name,
    .what = "rows sorted by length, lanes per row by class, results permuted back",
    .source = "report on SpMM for graph neural networks, rows sorted",
    .format = "csr",
    .params = params,
    .supports = supports,
    .bytes = bytes,
    .prepare = mul_prepare<sort_plan, build>,
    .run = mul_run<name, sort_plan, run<T>>,
});

extern const struct kernel gpu_csr_rowsort_f64 = table<double>, gpu_csr_rowsort_f32 = table<float>;
