/* SPDX-License-Identifier: GPL-3.0-or-later */
/* transpose_merge: MergeTrans: T = Aᵀ by sorting segments of the column indices and merging them, round by round. */
#include "gpu/lib/block.cuh"
#include "gpu/lib/expect.cuh"
#include "gpu/lib/merge.cuh"
#include "gpu/lib/pointers.cuh"
#include "gpu/lib/segsort.cuh"

#include <utility>

static const char name[] = "gpu.transpose.merge";

enum { PARAM_BLOCK, PARAM_STEP, THREADS = 256, SMALL_MOST = 1024 };

/* Offsets into the working memory: pairs twice, rows, cuts. */
struct merge_offsets {
    uint64_t from, to, index, cut, all;
};

/* There are most cuts when segments are shortest, or when one is longer than all entries. */
static uint64_t cut_bytes(int64_t nnz, int step)
{
    uint64_t most = 0;
    for (int64_t segment = 1; segment < nnz; segment *= 2) {
        uint64_t bytes = segment > SMALL_MOST / 2 ? merge_big_work(nnz, segment, step) : 0;
        most = bytes > most ? bytes : most;
    }
    return most;
}

static struct merge_offsets places_of(int64_t nnz, const int64_t *param)
{
    struct merge_offsets l = {};
    l.from = work_place(&l.all, (uint64_t)nnz * sizeof(uint64_t));
    l.to = work_place(&l.all, (uint64_t)nnz * sizeof(uint64_t));
    l.index = work_place(&l.all, (uint64_t)nnz * sizeof(int32_t));
    l.cut = work_place(&l.all, cut_bytes(nnz, 1 << param[PARAM_STEP]));
    return l;
}

/* Sorted pairs → T: a row and a value each, and where each column begins. */
template <class T>
static __global__ void __launch_bounds__(THREADS)
    gather(int64_t nnz, int64_t n, const uint64_t *pair, const int32_t *index, const T *val, uint32_t *ptr,
           int32_t *row, T *to)
{
    int64_t step = (int64_t)gridDim.x * THREADS;
    for (int64_t e = (int64_t)blockIdx.x * THREADS + threadIdx.x; e < nnz; e += step) {
        uint32_t at = (uint32_t)pair[e];
        row[e] = index[at];
        to[e] = val[at];
    }
    /* ptr[j]: the first pair of column j or a later one */
    for (int64_t j = (int64_t)blockIdx.x * THREADS + threadIdx.x; j <= n; j += step)
        ptr[j] = merge_below(pair, (uint32_t)nnz, (uint64_t)j << 32);
}

static uint64_t bytes(const struct problem *p)
{
    return kernel_csr_bytes(p->a) + places_of(p->a->nnz, p->param).all;
}

static bool prepare(const struct problem *p, struct plan *out, struct err *e)
{
    uint64_t work = places_of(p->a->nnz, p->param).all;
    return transpose_plan_new(p, name, sizeof(struct transpose_plan), work, out, e) != NULL;
}

static int64_t first_segment(const struct transpose_plan *plan)
{
    return (int64_t)1 << plan->param[PARAM_BLOCK];
}

/* Merges the sorted segments round by round, from one array to the other and back. */
static void merge(const struct transpose_plan *plan, uint64_t *from, uint64_t *to, void *cut)
{
    int64_t nnz = plan->a.nnz;
    int step = 1 << plan->param[PARAM_STEP];
    for (int64_t segment = first_segment(plan); segment < nnz; segment *= 2) {
        if (segment <= SMALL_MOST / 2)
            merge_small_launch(from, nnz, to, (int)segment);
        else
            merge_big_launch(from, nnz, to, segment, step, step, cut);
        std::swap(from, to);
    }
}

/* Whether the last round has left its result in the second array. */
static bool merge_ends_in_second(const struct transpose_plan *plan)
{
    bool second = false;
    for (int64_t segment = first_segment(plan); segment < plan->a.nnz; segment *= 2)
        second = !second;
    return second;
}

enum { PHASE_ROWS, PHASE_SORT, PHASE_MERGE, PHASE_GATHER, PHASES };
static const char *const phases[] = { "rows", "sort", "merge", "gather", NULL };

template <class T> static bool run_phase(void *plan_data, int phase, struct err *e)
{
    const struct transpose_plan *plan = static_cast<const struct transpose_plan *>(plan_data);
    const struct gpu_csr *a = &plan->a;
    if (!gpu_enter(plan->device, name, e))
        return false;
    if (a->nnz == 0)
        return phase != PHASE_ROWS || transpose_empty(plan, e);
    const struct merge_offsets m = places_of(a->nnz, plan->param);
    char *work = (char *)plan->work;
    int32_t *index = (int32_t *)(work + m.index);
    uint64_t *first = (uint64_t *)(work + m.from), *second = (uint64_t *)(work + m.to);
    switch (phase) {
    case PHASE_ROWS:
        ptr2index_fast((const uint32_t *)a->ptr, a->m, a->nnz, index);
        break;
    case PHASE_SORT:
        segsort_launch(a->ind, a->nnz, first, (int)first_segment(plan));
        break;
    case PHASE_MERGE:
        merge(plan, first, second, work + m.cut);
        break;
    default:
        gather<T><<<gpu_grid(a->nnz > a->n ? a->nnz : a->n + 1, THREADS), THREADS>>>(
            a->nnz, a->n, merge_ends_in_second(plan) ? second : first, index, (const T *)a->val,
            (uint32_t *)plan->t.ptr, plan->t.ind, (T *)plan->t.val);
    }
    return GPU_LAUNCHED(plan->device, e);
}

static const struct param params[] = {
    block_size("BLOCK", "entries per segment of the first sort", BLOCK_128),
    block_size("SP_DIST", "entries from a splitter to the next", BLOCK_128),
    {},
};

static double expect(struct problem *p)
{
    return 20.0 * (double)kernel_compulsory_bytes(p);
}

template <class T>
static constexpr struct kernel table = transpose_table<T>({
    .name = name,
    .what = "MergeTrans: segments of columns and positions are sorted, then merged round by round",
    .source = "Wang, Liu and Hou, ICS 2016 (MergeTrans)",
    .params = params,
    .bytes = bytes,
    .expect = expect,
    .prepare = prepare,
    .run = transpose_run<run_phase<T>, PHASES>,
    .phases = phases,
    .run_phase = run_phase<T>,
});

extern const struct kernel gpu_transpose_merge_f64 = table<double>, gpu_transpose_merge_f32 = table<float>;
