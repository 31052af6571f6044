/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gpu/multi/multi_plan.cuh"

#include <cstdio>
#include <cstring>

/* ---- lanes ---- */

/* GPUs that cannot read each other's memory copy through the host. */
static void peers_enable(struct gpus *g)
{
    for (int i = 0; i < g->count; i++)
        for (int j = 0; j < g->count; j++) {
            const int peer = gpu_of(g->gpu[j])->index;
            int can = 0;
            g->reads[i][j] = i == j;
            if (i == j || cudaDeviceCanAccessPeer(&can, gpu_of(g->gpu[i])->index, peer) || !can ||
                !gpu_select(g->gpu[i], NULL))
                continue;
            const cudaError_t status = cudaDeviceEnablePeerAccess(peer, 0);
            g->reads[i][j] = status == cudaSuccess || status == cudaErrorPeerAccessAlreadyEnabled;
        }
    cudaGetLastError(); /* already enabled */
}

static bool lane_make(struct lane *l, struct device *d, struct err *e)
{
    const unsigned plain = cudaEventDisableTiming;
    l->gpu = d;
    return gpu_select(d, e) && GPU_OK(d, cudaStreamCreateWithFlags(&l->exchange, cudaStreamNonBlocking), e) &&
           GPU_OK(d, cudaEventCreateWithFlags(&l->done, plain), e) &&
           GPU_OK(d, cudaEventCreateWithFlags(&l->packed, plain), e) &&
           GPU_OK(d, cudaEventCreateWithFlags(&l->received, plain), e) && GPU_OK(d, cudaEventCreate(&l->begin), e) &&
           GPU_OK(d, cudaEventCreate(&l->end), e);
}

bool gpus_lanes(struct gpus *g, int lanes, struct err *e)
{
    if (g->lanes == 0)
        peers_enable(g);
    for (; g->lanes < lanes; g->lanes++)
        if (!lane_make(&g->lane[g->lanes], g->gpu[g->lanes % g->count], e))
            return false;
    return true;
}

/* ---- memory ---- */

static bool ops_alloc(struct device *d, uint64_t bytes, void **out, struct err *e)
{
    *out = malloc(bytes);
    return *out || err_nomem(e, "X and Y of several GPUs", bytes);
}

static void ops_free(struct device *d, void *memory)
{
    free(memory);
}

static bool ops_upload(struct device *d, void *to, const void *from, uint64_t bytes, struct err *e)
{
    bool ok = true;
    memcpy(to, from, bytes);
    for (struct multi_plan *plan = gpus_of(d)->plans; plan && ok; plan = plan->next)
        ok = plan->x.data != to || multi_plan_load(plan, e);
    return ok;
}

static bool ops_sync(struct device *d, struct err *e)
{
    const struct gpus *g = gpus_of(d);
    bool ok = true;
    for (int i = 0; i < g->count && ok; i++)
        ok = gpu_ops.sync(g->gpu[i], e);
    return ok;
}

static bool ops_download(struct device *d, void *to, const void *from, uint64_t bytes, struct err *e)
{
    bool ok = ops_sync(d, e);
    for (struct multi_plan *plan = gpus_of(d)->plans; plan && ok; plan = plan->next)
        ok = plan->y.data != from || !plan->ahead || multi_plan_store(plan, e);
    if (ok)
        memcpy(to, from, bytes);
    return ok;
}

/* Only Y is ever filled. */
static bool ops_fill(struct device *d, void *memory, int byte, uint64_t bytes, struct err *e)
{
    bool ok = true;
    memset(memory, byte, bytes);
    for (struct multi_plan *plan = gpus_of(d)->plans; plan && ok; plan = plan->next)
        ok = plan->y.data != memory || multi_plan_fill(plan, byte, e);
    return ok;
}

/* X stays: peers copy only from cudaMalloc's memory. */
static bool ops_move(struct device *d, void *memory, uint64_t bytes, struct err *e)
{
    bool ok = true;
    for (struct multi_plan *plan = gpus_of(d)->plans; plan && ok; plan = plan->next)
        ok = plan->y.data != memory || multi_plan_move(plan, e);
    return ok;
}

static bool ops_memory_free(struct device *d, uint64_t *bytes, struct err *e)
{
    const struct gpus *g = gpus_of(d);
    uint64_t one;
    bool ok = true;
    *bytes = 0;
    for (int i = 0; i < g->count && ok; i++) {
        ok = gpu_ops.memory_free(g->gpu[i], &one, e);
        *bytes += one;
    }
    return ok;
}

/* ---- the timer ---- */

/* All GPUs begin once the host has queued all work. */
static bool ops_start(struct device *d, struct err *e)
{
    struct gpus *g = gpus_of(d);
    struct device *first = g->gpu[0];
    if (!gpus_lanes(g, 1, e) || !gpu_select(first, e) || (!g->begin && !GPU_OK(first, cudaEventCreate(&g->begin), e)) ||
        (!g->end && !GPU_OK(first, cudaEventCreate(&g->end), e)) ||
        (!g->queued && !GPU_OK(first, cudaHostAlloc((void **)&g->queued, sizeof *g->queued, cudaHostAllocPortable), e)))
        return false;
    bool ok = true;
    g->sample++;
    for (int i = 0; i < g->count && ok; i++)
        ok = gpu_select(g->gpu[i], e) && gpu_hold(g->gpu[i], g->queued, g->sample, e);
    for (int i = 0; i < g->lanes && ok; i++)
        ok = gpu_select(g->lane[i].gpu, e) && GPU_OK(g->lane[i].gpu, cudaEventRecord(g->lane[i].done, 0), e);
    return ok && gpu_select(first, e) && GPU_OK(first, cudaEventRecord(g->begin, 0), e);
}

/* The first GPU waits for the others' products. */
static bool ops_stop(struct device *d, double *ms, struct err *e)
{
    struct gpus *g = gpus_of(d);
    struct device *first = g->gpu[0];
    float between = 0;
    bool ok = gpu_select(first, e);
    for (int i = 1; i < g->lanes && ok; i++)
        ok = GPU_OK(first, cudaStreamWaitEvent(0, g->lane[i].done, 0), e);
    ok = ok && GPU_OK(first, cudaEventRecord(g->end, 0), e);
    *g->queued = g->sample;
    ok = ok && GPU_OK(first, cudaEventSynchronize(g->end), e) &&
         GPU_OK(first, cudaEventElapsedTime(&between, g->begin, g->end), e);
    *ms = between;
    return ok;
}

static bool ops_flush(struct device *d, struct err *e)
{
    const struct gpus *g = gpus_of(d);
    bool ok = true;
    for (int i = 0; i < g->count && ok; i++)
        ok = gpu_ops.flush(g->gpu[i], e);
    return ok && ops_sync(d, e);
}

/* The sum over all GPUs. */
static bool ops_bandwidth(struct device *d, struct bandwidth *out, struct err *e)
{
    const struct gpus *g = gpus_of(d);
    *out = { .agreement = 1 };
    for (int i = 0; i < g->count; i++) {
        struct bandwidth b = g->gpu[i]->gbs;
        if (!(b.all.read > 0) && !gpu_bandwidth(g->gpu[i], &b, e))
            return false;
        out->all.read += b.all.read;
        out->all.copy += b.all.copy;
        out->all.level[0] += b.all.level[0];
        out->agreement = std::min(out->agreement, b.agreement);
        for (int t = 0; t < VT_COUNT; t++)
            out->all.peak[t] += b.all.peak[t];
        out->peak_computed = b.peak_computed;
    }
    return true;
}

static const struct device_ops gpus_ops = {
    .alloc = ops_alloc,
    .free = ops_free,
    .upload = ops_upload,
    .download = ops_download,
    .fill = ops_fill,
    .sync = ops_sync,
    .start = ops_start,
    .stop = ops_stop,
    .flush = ops_flush,
    .bandwidth = ops_bandwidth,
    .memory_free = ops_memory_free,
    .move = ops_move,
};

/* NULL: all, if there are several; "1": all; "gpu0+gpu2": these, in this order. None if one of them does not exist. */
static void choose(struct gpus *g, const char *wish, struct device *gpu, int count)
{
    const bool all = wish ? strcmp(wish, "1") == 0 : count > 1;
    g->count = 0;
    for (int i = 0; all && i < count && i < HALO_PARTS; i++)
        g->gpu[g->count++] = &gpu[i];
    for (const char *at = all ? NULL : wish; at; at = strchr(at, '+') ? strchr(at, '+') + 1 : NULL) {
        struct device *d = std::find_if(gpu, gpu + count, [at](const struct device &one) {
            return strcspn(at, "+") == strlen(one.id) && strncmp(at, one.id, strlen(one.id)) == 0;
        });
        if (d == gpu + count || std::find(g->gpu, g->gpu + g->count, d) != g->gpu + g->count) {
            g->count = 0;
            return;
        }
        g->gpu[g->count++] = d;
    }
}

struct device *gpus_device(struct device *gpu, int count)
{
    static struct gpus g;
    static struct device d;
    if (g.count > 0)
        return &d;
    choose(&g, getenv("NZSCOPE_GPUS"), gpu, count);
    if (g.count == 0)
        return NULL;
    d = { .id = "gpus", .kind = "gpus", .unseen = g.gpu[0]->unseen, .link = g.gpu[0], .ops = &gpus_ops, .data = &g };
    g.all = &d;
    snprintf(d.name, sizeof d.name, "%d × %.80s", g.count, g.gpu[0]->name);
    snprintf(d.driver, sizeof d.driver, "%s", g.gpu[0]->driver);
    for (int i = 0; i < g.count; i++) {
        d.memory += g.gpu[i]->memory;
        d.cache += g.gpu[i]->cache;
        d.threads += g.gpu[i]->threads;
    }
    if (d.cache > 0)
        d.level[d.levels++] = { "L2", d.cache };
    return &d;
}
