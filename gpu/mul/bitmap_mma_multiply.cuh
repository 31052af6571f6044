/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bitmap_mma_multiply: the device code: a block multiplies a group of rows, each warp a strip of it, step by step.
   While a step is multiplied, later steps and their rows of X are copied to shared memory. In f32, products are exact
   and sums are rounded to f32 once. */
#pragma once

#include <cooperative_groups.h>

#include "gpu/layout/bitmap.h"
#include "gpu/lib/overlap.cuh"
#include "gpu/lib/tensor.cuh"

/* PART columns of X go through the tensor cores at a time. At most STAGES steps are in shared memory. */
enum { PART = 16, BITMAP_THREADS = BITMAP_WARPS * WARP, UNIT = 16, STAGES = 4 };

template <class T> struct bitmap_work {
    const int32_t *group, *column;
    const uint32_t *at;
    const unsigned char *data;
    const T *x;
    T *y;
    int64_t m, k, ldx, ldy;
    int panels, splits, stages, stage; /* splits: as in `multiply`; stage: bytes of a step, without X */
    bool pairs_y;                      /* whether two values of a row may be written together */
};

/* The stride of rows of X in shared memory, in values: 32 bytes more than whole lines, so that reading four rows at a
   time has no bank conflicts. */
template <class T> static __host__ __device__ constexpr int x_stride(int parts)
{
    return parts * PART + 32 / (int)sizeof(T);
}

template <class T> static __host__ __device__ constexpr int x_bytes(int parts)
{
    return BITMAP_COLUMNS * x_stride<T>(parts) * (int)sizeof(T);
}

/* The most parts of a panel: with more, f64 leaves registers for fewer warps than hide the latency. */
template <class T> static constexpr int parts_most = sizeof(T) == sizeof(double) ? 2 : 4;

/* Blocks per multiprocessor that registers leave room for. */
static constexpr int blocks_of(int parts)
{
    return parts == 1 ? 4 : parts == 2 ? 3 : 2;
}

/* What a block leaves in shared memory for those that share its group and panel: all its sums. */
static __host__ __device__ constexpr int sums_bytes(int parts)
{
    return 2 * parts * 4 * BITMAP_THREADS * (int)sizeof(double);
}

#if __CUDA_ARCH__ >= 800

template <int N> static __device__ void copy_async(void *to, const void *from)
{
    if constexpr (N == UNIT)
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"((uint32_t)__cvta_generic_to_shared(to)),
                     "l"(__cvta_generic_to_global(from))
                     : "memory");
    else
        asm volatile("cp.async.ca.shared.global [%0], [%1], %2;" ::"r"((uint32_t)__cvta_generic_to_shared(to)),
                     "l"(__cvta_generic_to_global(from)), "n"(N)
                     : "memory");
}

/* What the copies of the next LOOK steps need, looked up ahead: their places, one a lane, and their columns. A warp
   copies ROWS rows of X a step, N bytes at a time; lane ROWS i + r has the column of row r of step i. */
template <class T, int PARTS, int N> struct step_copies {
    static constexpr int ROWS = BITMAP_COLUMNS / BITMAP_WARPS, PIECES = PARTS * PART * (int)sizeof(T) / N;
    static constexpr int LOOK = WARP / ROWS;
    uint32_t place;
    int32_t column;

    /* Steps from `step` on, as far as they come before `end`. */
    __device__ void find(const bitmap_work<T> &w, int step, int end)
    {
        const int warp = threadIdx.x / WARP, lane = threadIdx.x % WARP, of = step + lane / ROWS;
        place = __ldg(w.at + min(step + lane, end));
        column = of < end ? __ldg(w.column + (int64_t)of * BITMAP_COLUMNS + warp * ROWS + lane % ROWS) : 0;
    }
    /* Step number `step` of them; `columns` of X from x on. */
    __device__ void copy(const bitmap_work<T> &w, int step, const T *x, int columns, unsigned char *to) const
    {
        constexpr int STRIDE = x_stride<T>(PARTS) * (int)sizeof(T);
        unsigned char *const rows = to + threadIdx.x / WARP * (ROWS * STRIDE);
#pragma unroll
        for (int i = 0; i < ROWS * PIECES; i += WARP) {
            const int q = i + (int)threadIdx.x % WARP, r = q / PIECES, at = q % PIECES * N;
            const int32_t c = __shfl_sync(ALL_LANES, column, step * ROWS + r % ROWS);
            if (r < ROWS && at < columns * (int)sizeof(T))
                copy_async<N>(rows + r * STRIDE + at, (const char *)(x + c * w.ldx) + at);
        }
        const uint32_t begin = __shfl_sync(ALL_LANES, place, step);
        const uint32_t units = __shfl_sync(ALL_LANES, place, step + 1) - begin;
        const unsigned char *from = w.data + (int64_t)begin * UNIT;
        for (uint32_t i = threadIdx.x; i < units; i += BITMAP_THREADS)
            copy_async<UNIT>(to + x_bytes<T>(PARTS) + i * UNIT, from + i * UNIT);
    }
};

static __device__ void copies_commit()
{
    asm volatile("cp.async.commit_group;" ::: "memory");
}

/* Waits until at most the last N groups of copies are pending. */
template <int N> static __device__ void copies_wait()
{
    asm volatile("cp.async.wait_group %0;" ::"n"(N) : "memory");
}

static __device__ void copies_wait_for_stage(int stages)
{
    if (stages == 4)
        copies_wait<2>();
    else if (stages == 3)
        copies_wait<1>();
    else
        copies_wait<0>();
}

template <class T> static __device__ void put_pair(const bitmap_work<T> &w, int64_t row, int64_t j, double a, double b)
{
    T *y = w.y + row * w.ldy + j;
    if (row >= w.m || j >= w.k)
        return;
    if (w.pairs_y && j + 1 < w.k) {
        if constexpr (sizeof(T) == sizeof(double))
            __stcs((double2 *)y, make_double2(a, b));
        else
            __stcs((float2 *)y, make_float2((float)a, (float)b));
        return;
    }
    y[0] = (T)a;
    if (j + 1 < w.k)
        y[1] = (T)b;
}

static __device__ double2 pair_at(const double *x)
{
    return *(const double2 *)x;
}

static __device__ double2 pair_at(const float *x)
{
    const float2 p = *(const float2 *)x;
    return make_double2(p.x, p.y);
}

/* The value at this lane's bit of a word, or 0; *values moves on to the next word's. */
template <class T> static __device__ double pick(uint32_t word, const T **values, uint32_t below)
{
    double a = word & (below + 1) ? (double)(*values)[__popc(word & below)] : 0;
    *values += __popc(word);
    return a;
}

/* d += the strip's part of a step times its rows of X, as far as these have `parts` parts. */
template <class T, int PARTS>
static __device__ void multiply_step(const unsigned char *shared, int parts, double (&d)[2][PARTS][4])
{
    constexpr int STRIDE = x_stride<T>(PARTS);
    const int warp = threadIdx.x / WARP, lane = threadIdx.x % WARP;
    const bitmap_step *step = (const bitmap_step *)(shared + x_bytes<T>(PARTS));
    const uint4 *mask = (const uint4 *)step->mask[warp];
    const T *values = (const T *)(step + 1) + step->first[warp];
    const T *x = (const T *)shared + lane % 4 * STRIDE + lane / 4 * 2;
    const uint32_t below = (1u << lane) - 1;
#pragma unroll
    for (int t = 0; t < BITMAP_TILES; t++, x += BITMAP_TILE * STRIDE) {
        const uint4 m = mask[t];
        if ((m.x | m.y | m.z | m.w) == 0)
            continue;
        const double a00 = pick(m.x, &values, below), a01 = pick(m.y, &values, below);
        const double a10 = pick(m.z, &values, below), a11 = pick(m.w, &values, below);
#pragma unroll
        for (int p = 0; p < PARTS; p++)
            if (p < parts) {
                const double2 b0 = pair_at(x + p * PART), b1 = pair_at(x + 4 * STRIDE + p * PART);
                multiply_add(d[0][p], b0, b1, a00, a01);
                multiply_add(d[1][p], b0, b1, a10, a11);
            }
    }
}

#if __CUDA_ARCH__ >= 900

/* Adds up the sums of all blocks of a cluster, in their order: each block does every splits-th of them, for its Y. */
template <int PARTS> static __device__ void add_splits(int splits, unsigned char *shared, double (&d)[2][PARTS][4])
{
    const cooperative_groups::cluster_group cluster = cooperative_groups::this_cluster();
    double *const mine = (double *)shared + threadIdx.x;
    __syncthreads(); /* all are done with the last step */
#pragma unroll
    for (int i = 0; i < 2 * PARTS * 4; i++)
        mine[i * BITMAP_THREADS] = d[i / 4 % 2][i / 8][i % 4];
    cluster.sync();
#pragma unroll
    for (int i = 0; i < 2 * PARTS * 4; i++) {
        double sum = 0;
        if (i / 4 % splits == (int)cluster.block_rank())
            for (int s = 0; s < splits; s++)
                sum += *cluster.map_shared_rank(mine + i * BITMAP_THREADS, s);
        d[i / 4 % 2][i / 8][i % 4] = sum;
    }
    cluster.sync(); /* until then others read from this block */
}

#endif
#endif

/* Y = A X for a group of rows and a panel of PARTS parts of columns; groups are ordered by panel. The steps of a group
   are split among w.splits blocks, which are a cluster. Rows of X are copied N bytes at a time. */
template <class T, int PARTS, int N>
static __global__ void __launch_bounds__(BITMAP_THREADS, blocks_of(PARTS)) multiply(const bitmap_work<T> w)
{
#if __CUDA_ARCH__ >= 800
    extern __shared__ __align__(128) unsigned char shared[];
    const int unit = blockIdx.x / w.splits, split = blockIdx.x % w.splits, group = unit / w.panels;
    const int warp = threadIdx.x / WARP, lane = threadIdx.x % WARP;
    const int64_t j = unit % w.panels * (int64_t)(PARTS * PART);
    const int columns = (int)min(w.k - j, (int64_t)(PARTS * PART)), parts = (columns + PART - 1) / PART;
    const int begin = __ldg(w.group + group), steps = __ldg(w.group + group + 1) - begin;
    const int first = begin + steps * split / w.splits, end = begin + steps * (split + 1) / w.splits;
    const int stage = x_bytes<T>(PARTS) + w.stage;
    double d[2][PARTS][4] = {};
    step_copies<T, PARTS, N> found, next;
    let_next_begin();
    next.find(w, first, end);
    wait_for_x();
    int ahead = first, to = 0, now = 0; /* the next step to copy; stages of that one, and of the one to multiply */
    for (int s = first + 1 - w.stages; s < end; s++) {
        if (s >= first) {
            copies_wait_for_stage(w.stages);
            __syncthreads(); /* step s has arrived, and all are done with the one before */
        }
        if (ahead < end) {
            const int of = (ahead - first) % next.LOOK;
            if (of == 0) {
                found = next;
                next.find(w, ahead + next.LOOK, end);
            }
            found.copy(w, of, w.x + j, columns, shared + to * stage);
            ahead++;
            to = to + 1 < w.stages ? to + 1 : 0;
        }
        copies_commit();
        if (s >= first) {
            multiply_step<T, PARTS>(shared + now * stage, parts, d);
            now = now + 1 < w.stages ? now + 1 : 0;
        }
    }
#if __CUDA_ARCH__ >= 900
    if (w.splits > 1)
        add_splits<PARTS>(w.splits, shared, d);
#endif
    const int64_t row = (int64_t)group * BITMAP_ROWS + warp * BITMAP_STRIP + lane % 4 * 2;
#pragma unroll
    for (int p = 0; p < PARTS; p++)
#pragma unroll
        for (int h = 0; h < 2; h++) {
            if ((2 * p + h) % w.splits != split)
                continue;
            put_pair(w, row + h * 8, j + p * PART + lane / 4 * 2, d[h][p][0], d[h][p][2]);
            put_pair(w, row + h * 8 + 1, j + p * PART + lane / 4 * 2, d[h][p][1], d[h][p][3]);
        }
#else
    __trap(); /* `supports` refuses such devices */
#endif
}
