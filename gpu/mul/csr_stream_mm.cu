/* SPDX-License-Identifier: GPL-3.0-or-later */
/* csr_stream_mm: for several columns of X: a thread block per block of rows, columns and values of A staged in shared
   memory, then a thread per (row, column of X). */
#include "gpu/lib/stream.cuh"

static const char name[] = "gpu.csr.stream-mm";

enum { PARAM_NZ, PARAM_BLOCK };

template <class T, class P> static __global__ void __launch_bounds__(1024) mul(const stream_work<T, P> w)
{
    extern __shared__ __align__(16) char shared[];
    for (int64_t b = blockIdx.x; b < w.blocks; b += gridDim.x)
        stream_many(w, w.block[b], shared);
}

template <class T, class P> static void launch(const struct row_plan *plan)
{
    int64_t nz = plan->param[PARAM_NZ];
    dim3 block = mul_block(plan->k, plan->param[PARAM_BLOCK]);
    size_t shared = nz * (sizeof(T) + sizeof(int32_t));
    mul<T, P><<<gpu_grid(plan->rows.blocks, 1), block, shared>>>(stream_work_of<T, P>(plan, nz));
}

static struct row_limits limits(const struct problem *p)
{
    return { p->param[PARAM_NZ], p->param[PARAM_NZ], INT64_MAX };
}

static bool supports(const struct problem *p, struct err *why)
{
    if (p->x.k != 1)
        return true;
    return err_set(why, ERR_UNSUPPORTED, "it takes a thread per row and column of X; gpu.csr.stream is for k = 1");
}

/* 4096 entries in f64 fill the 48 KB of shared memory that every device has; longer rows are staged in rounds. */
static const struct param params[] = {
    param_number("NZ_PER_BLOCK", "entries per block of rows, staged at once", 1, 4096, 2048),
    param_number("BLOCK", "threads per block", 32, 1024, 256),
    {},
};

template <class T>
static constexpr struct kernel table = row_plan_table<T, limits>({
    .name = name,
    .what = "A of a block of rows staged in shared memory, then a thread per row and column (k > 1)",
    .source = "Greathouse and Daga, SC 2014 (CSR-Stream), as in the SCPA report on SpMM",
    .params = params,
    .supports = supports,
    .run = mul_run<name, row_plan, mul_csr_launch<row_plan, launch<T, int64_t>, launch<T, uint32_t>>>,
});

extern const struct kernel gpu_csr_stream_mm_f64 = table<double>, gpu_csr_stream_mm_f32 = table<float>;
