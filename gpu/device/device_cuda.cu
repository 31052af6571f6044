/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/clock.h"
#include "gpu/device/device_cuda.cuh"

#include <climits>
#include <cstring>

bool gpu_select(const struct device *d, struct err *e)
{
    return GPU_OK(d, cudaSetDevice(gpu_of(d)->index), e);
}

bool gpu_enter(struct device *d, const char *name, struct err *e)
{
    gpu_of(d)->running = name;
    return gpu_select(d, e);
}

/* A sticky error: the device keeps failing after it was read, and only a new process can use it again. */
static bool error_sticks(void)
{
    cudaGetLastError();
    return cudaDeviceSynchronize() != cudaSuccess;
}

bool gpu_ok(cudaError_t status, const char *call, const char *file, int line, const struct device *d, struct err *e)
{
    if (status == cudaSuccess)
        return true;
    const char *id = d ? d->id : "CUDA", *running = d ? gpu_of(d)->running : NULL;
    int name = (int)strcspn(call, "(");
    if (error_sticks())
        return err_set(e, ERR_DEVICE,
                       "%s failed: %s (%s), noticed by %.*s at %s:%d, last kernel %s; this process cannot use the "
                       "device any more, a restarted engine can",
                       id, cudaGetErrorString(status), cudaGetErrorName(status), name, call, file, line,
                       running ? running : "none");
    if (status == cudaErrorMemoryAllocation)
        return err_set(e, ERR_MEMORY, "%s: out of device memory (%.*s at %s:%d, for %s)", id, name, call, file, line,
                       running ? running : "a buffer");
    return err_set(e, ERR_DEVICE, "%s: %.*s: %s (%s) at %s:%d, last kernel %s", id, name, call,
                   cudaGetErrorString(status), cudaGetErrorName(status), file, line, running ? running : "none");
}

void *gpu_plan_new(const struct problem *p, const char *name, size_t size, struct plan *out, struct err *e)
{
    *out = {};
    if (!(name ? gpu_enter(p->device, name, e) : gpu_select(p->device, e)))
        return NULL;
    struct gpu_plan *plan = static_cast<struct gpu_plan *>(calloc(1, size));
    if (!plan) {
        err_nomem(e, "a plan", size);
        return NULL;
    }
    plan->device = p->device;
    for (int i = 0; i < PARAM_MAX; i++)
        plan->param[i] = p->param[i];
    return out->data = plan;
}

void gpu_plan_release(void *plan_data)
{
    struct gpu_plan *plan = static_cast<struct gpu_plan *>(plan_data);
    while (plan && plan->arrays > 0 && gpu_select(plan->device, NULL))
        cudaFree(plan->memory[--plan->arrays]);
    if (plan && plan->shared)
        gpu_csr_leave(plan->shared);
    free(plan);
}

bool gpu_plan_end(struct plan *out, bool ok, void (*release)(void *))
{
    if (!ok) {
        release(out->data);
        out->data = NULL;
    }
    return ok;
}

bool gpu_alloc(const struct device *d, uint64_t bytes, void **out, struct plan *plan, struct err *e)
{
    struct gpu_plan *own = static_cast<struct gpu_plan *>(plan->data);
    *out = NULL;
    if (bytes == 0)
        return true;
    if (own && own->arrays == GPU_ARRAYS)
        return err_set(e, ERR_MEMORY, "a plan has more than %d arrays", GPU_ARRAYS);
    cudaError_t status = cudaMalloc(out, bytes);
    if (status == cudaErrorMemoryAllocation) {
        cudaGetLastError();
        return err_nomem(e, d->id, bytes);
    }
    if (!GPU_OK(d, status, e))
        return false;
    if (own)
        own->memory[own->arrays++] = *out;
    plan->bytes += bytes;
    return true;
}

/* Uploads of more than STAGED bytes go through three pinned buffers of STAGE, which all threads fill: H200, 16 cores,
   NOTES.md. */
static const uint64_t STAGE = 8 << 20, STAGED = 4 << 20;
enum { STAGES = sizeof gpu::stage / sizeof(void *) };

static bool stages_make(struct gpu *g)
{
    for (int i = 0; i < STAGES && !g->stage[i]; i++)
        if (cudaEventCreateWithFlags(&g->staged[i], cudaEventDisableTiming) != cudaSuccess ||
            cudaHostAlloc(&g->stage[i], STAGE, cudaHostAllocDefault) != cudaSuccess) {
            cudaGetLastError();
            g->stage[i] = NULL;
            return false;
        }
    return g->stage[STAGES - 1] != NULL;
}

/* Writes bytes at .. at + bytes - 1 of what `from` becomes on the device, on all threads. */
typedef void fill_stage(void *to, const void *from, uint64_t at, uint64_t bytes);

static void fill_copy(void *to, const void *from, uint64_t at, uint64_t bytes)
{
    const uint64_t part = 256 << 10, parts = (bytes + part - 1) / part;
#pragma omp parallel for schedule(static)
    for (uint64_t i = 0; i < parts; i++)
        memcpy((char *)to + i * part, (const char *)from + at + i * part, std::min(part, bytes - i * part));
}

static void fill_narrow(void *to, const void *from, uint64_t at, uint64_t bytes)
{
    uint32_t *narrow = static_cast<uint32_t *>(to);
    const int64_t *wide = static_cast<const int64_t *>(from) + at / sizeof *narrow;
#pragma omp parallel for schedule(static)
    for (uint64_t i = 0; i < bytes / sizeof *narrow; i++)
        narrow[i] = (uint32_t)wide[i];
}

static cudaError_t copy_staged(struct gpu *g, void *to, const void *from, uint64_t bytes, fill_stage *fill)
{
    cudaError_t status = cudaSuccess;
    int i = 0;
    for (uint64_t at = 0; at < bytes && status == cudaSuccess; at += STAGE, i = (i + 1) % STAGES) {
        const uint64_t size = std::min(STAGE, bytes - at);
        status = cudaEventSynchronize(g->staged[i]);
        fill(g->stage[i], from, at, size);
        if (status == cudaSuccess)
            status = cudaMemcpyAsync((char *)to + at, g->stage[i], size, cudaMemcpyHostToDevice, 0);
        if (status == cudaSuccess)
            status = cudaEventRecord(g->staged[i], 0);
    }
    return status == cudaSuccess ? cudaStreamSynchronize(0) : status;
}

static cudaError_t copy_to_device(struct gpu *g, void *to, const void *from, uint64_t bytes, fill_stage *fill)
{
    const bool copy = fill == fill_copy;
    if (bytes > (copy ? STAGED : STAGED / 16) && stages_make(g))
        return copy_staged(g, to, from, bytes, fill);
    if (copy)
        return cudaMemcpy(to, from, bytes, cudaMemcpyHostToDevice);
    void *filled = malloc(bytes);
    if (!filled)
        return cudaErrorMemoryAllocation;
    fill(filled, from, 0, bytes);
    cudaError_t status = cudaMemcpy(to, filled, bytes, cudaMemcpyHostToDevice);
    free(filled);
    return status;
}

static bool upload(const struct device *d, const void *host, uint64_t bytes, fill_stage *fill, void **out,
                   struct plan *plan, struct err *e)
{
    if (!gpu_alloc(d, bytes, out, plan, e))
        return false;
    if (bytes == 0)
        return true;
    double t0 = clock_ms();
    bool ok = GPU_OK(d, copy_to_device(gpu_of(d), *out, host, bytes, fill), e);
    plan->upload_ms += clock_ms() - t0;
    return ok;
}

bool gpu_upload(const struct device *d, const void *host, uint64_t bytes, void **out, struct plan *plan, struct err *e)
{
    return upload(d, host, bytes, fill_copy, out, plan, e);
}

bool gpu_upload_narrow(const struct device *d, const int64_t *host, uint64_t count, void **out, struct plan *plan,
                       struct err *e)
{
    return upload(d, host, count * sizeof(uint32_t), fill_narrow, out, plan, e);
}

unsigned gpu_grid(int64_t items, int64_t per_block)
{
    int64_t blocks = items / per_block + (items % per_block != 0);
    return (unsigned)(blocks < INT_MAX ? blocks : INT_MAX);
}
