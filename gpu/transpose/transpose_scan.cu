/* SPDX-License-Identifier: GPL-3.0-or-later */
/* transpose_scan: ScanTrans: T = Aᵀ by partial histograms, in which each entry's place is kept too. */
#include "gpu/lib/pointers.cuh"
#include "gpu/lib/transpose.cuh"

#include <cmath>

static const char name[] = "gpu.transpose.scan";

enum { PARAM_WAY, PARAM_WORKERS };
enum { BLOCK = 512, WARPS = BLOCK / WARP, SLOTS = 2 * BLOCK, WORKERS = 528, REORDER = 256, SCAN = 256 };

/* Offsets into the working memory. */
struct scan_offsets {
    struct histograms h;
    uint64_t inter, turned, intra, index, scan, all;
};

struct scan_plan : transpose_plan {
    struct scan_offsets at;
};

/* A worker is a block of threads, which takes its entries in order; each has its histogram. With w workers, counting
   takes nnz/w·2.5 ns where columns are near each other, nnz/w·6 ns where they are scattered, and zeroing and scanning
   the histograms w·n·2.9 ps: w² = 1000·nnz/n is within 3% of the smallest sum for both (H200). */
static struct histograms histograms_choose(const struct problem *p)
{
    int64_t n = p->a->n, nnz = p->a->nnz, asked = p->param[PARAM_WORKERS];
    int64_t best = (int64_t)sqrt(1000.0 * (double)nnz / (double)std::max<int64_t>(n, 1));
    int64_t parts = asked ? asked : std::min<int64_t>(WORKERS, best);
    parts = std::max<int64_t>(1, std::min(parts, (nnz + BLOCK - 1) / BLOCK));
    return { n, nnz, (nnz + parts - 1) / parts, (int)parts, NULL };
}

static bool turns(const int64_t *param)
{
    return param[PARAM_WAY] != 0;
}

static struct scan_offsets places_of(const struct problem *p)
{
    struct scan_offsets l = {};
    uint64_t words = (uint64_t)p->a->nnz * sizeof(uint32_t);
    bool turn = turns(p->param);
    l.h = histograms_choose(p);
    l.inter = work_place(&l.all, histograms_bytes(&l.h));
    l.turned = work_place(&l.all, turn ? histograms_bytes(&l.h) : 0);
    l.intra = work_place(&l.all, words);
    l.index = work_place(&l.all, words);
    l.scan = work_place(&l.all, scan_work(turn ? l.h.n * l.h.parts : l.h.n + 1, SCAN) * sizeof(uint32_t));
    return l;
}

/* A hash table of the columns among BLOCK entries: how many each warp has in a column, and how many the worker had in
   it before. */
struct chunk_columns {
    int32_t col[SLOTS]; /* -1: free */
    uint32_t before[SLOTS];
    uint4 count[SLOTS]; /* a byte per warp */
};
static_assert(WARPS == sizeof(uint4), "a byte per warp");

static __device__ int chunk_slot(struct chunk_columns *t, int col)
{
    for (unsigned at = (unsigned)col * 2654435761u >> 16;; at++) {
        int there = atomicCAS(&t->col[at % SLOTS], -1, col);
        if (there == -1 || there == col)
            return (int)(at % SLOTS);
    }
}

/* How many entries of the slot's column all warps have; *earlier: those before `warp`. */
static __device__ uint32_t chunk_sum(const struct chunk_columns *t, int slot, int warp, uint32_t *earlier)
{
    const unsigned ones = 0x01010101;
    const uint4 c = t->count[slot];
    const unsigned word[4] = { c.x, c.y, c.z, c.w };
    uint32_t all = 0, sum = 0;
#pragma unroll
    for (int i = 0; i < 4; i++) {
        int bytes = min(max(warp - 4 * i, 0), 4); /* of warps before this one */
        unsigned mask = bytes == 4 ? ~0u : (1u << 8 * bytes) - 1;
        all = __dp4a(word[i], ones, all);
        sum = __dp4a(word[i] & mask, ones, sum);
    }
    *earlier = sum;
    return all;
}

/* A thread's entry of a chunk. One of its warp's entries with the same column leads, and of the leaders the first
   warp's counts the column. */
struct chunk_entry {
    int col, slot; /* col: -1: none */
    unsigned peers;
    bool leads, counts;
    uint32_t earlier, before; /* entries of the column in earlier warps, in earlier chunks */
};

/* Counts a chunk's columns in `own`. Nothing waits for what was there before. */
static __device__ struct chunk_entry chunk_count(struct chunk_columns *t, int col, uint32_t *own)
{
    const int me = threadIdx.x, warp = me / WARP;
    struct chunk_entry e = { .col = col };
    for (int i = me; i < SLOTS; i += BLOCK) {
        t->col[i] = -1;
        t->count[i] = {};
    }
    __syncthreads();
    e.peers = __match_any_sync(ALL_LANES, col);
    e.leads = col >= 0 && me % WARP == __ffs((int)e.peers) - 1;
    if (e.leads) {
        e.slot = chunk_slot(t, col);
        ((uint8_t *)&t->count[e.slot])[warp] = (uint8_t)__popc(e.peers);
    }
    __syncthreads();
    uint32_t all = e.leads ? chunk_sum(t, e.slot, warp, &e.earlier) : 0;
    e.counts = e.leads && e.earlier == 0;
    if (e.counts)
        e.before = atomicAdd(&own[col], all);
    return e;
}

/* How many entries of its column are before the entry. */
static __device__ uint32_t chunk_rank(struct chunk_columns *t, const struct chunk_entry &e)
{
    if (e.counts)
        t->before[e.slot] = e.before;
    __syncthreads();
    uint32_t first = e.leads ? e.earlier + t->before[e.slot] : 0;
    first = __shfl_sync(ALL_LANES, first, __ffs((int)e.peers) - 1);
    return first + __popc(e.peers & ((1u << threadIdx.x % WARP) - 1));
}

/* inter[w][j] = how many entries worker w has in column j; intra[e] = how many of them are before entry e. A chunk is
   ranked when the next one is counted: its atomics are in flight meanwhile. Two chunks a turn save copies. */
static __global__ void __launch_bounds__(BLOCK) count(const struct histograms h, const int32_t *ind, uint32_t *intra)
{
    __shared__ struct chunk_columns t;
    uint32_t *own = h.inter + blockIdx.x * h.n;
    const int64_t begin = blockIdx.x * h.share, end = min(begin + h.share, h.nnz);
    int64_t e = begin + threadIdx.x;
    int col = e < end ? ind[e] : -1;
    struct chunk_entry even, odd = { .col = -1, .peers = ALL_LANES };
    auto step = [&](struct chunk_entry *now, const struct chunk_entry &last) {
        int next = e + BLOCK < end ? ind[e + BLOCK] : -1;
        *now = chunk_count(&t, col, own);
        uint32_t rank = chunk_rank(&t, last);
        if (last.col >= 0)
            intra[e - BLOCK] = rank;
        col = next;
        e += BLOCK;
    };
    for (int64_t at = begin; at < end + BLOCK; at += 2 * BLOCK) {
        step(&even, odd);
        step(&odd, even);
    }
}

/* Each entry goes to its column, after those of earlier workers and the earlier ones of its own. */
template <class T>
static __global__ void __launch_bounds__(REORDER)
    reorder(const struct histograms h, const uint32_t *ptr, const uint32_t *turned, const int32_t *ind,
            const uint32_t *intra, const int32_t *index, const T *val, int32_t *row, T *to)
{
    int64_t step = (int64_t)gridDim.x * REORDER;
    for (int64_t e = (int64_t)blockIdx.x * REORDER + threadIdx.x; e < h.nnz; e += step) {
        int64_t j = ind[e], worker = (uint32_t)e / (uint32_t)h.share;
        uint32_t at = intra[e] + (turned ? turned[j * h.parts + worker] : ptr[j] + h.inter[worker * h.n + j]);
        row[at] = index[e];
        to[at] = val[e];
    }
}

static uint64_t bytes(const struct problem *p)
{
    return kernel_csr_bytes(p->a) + places_of(p).all;
}

static bool prepare(const struct problem *p, struct plan *out, struct err *e)
{
    const struct scan_offsets at = places_of(p);
    struct scan_plan *plan = static_cast<struct scan_plan *>(transpose_plan_new(p, name, sizeof *plan, at.all, out, e));
    if (!plan)
        return false;
    plan->at = at;
    plan->at.h.inter = (uint32_t *)((char *)plan->work + at.inter);
    return true;
}

enum { PHASE_ROWS, PHASE_COUNT, PHASE_SCAN, PHASE_SCATTER, PHASES };
static const char *const phases[] = { "rows", "count", "scan", "scatter", NULL };

template <class T> static bool run_phase(void *plan_data, int phase, struct err *e)
{
    const struct scan_plan *plan = static_cast<const struct scan_plan *>(plan_data);
    const struct gpu_csr *a = &plan->a;
    const struct histograms h = plan->at.h;
    if (!gpu_enter(plan->device, name, e))
        return false;
    if (a->nnz == 0)
        return phase != PHASE_ROWS || transpose_empty(plan, e);
    char *work = (char *)plan->work;
    uint32_t *intra = (uint32_t *)(work + plan->at.intra), *ptr = (uint32_t *)plan->t.ptr;
    uint32_t *turned = turns(plan->param) ? (uint32_t *)(work + plan->at.turned) : NULL;
    int32_t *index = (int32_t *)(work + plan->at.index);
    switch (phase) {
    case PHASE_ROWS:
        ptr2index_fast((const uint32_t *)a->ptr, a->m, a->nnz, index);
        break;
    case PHASE_COUNT:
        if (!GPU_OK(plan->device, cudaMemsetAsync(h.inter, 0, histograms_bytes(&h), 0), e))
            return false;
        count<<<h.parts, BLOCK>>>(h, a->ind, intra);
        break;
    case PHASE_SCAN:
        histogram_pointers(h, turned, ptr, (uint32_t *)(work + plan->at.scan), turned != NULL);
        break;
    default:
        reorder<T><<<gpu_grid(a->nnz, REORDER), REORDER>>>(h, ptr, turned, a->ind, intra, index, (const T *)a->val,
                                                           plan->t.ind, (T *)plan->t.val);
    }
    return GPU_LAUNCHED(plan->device, e);
}

static const struct param params[] = {
    param_choice("WAY", "walk down the histograms, or turn them and scan", histogram_ways, 0),
    param_number("WORKERS", "thread blocks with a histogram each; 0: by the matrix", 0, 4096, 0),
    {},
};

template <class T>
static constexpr struct kernel table = transpose_table<T>({
    .name = name,
    .what = "ScanTrans: a histogram per thread block, scans down and across, every entry to its place",
    .source = "Wang, Liu and Hou, ICS 2016 (ScanTrans)",
    .params = params,
    .bytes = bytes,
    .prepare = prepare,
    .run = transpose_run<run_phase<T>, PHASES>,
    .phases = phases,
    .run_phase = run_phase<T>,
});

extern const struct kernel gpu_transpose_scan_f64 = table<double>, gpu_transpose_scan_f32 = table<float>;
