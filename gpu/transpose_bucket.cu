/* SPDX-License-Identifier: GPL-3.0-or-later */
/* transpose_bucket: T = Aᵀ by two stable splits of the entries by column, high bits then low; nothing is sorted. Where
   the pattern turns out to be symmetric, not even that is done. */
#include "gpu/bucket.cuh"
#include "gpu/expect.cuh"
#include "gpu/mirror.cuh"
#include "gpu/transpose.cuh"

#include <algorithm>

static const char name[] = "gpu.transpose.bucket";

enum { PARAM_LOW, PARAM_PIECE, PARAM_MIRROR };
enum { BINS_MAX = 1 << 14, WORKERS_MOST = 2048, SLOT_BLOCKS = 1024, PROBES = 4096, MIRROR_TILES = 4 };

struct bucket_plan {
    struct transpose_plan base; /* first: it is freed as one */
    struct cut cut;
    struct scratch scratch;
};

/* ---- how A is cut ---- */

static int log2_up(int64_t n)
{
    int bits = 0;
    while ((int64_t)1 << bits < n)
        bits++;
    return bits;
}

static int bins_of(int count)
{
    return (count + 7) / 8 * 8;
}

/* What a block and a multiprocessor have of shared memory. */
struct room {
    int64_t block, processor;
};

static struct room room_of(const struct device *d)
{
    int block = 48 << 10, processor = 48 << 10, index = d ? static_cast<const struct gpu *>(d->data)->index : 0;
    if (d && (cudaDeviceGetAttribute(&block, cudaDevAttrMaxSharedMemoryPerBlockOptin, index) != cudaSuccess ||
              cudaDeviceGetAttribute(&processor, cudaDevAttrMaxSharedMemoryPerMultiprocessor, index) != cudaSuccess))
        cudaGetLastError();
    return { block - 256, processor }; /* 256: what the kernels have without asking */
}

/* Warps per block: so that as many as possible are on a multiprocessor, where more than two blocks never are. */
template <class T> static int warps_of(int bins, struct room room)
{
    int best = 1, most = 0;
    for (int warps = RANKERS / WARP; warps >= 1; warps /= 2) {
        int64_t bytes = (int64_t)shared_bytes<T>(bins, warps);
        int64_t blocks = bytes <= room.block ? room.processor / (bytes + 1280) : 0;
        blocks = blocks > 2 ? 2 : blocks;
        if (warps * blocks > most) {
            most = (int)(warps * blocks);
            best = warps;
        }
    }
    return best;
}

/* Half of the bits of a column for each split, unless the user says otherwise or there are too many. */
template <class T> static struct cut cut_of(const struct problem *p)
{
    struct cut c = {};
    c.m = p->a->m;
    c.n = p->a->n;
    c.nnz = (uint32_t)p->a->nnz;
    c.low = p->param[PARAM_LOW] > 0 ? (int)p->param[PARAM_LOW] : log2_up(c.n) / 2;
    while (((c.n - 1) >> c.low) + 1 > BINS_MAX)
        c.low++;
    c.width = 1 << c.low;
    c.buckets = (int)(((c.n - 1) >> c.low) + 1);
    c.width_bins = bins_of(c.width);
    c.bucket_bins = bins_of(c.buckets);
    c.warps = warps_of<T>(c.width_bins > c.bucket_bins ? c.width_bins : c.bucket_bins, room_of(p->device));
    uint32_t tile = c.warps * WARP_TILE;
    uint32_t least = std::max(4 * (uint32_t)c.bucket_bins, c.nnz / WORKERS_MOST); /* a counter per four entries */
    c.share = (least + tile - 1) / tile * tile;
    c.workers = (c.nnz + c.share - 1) / c.share;
    c.piece = (uint32_t)p->param[PARAM_PIECE];
    c.slots = c.nnz > c.piece ? 2 * (c.nnz / c.piece) : 0; /* Σ ⌈x/p⌉ over x > p is at most Σ 2x/p */
    return c;
}

/* Divides the working memory, and says how much it is; base may be NULL. */
static uint64_t scratch_place(const struct cut *c, uint64_t value, char *base, struct scratch *s)
{
    uint64_t used = 0, pieces = (uint64_t)c->slots * c->width * 4;
    s->needed = (uint32_t *)(base + work_place(&used, 4));
    s->inter = (uint32_t *)(base + work_place(&used, (uint64_t)c->workers * c->buckets * 4));
    s->total = (uint32_t *)(base + work_place(&used, (uint64_t)c->buckets * 4));
    s->start = (uint32_t *)(base + work_place(&used, ((uint64_t)c->buckets + 1) * 4));
    s->slot = (uint32_t *)(base + work_place(&used, ((uint64_t)c->buckets + 1) * 4));
    s->owner = (uint32_t *)(base + work_place(&used, (uint64_t)c->slots * 4));
    s->before = (uint32_t *)(base + work_place(&used, pieces));
    s->column = (uint32_t *)(base + work_place(&used, pieces));
    s->low = (uint16_t *)(base + work_place(&used, (uint64_t)c->nnz * 2));
    s->row = (uint32_t *)(base + work_place(&used, (uint64_t)c->nnz * 4));
    s->val = base + work_place(&used, c->nnz * value);
    return used;
}

/* ---- the kernel's own functions ---- */

static bool supports(const struct problem *p, struct err *why)
{
    if (!transpose_supports(p, why))
        return false;
    if (p->a->n > (int64_t)BINS_MAX * BINS_MAX)
        return err_set(why, ERR_UNSUPPORTED, "two splits reach 2^28 columns, and there are %lld", (long long)p->a->n);
    return true;
}

template <class T> static uint64_t bytes(const struct problem *p)
{
    struct scratch s;
    if (p->a->nnz == 0 || p->a->nnz > INT32_MAX)
        return kernel_csr_bytes(p->a);
    struct cut c = cut_of<T>(p);
    return kernel_csr_bytes(p->a) + scratch_place(&c, sizeof(T), NULL, &s);
}

/* Kernels that want more shared memory than any block has must ask. */
template <class T> static bool shared_ask(const struct device *d, const struct cut *c, struct err *e)
{
    const enum cudaFuncAttribute most = cudaFuncAttributeMaxDynamicSharedMemorySize;
    int split = (int)shared_bytes<T>(c->bucket_bins, c->warps), sort = (int)shared_bytes<T>(c->width_bins, c->warps);
    return GPU_OK(d, cudaFuncSetAttribute(bucket_split<T>, most, split), e) &&
           GPU_OK(d, cudaFuncSetAttribute(piece_sort<T>, most, sort), e) &&
           GPU_OK(d, cudaFuncSetAttribute(bucket_count, most, c->bucket_bins * 4), e) &&
           GPU_OK(d, cudaFuncSetAttribute(piece_count, most, c->width_bins * 4), e);
}

template <class T> static bool prepare(const struct problem *p, struct plan *plan, struct err *e)
{
    struct scratch s = {};
    struct cut c = {};
    if (p->a->nnz > 0)
        c = cut_of<T>(p);
    uint64_t work = p->a->nnz > 0 ? scratch_place(&c, sizeof(T), NULL, &s) : 0;
    struct bucket_plan *l = (struct bucket_plan *)transpose_plan_new(p, name, sizeof *l, work, plan, e);
    if (!l)
        return false;
    l->cut = c;
    if (p->a->nnz == 0)
        return true;
    scratch_place(&c, sizeof(T), (char *)l->base.work, &l->scratch);
    if (!shared_ask<T>(p->device, &c, e)) {
        transpose_release(l);
        return false;
    }
    return true;
}

template <class T> static void launch(const struct bucket_plan *l)
{
    const struct cut c = l->cut;
    const struct scratch s = l->scratch;
    const struct gpu_csr *a = &l->base.a;
    const struct target<T> t = {
        (int32_t *)l->base.t.ptr, l->base.t.ind, (T *)l->base.t.val
    };
    unsigned threads = c.warps * WARP, slots = std::min<uint32_t>(c.slots, SLOT_BLOCKS);
    bucket_count<<<c.workers, RANKERS, c.bucket_bins * 4>>>(c, s, a->ind);
    bucket_down<<<gpu_grid(c.buckets, WARP), dim3(WARP, WARP)>>>(c, s);
    bucket_start<<<1, 1024>>>(c, s, t.ptr);
    bucket_split<T><<<c.workers, threads, shared_bytes<T>(c.bucket_bins, c.warps)>>>(c, s, (const uint32_t *)a->ptr,
                                                                                     a->ind, (const T *)a->val);
    if (slots > 0) {
        piece_count<<<slots, RANKERS, c.width_bins * 4>>>(c, s);
        piece_down<<<dim3(std::min(slots, 64u), gpu_grid(c.width, WARP)), dim3(WARP, WARP)>>>(c, s);
    }
    piece_sort<T><<<c.slots + c.buckets, threads, shared_bytes<T>(c.width_bins, c.warps)>>>(c, s, t);
}

/* Leaves in `needed` whether it was in vain. */
template <class T> static void launch_mirror(const struct bucket_plan *l)
{
    const struct gpu_csr *a = &l->base.a;
    uint32_t tile = RANKERS * ITEMS, processors = l->base.device->threads > 0 ? l->base.device->threads : 1;
    uint32_t share = a->nnz / tile > 8 * processors ? MIRROR_TILES * tile : tile;
    mirror_probe<<<PROBES / 256, 256>>>(a->m, (uint32_t)a->nnz, (const uint32_t *)a->ptr, a->ind, l->scratch.needed);
    mirror_fetch<T><<<gpu_grid(a->nnz, share), RANKERS>>>(a->m, (uint32_t)a->nnz, share, (const uint32_t *)a->ptr,
                                                          a->ind, (const T *)a->val, (int32_t *)l->base.t.ptr,
                                                          l->base.t.ind, (T *)l->base.t.val, l->scratch.needed);
}

template <class T> static bool run(void *plan_data, struct err *e)
{
    const struct bucket_plan *l = static_cast<const struct bucket_plan *>(plan_data);
    if (!gpu_enter(l->base.device, name, e))
        return false;
    if (l->base.a.nnz == 0)
        return transpose_empty(&l->base, e);
    bool mirror = l->base.param[PARAM_MIRROR] && l->cut.m == l->cut.n;
    if (!GPU_OK(l->base.device, cudaMemsetAsync(l->scratch.needed, mirror ? 0 : 1, 4, 0), e))
        return false;
    if (mirror)
        launch_mirror<T>(l);
    launch<T>(l);
    return GPU_LAUNCHED(l->base.device, e);
}

static const char *const switches[] = { "off", "on", NULL };

static const struct param params[] = {
    {.name = "LOW",
     .help = "log2 of the columns in a bucket; 0: half of the bits",
     .min = 0,
     .max = 12,
     .initial = 0,
     .choices = NULL },
    { .name = "PIECE",
     .help = "entries that one block sorts at most",
     .min = 1024,
     .max = 1 << 20,
     .initial = 1 << 16,
     .choices = NULL },
    { .name = "MIRROR",
     .help = "try first whether the pattern is symmetric",
     .min = 0,
     .max = 1,
     .initial = 1,
     .choices = switches },
    {},
};

static double expect(struct problem *p)
{
    return 4.0 * (double)kernel_compulsory_bytes(p);
}

const struct kernel gpu_transpose_bucket_f64 = {
    .name = name,
    .what = "two stable splits by column, high bits then low; a symmetric pattern is only mirrored",
    .source = "Wang, Liu and Hou, ICS 2016 (ScanTrans), here on buckets of columns",
    .on = "gpu",
    .format = "csr",
    .op = OP_TRANSPOSE,
    .type = VT_F64,
    .layout = ROW_MAJOR,
    .params = params,
    .supports = supports,
    .bytes = bytes<double>,
    .expect = expect,
    .prepare = prepare<double>,
    .run = run<double>,
    .release = transpose_release,
};

const struct kernel gpu_transpose_bucket_f32 = {
    .name = name,
    .what = "two stable splits by column, high bits then low; a symmetric pattern is only mirrored",
    .source = "Wang, Liu and Hou, ICS 2016 (ScanTrans), here on buckets of columns",
    .on = "gpu",
    .format = "csr",
    .op = OP_TRANSPOSE,
    .type = VT_F32,
    .layout = ROW_MAJOR,
    .params = params,
    .supports = supports,
    .bytes = bytes<float>,
    .expect = expect,
    .prepare = prepare<float>,
    .run = run<float>,
    .release = transpose_release,
};
