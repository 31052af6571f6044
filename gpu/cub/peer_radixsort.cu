/* SPDX-License-Identifier: GPL-3.0-or-later */
/* peer_radixsort: T = Aᵀ by CUB's stable radix sort of the columns, each with its entry or with the entry's number. */
#include <cub/device/device_radix_sort.cuh>

#include "gpu/lib/pointers.cuh"
#include "gpu/lib/transpose.cuh"

static const char name[] = "peer.cub.radixsort";

enum { PARAM_PAYLOAD, THREADS = 256 };

template <class T> struct sorted_entry {
    T val;
    int32_t row;
};

/* Offsets into the working memory: sorted columns, payloads before and after, the row of each entry, CUB's own. */
struct radixsort_offsets {
    uint64_t col, from, to, index, cub, all;
};

struct radixsort_plan {
    struct transpose_plan base; /* first: transpose_plan_new knows it by this */
    struct radixsort_offsets at;
    size_t cub_bytes;
};

static bool carries_entry(const int64_t *param)
{
    return param[PARAM_PAYLOAD] != 0;
}

template <class T> static uint64_t payload_bytes(const int64_t *param)
{
    return carries_entry(param) ? sizeof(struct sorted_entry<T>) : sizeof(uint32_t);
}

static struct radixsort_offsets places_of(uint64_t nnz, uint64_t payload, uint64_t cub)
{
    struct radixsort_offsets l = {};
    l.col = work_place(&l.all, nnz * sizeof(uint32_t));
    l.from = work_place(&l.all, nnz * payload);
    l.to = work_place(&l.all, nnz * payload);
    l.index = work_place(&l.all, nnz * sizeof(int32_t));
    l.cub = work_place(&l.all, cub);
    return l;
}

/* Digits above the highest bit of a column need no pass. */
static int column_bits(int64_t n)
{
    int bits = 1;
    while (bits < 31 && n - 1 >> bits > 0)
        bits++;
    return bits;
}

template <class V>
static cudaError_t sort(void *work, size_t *size, const uint32_t *in, uint32_t *out, const void *from, void *to,
                        int64_t nnz, int64_t n)
{
    return cub::DeviceRadixSort::SortPairs(work, *size, in, out, static_cast<const V *>(from), static_cast<V *>(to),
                                           (int)nnz, 0, column_bits(n));
}

/* ---- payloads ---- */

static __global__ void __launch_bounds__(THREADS) numbers_make(int64_t nnz, uint32_t *number)
{
    int64_t e = (int64_t)blockIdx.x * THREADS + threadIdx.x;
    if (e < nnz)
        number[e] = (uint32_t)e;
}

template <class T>
static __global__ void __launch_bounds__(THREADS)
    entries_make(int64_t nnz, const int32_t *index, const T *val, struct sorted_entry<T> *entry)
{
    int64_t e = (int64_t)blockIdx.x * THREADS + threadIdx.x;
    if (e < nnz)
        entry[e] = { val[e], index[e] };
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

template <class T>
static __global__ void __launch_bounds__(THREADS)
    split(int64_t nnz, const struct sorted_entry<T> *entry, int32_t *row, T *to)
{
    int64_t e = (int64_t)blockIdx.x * THREADS + threadIdx.x;
    if (e < nnz) {
        row[e] = entry[e].row;
        to[e] = entry[e].val;
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

/* CUB tells its need only on the device; it sorts with a second buffer of columns and payloads. */
template <class T> static uint64_t bytes(const struct problem *p)
{
    uint64_t nnz = (uint64_t)p->a->nnz, payload = payload_bytes<T>(p->param);
    uint64_t cub = nnz * (sizeof(uint32_t) + payload) + nnz / 8 + (1 << 20);
    return size_add(kernel_csr_bytes(p->a), places_of(nnz, payload, cub).all);
}

template <class T> static bool prepare(const struct problem *p, struct plan *plan, struct err *e)
{
    int64_t nnz = p->a->nnz, n = p->a->n;
    bool entry = carries_entry(p->param);
    size_t cub = 0;
    *plan = {};
    if (!gpu_enter(p->device, name, e) ||
        !GPU_OK(p->device,
                (entry ? sort<struct sorted_entry<T>> : sort<uint32_t>)(NULL, &cub, NULL, NULL, NULL, NULL, nnz, n), e))
        return false;
    struct radixsort_offsets at = places_of((uint64_t)nnz, payload_bytes<T>(p->param), cub);
    struct radixsort_plan *l = (struct radixsort_plan *)transpose_plan_new(p, name, sizeof *l, at.all, plan, e);
    if (!l)
        return false;
    l->at = at;
    l->cub_bytes = cub;
    return true;
}

template <class T> static bool run_numbers(struct radixsort_plan *l, int32_t *index, uint32_t *col, struct err *e)
{
    const struct gpu_csr *a = &l->base.a;
    char *work = (char *)l->base.work;
    uint32_t *from = (uint32_t *)(work + l->at.from), *to = (uint32_t *)(work + l->at.to);
    unsigned blocks = gpu_grid(a->nnz, THREADS);
    numbers_make<<<blocks, THREADS>>>(a->nnz, from);
    if (!GPU_OK(l->base.device,
                sort<uint32_t>(work + l->at.cub, &l->cub_bytes, (const uint32_t *)a->ind, col, from, to, a->nnz, a->n),
                e))
        return false;
    gather<T><<<blocks, THREADS>>>(a->nnz, to, index, (const T *)a->val, l->base.t.ind, (T *)l->base.t.val);
    return true;
}

template <class T> static bool run_entries(struct radixsort_plan *l, int32_t *index, uint32_t *col, struct err *e)
{
    const struct gpu_csr *a = &l->base.a;
    char *work = (char *)l->base.work;
    struct sorted_entry<T> *from = (struct sorted_entry<T> *)(work + l->at.from);
    struct sorted_entry<T> *to = (struct sorted_entry<T> *)(work + l->at.to);
    unsigned blocks = gpu_grid(a->nnz, THREADS);
    entries_make<T><<<blocks, THREADS>>>(a->nnz, index, (const T *)a->val, from);
    if (!GPU_OK(l->base.device,
                sort<struct sorted_entry<T>>(work + l->at.cub, &l->cub_bytes, (const uint32_t *)a->ind, col, from, to,
                                             a->nnz, a->n),
                e))
        return false;
    split<T><<<blocks, THREADS>>>(a->nnz, to, l->base.t.ind, (T *)l->base.t.val);
    return true;
}

template <class T> static bool run(void *plan_data, struct err *e)
{
    struct radixsort_plan *l = static_cast<struct radixsort_plan *>(plan_data);
    const struct gpu_csr *a = &l->base.a;
    if (!gpu_enter(l->base.device, name, e))
        return false;
    if (a->nnz == 0)
        return transpose_empty(&l->base, e);
    char *work = (char *)l->base.work;
    int32_t *index = (int32_t *)(work + l->at.index);
    uint32_t *col = (uint32_t *)(work + l->at.col);
    ptr2index_fast((const uint32_t *)a->ptr, a->m, a->nnz, index);
    if (!(carries_entry(l->base.param) ? run_entries<T> : run_numbers<T>)(l, index, col, e))
        return false;
    pointers_find<<<gpu_grid(a->n + 1, THREADS), THREADS>>>(col, a->nnz, a->n, (uint32_t *)l->base.t.ptr);
    return GPU_LAUNCHED(l->base.device, e);
}

static const char *const payloads[] = { "number", "entry", NULL };

static const struct param params[] = {
    { .name = "PAYLOAD",
      .help = "what is sorted with a column: the entry's number, with a gather at the end, or its row and value",
      .min = 0,
      .max = 1,
      .initial = 0,
      .choices = payloads },
    {},
};

template <class T>
static constexpr struct kernel table = transpose_table<T>({
    .name = name,
    .what = "CUB, stable radix sort of the columns",
    .source = "NVIDIA CUB",
    .peer = true,
    .params = params,
    .bytes = bytes<T>,
    .prepare = prepare<T>,
    .run = run<T>,
});

extern const struct kernel gpu_cub_radixsort_f64 = table<double>, gpu_cub_radixsort_f32 = table<float>;
