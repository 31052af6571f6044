/* SPDX-License-Identifier: GPL-3.0-or-later */
/* csr_stream: for one column of X: a thread block per block of rows, products staged in shared memory, then reduced. */
#include "gpu/lib/stream.cuh"

static const char name[] = "gpu.csr.stream";

enum { PARAM_NZ };

template <class T, class P> static __global__ void __launch_bounds__(1024) mul(const stream_work<T, P> w)
{
    extern __shared__ __align__(16) char shared[];
    for (int64_t b = blockIdx.x; b < w.blocks; b += gridDim.x)
        stream_one(w, w.block[b], shared);
}

template <class T, class P> static void launch(const struct row_plan *plan)
{
    int64_t nz = plan->param[PARAM_NZ];
    mul<T, P><<<gpu_grid(plan->rows.blocks, 1), (unsigned)nz, nz * sizeof(T)>>>(stream_work_of<T, P>(plan, nz));
}

/* Rows are not cut. A block has no more rows than threads, which bounds blocks of empty rows. */
static struct row_limits limits(const struct problem *p)
{
    return { p->param[PARAM_NZ], p->param[PARAM_NZ], INT64_MAX };
}

static bool supports(const struct problem *p, struct err *why)
{
    if (p->x.k == 1)
        return true;
    return err_set(why, ERR_UNSUPPORTED, "it stages products, one column of X; gpu.csr.stream-mm is for k > 1");
}

static const struct param params[] = {
    param_number("NZ_PER_BLOCK", "entries per block of rows, and threads per thread block", 1, 1024, 256),
    {},
};

template <class T>
static constexpr struct kernel table = row_plan_table<T, limits>({
    .name = name,
    .what = "products of a block of rows staged in shared memory, then reduced (k = 1)",
    .source = "Greathouse and Daga, SC 2014 (CSR-Stream), as in the SCPA report on SpMV",
    .params = params,
    .supports = supports,
    .run = mul_run<name, row_plan, mul_csr_launch<row_plan, launch<T, int64_t>, launch<T, uint32_t>>>,
});

extern const struct kernel gpu_csr_stream_f64 = table<double>, gpu_csr_stream_f32 = table<float>;
