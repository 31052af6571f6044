/* SPDX-License-Identifier: GPL-3.0-or-later */
/* csr_adaptive: one thread block per block of many short rows, streamed through shared memory; one per long row, or a
   warp of it per column of X; several per very long row, whose sums are added in order. */
#include "gpu/lib/stream.cuh"

static const char name[] = "gpu.csr.adaptive";

enum { PARAM_NZ, PARAM_MIN_ROWS, PARAM_BLOCK, PARAM_CUT, PARAM_LONG };
enum { LONG_BLOCK, LONG_WARP };
enum { COMBINE = 256, CUT_LEAST = 512 };

/* Entries begin .. begin+count-1 times X: columns over threadIdx.x, entries over threadIdx.y, reduced in shared
   memory. */
template <class T, class P>
static __device__ void vector_row(const stream_work<T, P> &w, int64_t begin, int64_t count, T *out, T *sums)
{
    const int32_t *ind = w.ind + begin;
    const T *val = w.val + begin;
    for (int64_t j = threadIdx.x; j - threadIdx.x < w.k; j += blockDim.x) {
        const T *x = w.x + j;
        T *own = sums + stream_thread(), sum = 0;
        if (j < w.k) {
#pragma unroll 4
            for (int64_t e = threadIdx.y; e < count; e += blockDim.y)
                sum += val[e] * x[ind[e] * w.ldx];
        }
        __syncthreads(); /* the previous sums have been used */
        *own = sum;
        for (unsigned parts = blockDim.y, half; parts > 1; parts = half) {
            half = (parts + 1) / 2;
            __syncthreads();
            if (threadIdx.y + half < parts)
                *own = sum += own[half * blockDim.x];
        }
        if (threadIdx.y == 0 && j < w.k)
            out[j] = sum;
    }
}

/* The same, one warp per column of X with its lanes along the row: with one column, all but one warp are idle. */
template <class T, class P>
static __device__ void vector_warps(const stream_work<T, P> &w, int64_t begin, int64_t count, T *out)
{
    int lane = stream_thread() % WARP, warp = stream_thread() / WARP, warps = stream_threads() / WARP;
    if (warp == warps) /* the rest is not a whole warp */
        return;
    for (int64_t j = warp; j < w.k; j += warps) {
        T sum = 0;
        for (int64_t e = begin + lane; e < begin + count; e += WARP)
            sum += w.val[e] * w.x[w.ind[e] * w.ldx + j];
        for (int half = WARP / 2; half > 0; half /= 2)
            sum += __shfl_down_sync(ALL_LANES, sum, half);
        if (lane == 0)
            out[j] = sum;
    }
}

template <bool warps, class T, class P>
static __device__ void long_row(const stream_work<T, P> &w, int64_t begin, int64_t count, T *out, char *shared)
{
    if (warps)
        vector_warps(w, begin, count, out);
    else
        vector_row(w, begin, count, out, (T *)shared);
}

template <bool one, bool warps, class T, class P>
static __global__ void __launch_bounds__(1024) mul(const stream_work<T, P> w, int min_rows, T *sum)
{
    extern __shared__ __align__(16) char shared[];
    for (int64_t b = blockIdx.x; b < w.blocks; b += gridDim.x) {
        struct row_block r = w.block[b];
        if (r.rows == 0)
            long_row<warps>(w, r.begin, r.count, sum + r.row * w.k, shared);
        else if (r.rows >= min_rows && one)
            stream_one(w, r, shared);
        else if (r.rows >= min_rows)
            stream_many(w, r, shared);
        else
            for (int64_t i = r.row; i < r.row + r.rows; i++)
                long_row<warps>(w, (int64_t)w.ptr[i], (int64_t)(w.ptr[i + 1] - w.ptr[i]), w.y + i * w.ldy, shared);
    }
}

/* y_ij = Σ of the pieces of row i: a thread per (cut row, column of X). */
template <class T>
static __global__ void combine(int64_t cuts, int64_t k, const struct cut_row *cut, const T *sum, T *y, int64_t ldy)
{
    int64_t step = (int64_t)gridDim.x * blockDim.x;
    for (int64_t t = (int64_t)blockIdx.x * blockDim.x + threadIdx.x; t < cuts * k; t += step) {
        struct cut_row c = cut[t / k];
        int64_t j = t % k;
        T total = 0;
        for (int64_t s = c.first; s < c.first + c.count; s++)
            total += sum[s * k + j];
        y[c.row * ldy + j] = total;
    }
}

/* Threads per block; BLOCK = 0: one per entry of a block of rows. */
static int64_t threads(const int64_t *param)
{
    int64_t wanted = param[PARAM_BLOCK] ? param[PARAM_BLOCK] : param[PARAM_NZ];
    return std::min(std::max(wanted, (int64_t)32), (int64_t)1024);
}

/* A block has at least a whole warp, which LONG_WARP needs. */
static dim3 block_of(int64_t k, int64_t most)
{
    dim3 block = mul_block(k, most);
    block.y += block.x * block.y < WARP;
    return block;
}

template <class T, class P, bool one, bool warps> static void launch_as(const struct row_plan *plan)
{
    int64_t nz = plan->param[PARAM_NZ];
    dim3 block = block_of(plan->k, threads(plan->param));
    size_t staged = nz * (sizeof(T) + (one ? 0 : sizeof(int32_t))), sums = block.x * block.y * sizeof(T);
    mul<one, warps, T, P><<<gpu_grid(plan->rows.blocks, 1), block, std::max(staged, sums)>>>(
        stream_work_of<T, P>(plan, nz), (int)plan->param[PARAM_MIN_ROWS], (T *)plan->sum);
}

template <class T, class P> static void launch(const struct row_plan *plan)
{
    bool one = plan->k == 1, warps = plan->param[PARAM_LONG] == LONG_WARP;
    (one     ? warps ? launch_as<T, P, true, true> : launch_as<T, P, true, false>
         : warps ? launch_as<T, P, false, true>
             : launch_as<T, P, false, false>)(plan);
}

template <class T> static bool run(const struct row_plan *plan, struct err *e)
{
    const bool ok = mul_csr_launch<row_plan, launch<T, int64_t>, launch<T, uint32_t>>(plan, e);
    if (!ok || plan->rows.cuts == 0)
        return ok;
    combine<T><<<gpu_grid(plan->rows.cuts * plan->k, COMBINE), COMBINE>>>(
        plan->rows.cuts, plan->k, plan->rows.cut, (const T *)plan->sum, (T *)plan->y, plan->ldy);
    return GPU_LAUNCHED(plan->device, e);
}

/* The row limit of row blocks matters where entries are few: as many rows as a block may have entries. Pieces of cut
   rows have at least CUT_LEAST entries, so that sums of pieces take less memory than A does X. */
static struct row_limits limits(const struct problem *p)
{
    int64_t nz = p->param[PARAM_NZ], parts = std::max(threads(p->param) / std::max(p->x.k, (int64_t)1), (int64_t)1);
    int64_t cut = std::max(p->param[PARAM_CUT] * parts, (int64_t)CUT_LEAST);
    return { nz, nz, p->param[PARAM_CUT] ? cut : INT64_MAX };
}

static const char *const takers[] = { "block", "warp", NULL };

static const struct param params[] = {
    param_number("NZ_PER_BLOCK", "entries per block of rows", 1, 4096, 2048),
    param_number("MIN_ROWS_STREAM",
                 "blocks of fewer rows are not streamed: a thread block works on one row after the other", 1, 64, 2),
    param_number("BLOCK", "threads per block; 0: NZ_PER_BLOCK, from 32 to 1024", 0, 1024, 256),
    param_number("CUT", "longer rows are cut: entries that a thread takes at most; 0: no row is cut", 0, 1024, 64),
    param_choice("LONG", "who takes a row that is not streamed: the block, or a warp of it per column of X", takers,
                 LONG_BLOCK),
    {},
};

template <class T>
static constexpr struct kernel table = row_plan_table<T, limits>({
    .name = name,
    .what = "short rows streamed by the block, long ones a thread block each or several",
    .source = "Greathouse and Daga, SC 2014 (CSR-Adaptive)",
    .params = params,
    .run = mul_run<name, row_plan, run<T>>,
});

extern const struct kernel gpu_csr_adaptive_f64 = table<double>, gpu_csr_adaptive_f32 = table<float>;
