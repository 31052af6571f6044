/* SPDX-License-Identifier: GPL-3.0-or-later */
/* peer_radixsort: T = Aᵀ by CUB's stable radix sort of the columns, each with the number of its entry, and a gather:
   with whole entries in place of numbers it takes 1.2 to 1.9 times as long. */
#include <cub/device/device_radix_sort.cuh>

#include "gpu/lib/pointers.cuh"
#include "gpu/lib/transpose.cuh"

static const char name[] = "peer.cub.radixsort";

enum { THREADS = 256 };

/* Offsets into the working memory: sorted columns, numbers before and after, the row of each entry, CUB's own. */
struct radixsort_offsets {
    uint64_t col, from, to, index, cub, all;
};

struct radixsort_plan : transpose_plan {
    struct radixsort_offsets at;
    size_t cub_bytes;
};

static struct radixsort_offsets places_of(uint64_t nnz, uint64_t cub)
{
    struct radixsort_offsets l = {};
    l.col = work_place(&l.all, nnz * sizeof(uint32_t));
    l.from = work_place(&l.all, nnz * sizeof(uint32_t));
    l.to = work_place(&l.all, nnz * sizeof(uint32_t));
    l.index = work_place(&l.all, nnz * sizeof(int32_t));
    l.cub = work_place(&l.all, cub);
    return l;
}

static cudaError_t sort(void *work, size_t *size, const uint32_t *col, uint32_t *col_out, const uint32_t *number,
                        uint32_t *number_out, int64_t nnz, int64_t n)
{
    return cub::DeviceRadixSort::SortPairs(work, *size, col, col_out, number, number_out, (int)nnz, 0, column_bits(n));
}

static __global__ void __launch_bounds__(THREADS) numbers_make(int64_t nnz, uint32_t *number)
{
    int64_t e = (int64_t)blockIdx.x * THREADS + threadIdx.x;
    if (e < nnz)
        number[e] = (uint32_t)e;
}

template <class T>
static __global__ void __launch_bounds__(THREADS)
    gather(int64_t nnz, const uint32_t *number, const int32_t *index, const T *val, int32_t *row, T *to)
{
    int64_t e = (int64_t)blockIdx.x * THREADS + threadIdx.x;
    if (e < nnz) {
        row[e] = index[number[e]];
        to[e] = val[number[e]];
    }
}

/* ptr[j]: the first entry of column j or a later one */
static __global__ void __launch_bounds__(THREADS)
    pointers_find(const uint32_t *col, int64_t nnz, int64_t n, uint32_t *ptr)
{
    int64_t j = (int64_t)blockIdx.x * THREADS + threadIdx.x, low = 0, high = nnz;
    if (j > n)
        return;
    while (low < high) {
        int64_t middle = (low + high) / 2;
        if (col[middle] < j)
            low = middle + 1;
        else
            high = middle;
    }
    ptr[j] = (uint32_t)low;
}

/* ---- the kernel ---- */

/* CUB reports its needs only on the device; it sorts with a second buffer of columns and numbers. */
static uint64_t bytes(const struct problem *p)
{
    uint64_t nnz = (uint64_t)p->a->nnz, cub = nnz * 2 * sizeof(uint32_t) + nnz / 8 + (1 << 20);
    return size_add(kernel_csr_bytes(p->a), places_of(nnz, cub).all);
}

static bool prepare(const struct problem *p, struct plan *out, struct err *e)
{
    size_t cub = 0;
    *out = {};
    if (!gpu_enter(p->device, name, e) ||
        !GPU_OK(p->device, sort(NULL, &cub, NULL, NULL, NULL, NULL, p->a->nnz, p->a->n), e))
        return false;
    struct radixsort_offsets at = places_of((uint64_t)p->a->nnz, cub);
    auto *plan = static_cast<radixsort_plan *>(transpose_plan_new(p, name, sizeof(radixsort_plan), at.all, out, e));
    if (!plan)
        return false;
    plan->at = at;
    plan->cub_bytes = cub;
    return true;
}

template <class T> static bool run(void *plan_data, struct err *e)
{
    struct radixsort_plan *plan = static_cast<struct radixsort_plan *>(plan_data);
    const struct gpu_csr *a = &plan->a;
    if (!gpu_enter(plan->device, name, e))
        return false;
    if (a->nnz == 0)
        return transpose_empty(plan, e);
    char *work = (char *)plan->work;
    int32_t *index = (int32_t *)(work + plan->at.index);
    uint32_t *col = (uint32_t *)(work + plan->at.col);
    uint32_t *from = (uint32_t *)(work + plan->at.from), *to = (uint32_t *)(work + plan->at.to);
    const unsigned blocks = gpu_grid(a->nnz, THREADS);
    ptr2index_fast((const uint32_t *)a->ptr, a->m, a->nnz, index);
    numbers_make<<<blocks, THREADS>>>(a->nnz, from);
    if (!GPU_OK(plan->device,
                sort(work + plan->at.cub, &plan->cub_bytes, (const uint32_t *)a->ind, col, from, to, a->nnz, a->n), e))
        return false;
    gather<T><<<blocks, THREADS>>>(a->nnz, to, index, (const T *)a->val, plan->t.ind, (T *)plan->t.val);
    pointers_find<<<gpu_grid(a->n + 1, THREADS), THREADS>>>(col, a->nnz, a->n, (uint32_t *)plan->t.ptr);
    return GPU_LAUNCHED(plan->device, e);
}

template <class T>
static constexpr struct kernel table = transpose_table<T>({
    .name = name,
    .what = "CUB, stable radix sort of the columns",
    .source = "NVIDIA CUB",
    .peer = true,
    .bytes = bytes,
    .prepare = prepare,
    .run = run<T>,
});

extern const struct kernel gpu_cub_radixsort_f64 = table<double>, gpu_cub_radixsort_f32 = table<float>;
