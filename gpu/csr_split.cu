/* SPDX-License-Identifier: GPL-3.0-or-later */
/* csr_split: y = A x in blocks of equally many entries, whatever rows they belong to; where rows begin was noted when
   the plan was made, as bits, and sums go from thread to thread by a segmented scan, always in the same order. */
#include "gpu/expect.cuh"
#include "gpu/mul.cuh"

#include <algorithm>
#include <cstdlib>
#include <new>
#include <vector>

#include "core/limit.h"
#include "gpu/long_rows.cuh"

static const char name[] = "gpu.csr.split";

enum { THREADS = 256, EACH = 8, ENTRIES = THREADS * EACH, WARP = 32, CUT = ENTRIES / 2, ZERO_ROWS = 1024 };
static const unsigned ALL_LANES = 0xffffffff;

/* Entries of whole rows, none of them empty: at most ENTRIES. */
struct block {
    int64_t entry;
    int32_t count, row, rows; /* its rows are row .. row+rows-1 of the list */
};

/* Of a thread's EACH entries: bit i says that entry i begins a row; the rows that begin before them in the block. */
struct starts {
    uint16_t before;
    uint8_t bits, unused;
};

struct split_plan {
    struct mul_plan mul; /* first: mul_empty and mul_plan_new know it by this */
    struct long_rows longs;
    int64_t blocks, zeros;
    void *block, *starts, *row, *zero, *ind, *val; /* row: of the blocks, in order; zero: the empty rows */
};

template <class T> struct split_work {
    const struct block *block;
    const struct starts *starts;
    const int32_t *row, *zero, *ind;
    const T *val, *x;
    T *y;
    int64_t ldx, ldy, zeros;
    int blocks;
};

/* Keeps 16 values apart that threads read at a stride of 8. */
static __device__ int padded(int e)
{
    return e + e / 16;
}

/* The sum of the segment that is open at the end of each thread, over all threads of the block before it. Threads
   that begin a row cut the sum off. */
template <class T> static __device__ T carry_in(T tail, bool begins)
{
    __shared__ T sums[THREADS / WARP];
    __shared__ bool cuts[THREADS / WARP];
    int lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
    for (int step = 1; step < WARP; step *= 2) {
        T other = __shfl_up_sync(ALL_LANES, tail, step);
        bool cut = __shfl_up_sync(ALL_LANES, begins, step);
        if (lane >= step && !begins) {
            tail = other + tail;
            begins = cut;
        }
    }
    if (lane == WARP - 1) {
        sums[warp] = tail;
        cuts[warp] = begins;
    }
    __syncthreads();
    T carry = 0;
    for (int w = 0; w < warp; w++)
        carry = cuts[w] ? sums[w] : carry + sums[w];
    T before = __shfl_up_sync(ALL_LANES, tail, 1);
    bool cut = __shfl_up_sync(ALL_LANES, begins, 1);
    if (lane == 0)
        return carry;
    return cut ? before : carry + before;
}

template <class T> static __device__ void clear_rows(const split_work<T> &w, int at)
{
    for (int64_t i = (int64_t)at * ZERO_ROWS + threadIdx.x; i < w.zeros && i < (int64_t)(at + 1) * ZERO_ROWS;
         i += THREADS)
        w.y[w.zero[i] * w.ldy] = 0;
}

template <class T> static __global__ void __launch_bounds__(THREADS) multiply(const split_work<T> w)
{
    __shared__ T product[ENTRIES + ENTRIES / 16 + 1];
    if ((int)blockIdx.x >= w.blocks) {
        clear_rows(w, (int)blockIdx.x - w.blocks);
        long_rows_wait();
        return;
    }
    const struct block b = w.block[blockIdx.x];
    const struct starts s = w.starts[(int64_t)blockIdx.x * THREADS + threadIdx.x];
    const int32_t *ind = w.ind + b.entry;
    const T *val = w.val + b.entry;
    int32_t c[EACH];
    T a[EACH];
#pragma unroll
    for (int i = 0; i < EACH; i++) {
        int e = i * THREADS + (int)threadIdx.x;
        c[i] = e < b.count ? __ldcs(ind + e) : -1;
        a[i] = e < b.count ? __ldcs(val + e) : T(0);
    }
#pragma unroll
    for (int i = 0; i < EACH; i++)
        product[padded(i * THREADS + (int)threadIdx.x)] = c[i] >= 0 ? a[i] * __ldg(w.x + c[i] * w.ldx) : T(0);
    __syncthreads();
#pragma unroll
    for (int i = 0; i < EACH; i++)
        a[i] = product[padded((int)threadIdx.x * EACH + i)];
    __syncthreads(); /* from here on `product` holds sums of rows */
    T head = 0, sum = 0;
    int row = s.before;
#pragma unroll
    for (int i = 0; i < EACH; i++) {
        if (s.bits >> i & 1) {
            if (row == s.before)
                head = sum;
            else
                product[row - 1] = sum;
            row++;
            sum = 0;
        }
        sum += a[i];
    }
    T carry = carry_in(sum, s.bits != 0);
    if (s.bits != 0 && s.before > 0)
        product[s.before - 1] = carry + head;
    if (threadIdx.x == THREADS - 1)
        product[row - 1] = s.bits != 0 ? sum : carry + sum;
    __syncthreads();
    for (int r = threadIdx.x; r < b.rows; r += THREADS)
        w.y[__ldg(w.row + b.row + r) * w.ldy] = product[r];
    long_rows_wait();
}

template <class T> static bool run(void *plan_data, struct err *e)
{
    const struct split_plan *l = static_cast<const struct split_plan *>(plan_data);
    const struct mul_plan *p = &l->mul;
    if (mul_empty(p))
        return true;
    if (!gpu_enter(p->device, name, e) || !long_rows_run(&l->longs, p, vtype_of<T>, e))
        return false;
    unsigned grid = (unsigned)(l->blocks + (l->zeros + ZERO_ROWS - 1) / ZERO_ROWS);
    if (grid == 0)
        return true;
    split_work<T> w = {
        .block = (const struct block *)l->block,
        .starts = (const struct starts *)l->starts,
        .row = (const int32_t *)l->row,
        .zero = (const int32_t *)l->zero,
        .ind = (const int32_t *)l->ind,
        .val = (const T *)l->val,
        .x = (const T *)p->x,
        .y = (T *)p->y,
        .ldx = p->ldx,
        .ldy = p->ldy,
        .zeros = l->zeros,
        .blocks = (int)l->blocks,
    };
    long_rows_launch(&l->longs, multiply<T>, dim3(grid), THREADS, 0, w);
    return GPU_LAUNCHED(p->device, e);
}

/* ---- preparation ---- */

struct split {
    std::vector<struct block> block;
    std::vector<struct starts> starts;
    std::vector<int32_t> row, zero;
    std::vector<int64_t> long_rows;
};

static int64_t row_length(const struct csr *a, int64_t i)
{
    return a->ptr[i + 1] - a->ptr[i];
}

/* Blocks take rows while they have room; a long row ends a block, since entries must be side by side. */
static void cut(const struct csr *a, struct split *s)
{
    struct block open = {};
    auto close = [&] {
        if (open.rows > 0)
            s->block.push_back(open);
        open = { .entry = 0, .count = 0, .row = (int32_t)s->row.size(), .rows = 0 };
    };
    for (int64_t i = 0; i < a->m; i++) {
        int64_t count = row_length(a, i);
        if (count == 0) {
            s->zero.push_back((int32_t)i);
            continue;
        }
        if (count > CUT || open.count + count > ENTRIES)
            close();
        if (count > CUT) {
            s->long_rows.push_back(i);
            continue;
        }
        if (open.rows == 0)
            open.entry = a->ptr[i];
        s->row.push_back((int32_t)i);
        open.count += (int32_t)count;
        open.rows++;
    }
    close();
}

/* Bits where rows begin; behind the last entry a row that nobody reads begins, so that the sum before it is closed. */
static void mark(const struct csr *a, struct split *s)
{
    s->starts.assign(s->block.size() * THREADS, {});
#pragma omp parallel for schedule(static, 256)
    for (size_t b = 0; b < s->block.size(); b++) {
        const struct block *block = &s->block[b];
        struct starts *starts = s->starts.data() + b * THREADS;
        for (int32_t r = 0; r < block->rows; r++) {
            int64_t at = a->ptr[s->row[block->row + r]] - block->entry;
            starts[at / EACH].bits |= (uint8_t)(1u << at % EACH);
        }
        if (block->count < ENTRIES)
            starts[block->count / EACH].bits |= (uint8_t)(1u << block->count % EACH);
        for (int t = 1; t < THREADS; t++)
            starts[t].before = (uint16_t)(starts[t - 1].before + __builtin_popcount(starts[t - 1].bits));
    }
}

static bool upload(const struct problem *p, const struct split *s, struct split_plan *l, struct plan *plan,
                   struct err *e)
{
    const struct device *d = p->device;
    uint64_t nnz = (uint64_t)p->a->nnz;
    l->blocks = (int64_t)s->block.size();
    l->zeros = (int64_t)s->zero.size();
    return gpu_upload(d, s->block.data(), s->block.size() * sizeof s->block[0], &l->block, plan, e) &&
           gpu_upload(d, s->starts.data(), s->starts.size() * sizeof s->starts[0], &l->starts, plan, e) &&
           gpu_upload(d, s->row.data(), s->row.size() * sizeof s->row[0], &l->row, plan, e) &&
           gpu_upload(d, s->zero.data(), s->zero.size() * sizeof s->zero[0], &l->zero, plan, e) &&
           gpu_upload(d, p->a->ind, nnz * sizeof *p->a->ind, &l->ind, plan, e) &&
           gpu_upload(d, p->a->val, nnz * vtype_size(p->a->type), &l->val, plan, e) &&
           long_rows_prepare(p, s->long_rows.data(), (int64_t)s->long_rows.size(), &l->longs, plan, e);
}

static void release(void *plan_data)
{
    struct split_plan *l = static_cast<struct split_plan *>(plan_data);
    if (!l)
        return;
    if (gpu_select(l->mul.device, NULL)) {
        long_rows_release(&l->longs);
        cudaFree(l->val);
        cudaFree(l->ind);
        cudaFree(l->zero);
        cudaFree(l->row);
        cudaFree(l->starts);
        cudaFree(l->block);
    }
    free(l);
}

static bool build(const struct problem *p, struct split_plan *l, struct plan *plan, struct err *e)
{
    try {
        struct split s;
        cut(p->a, &s);
        mark(p->a, &s);
        return upload(p, &s, l, plan, e);
    } catch (const std::bad_alloc &) {
        return err_nomem(e, "blocks of rows", (unsigned long long)p->a->m * 8 + (unsigned long long)p->a->nnz / 2);
    }
}

/* Two blocks in a row have over ENTRIES - CUT entries, unless a long row is between them. */
static uint64_t bytes(const struct problem *p)
{
    uint64_t nnz = (uint64_t)p->a->nnz, m = (uint64_t)p->a->m, cut_rows = p->stats->row_max > CUT ? nnz / CUT : 0;
    uint64_t blocks = 1 + nnz / (ENTRIES - CUT) + cut_rows;
    uint64_t own = blocks * (sizeof(struct block) + THREADS * sizeof(struct starts)) + 4 * m;
    return size_add(size_add(kernel_csr_bytes(p->a), own), cut_rows > 0 ? long_rows_bytes(p, cut_rows, nnz) : 0);
}

static bool supports(const struct problem *p, struct err *why)
{
    if (p->x.k != 1)
        return err_set(why, ERR_UNSUPPORTED, "it is for k = 1");
    if (p->a->m >= INT32_MAX)
        return err_set(why, ERR_UNSUPPORTED, "more than 2^31 rows");
    return true;
}

static double expect(struct problem *p)
{
    return expect_mul(p, 1.05, 2.0);
}

template <class T>
static constexpr struct kernel table = {
    .name = name,
    .what = "equally many entries a block; rows summed by a segmented scan, their beginnings stored as bits (k = 1)",
    .source = "Merrill and Garland, PPoPP 2016 (the balance); Liu and Vinter, ICS 2015 (the bits)",
    .on = "gpu",
    .format = "csr",
    .op = OP_MUL,
    .type = vtype_of<T>,
    .layout = ROW_MAJOR,
    .supports = supports,
    .bytes = bytes,
    .expect = expect,
    .prepare = mul_prepare<split_plan, build, release>,
    .run = run<T>,
    .release = release,
};

const struct kernel gpu_csr_split_f64 = table<double>, gpu_csr_split_f32 = table<float>;
