/* SPDX-License-Identifier: GPL-3.0-or-later */
/* transpose_scan: ScanTrans: T = Aᵀ by partial histograms, in which each entry's place is kept too. */
#include "gpu/lib/pointers.cuh"
#include "gpu/lib/transpose.cuh"

static const char name[] = "gpu.transpose.scan";

enum { PARAM_WAY, BLOCK = 256, WORKERS = 8192 };

/* Offsets into the working memory. */
struct scan_offsets {
    struct histograms h;
    uint64_t inter, turned, intra, index, scan, all;
};

/* A worker is a warp, which takes its entries in order. Each worker has its histogram. */
static struct scan_offsets places_of(int64_t n, int64_t nnz, bool turn)
{
    struct scan_offsets l = {};
    uint64_t words = (uint64_t)nnz * sizeof(uint32_t);
    l.h = histograms_of(n, nnz, WORKERS);
    l.inter = work_place(&l.all, histograms_bytes(&l.h));
    l.turned = work_place(&l.all, turn ? histograms_bytes(&l.h) : 0);
    l.intra = work_place(&l.all, words);
    l.index = work_place(&l.all, words);
    l.scan = work_place(&l.all, scan_work(turn ? n * l.h.parts : n + 1, BLOCK) * sizeof(uint32_t));
    return l;
}

static bool turns(const int64_t *param)
{
    return param[PARAM_WAY] != 0;
}

/* inter[w][j] = how many entries worker w has in column j; intra[e] = how many of them are before entry e. */
static __global__ void __launch_bounds__(BLOCK) count(const struct histograms h, const int32_t *ind, uint32_t *intra)
{
    int64_t worker = ((int64_t)blockIdx.x * BLOCK + threadIdx.x) / WARP;
    if (worker >= h.parts)
        return;
    unsigned lane = threadIdx.x % WARP;
    uint32_t *own = h.inter + worker * h.n;
    int64_t begin = worker * h.share, end = min(begin + h.share, h.nnz);
    for (int64_t at = begin; at < end; at += WARP) {
        int64_t e = at + lane;
        int col = e < end ? ind[e] : -1;
        unsigned peers = __match_any_sync(ALL_LANES, col);
        uint32_t before = col >= 0 ? own[col] : 0;
        __syncwarp();
        if (col >= 0) {
            intra[e] = before + __popc(peers & ((1u << lane) - 1));
            if (peers >> lane == 1) /* the last of them */
                own[col] = before + __popc(peers);
        }
        __syncwarp();
    }
}

/* Each entry goes to its column, behind those of earlier workers and the earlier ones of its own. */
template <class T>
static __global__ void __launch_bounds__(BLOCK)
    reorder(const struct histograms h, const uint32_t *ptr, const uint32_t *turned, const int32_t *ind,
            const uint32_t *intra, const int32_t *index, const T *val, int32_t *row, T *to)
{
    int64_t step = (int64_t)gridDim.x * BLOCK;
    for (int64_t e = (int64_t)blockIdx.x * BLOCK + threadIdx.x; e < h.nnz; e += step) {
        int64_t j = ind[e], worker = e / h.share;
        uint32_t at = intra[e] + (turned ? turned[j * h.parts + worker] : ptr[j] + h.inter[worker * h.n + j]);
        row[at] = index[e];
        to[at] = val[e];
    }
}

static uint64_t bytes(const struct problem *p)
{
    return kernel_csr_bytes(p->a) + places_of(p->a->n, p->a->nnz, turns(p->param)).all;
}

static bool prepare(const struct problem *p, struct plan *plan, struct err *e)
{
    uint64_t work = places_of(p->a->n, p->a->nnz, turns(p->param)).all;
    return transpose_plan_new(p, name, sizeof(struct transpose_plan), work, plan, e) != NULL;
}

template <class T> static bool run(void *plan_data, struct err *e)
{
    const struct transpose_plan *l = static_cast<const struct transpose_plan *>(plan_data);
    const struct gpu_csr *a = &l->a;
    if (!gpu_enter(l->device, name, e))
        return false;
    if (a->nnz == 0)
        return transpose_empty(l, e);
    struct scan_offsets m = places_of(a->n, a->nnz, turns(l->param));
    char *work = (char *)l->work;
    uint32_t *intra = (uint32_t *)(work + m.intra), *turned = turns(l->param) ? (uint32_t *)(work + m.turned) : NULL;
    uint32_t *ptr = (uint32_t *)l->t.ptr;
    int32_t *index = (int32_t *)(work + m.index);
    m.h.inter = (uint32_t *)(work + m.inter);
    if (!GPU_OK(l->device, cudaMemsetAsync(m.h.inter, 0, histograms_bytes(&m.h), 0), e))
        return false;
    ptr2index_launch((const uint32_t *)a->ptr, a->m, index, WARP);
    count<<<gpu_grid(m.h.parts, BLOCK / WARP), BLOCK>>>(m.h, a->ind, intra);
    histogram_pointers(m.h, turned, ptr, (uint32_t *)(work + m.scan), turned != NULL);
    reorder<T><<<gpu_grid(a->nnz, BLOCK), BLOCK>>>(m.h, ptr, turned, a->ind, intra, index, (const T *)a->val, l->t.ind,
                                                   (T *)l->t.val);
    return GPU_LAUNCHED(l->device, e);
}

static const struct param params[] = {
    { .name = "WAY",
      .help = "walk down the histograms, or turn them and scan",
      .min = 0,
      .max = 1,
      .initial = 0,
      .choices = histogram_ways },
    {},
};

template <class T>
static constexpr struct kernel table = {
    .name = name,
    .what = "ScanTrans: a histogram per warp, a scan down them, a scan across, then every entry to its place",
    .source = "Wang, Liu and Hou, ICS 2016 (ScanTrans)",
    .on = "cuda",
    .format = "csr",
    .op = OP_TRANSPOSE,
    .type = vtype_of<T>,
    .params = params,
    .supports = transpose_supports,
    .bytes = bytes,
    .prepare = prepare,
    .run = run<T>,
    .release = transpose_release,
};

extern const struct kernel gpu_transpose_scan_f64 = table<double>, gpu_transpose_scan_f32 = table<float>;
