/* SPDX-License-Identifier: GPL-3.0-or-later */
/* device_csr: CSR on the device, with 32-bit row pointers where they suffice, and shared by the plans of a problem. */
#include "gpu/device/device_cuda.cuh"

bool gpu_csr_upload(const struct device *d, const struct csr *a, struct gpu_csr *out, struct plan *plan, struct err *e)
{
    uint64_t nnz = (uint64_t)a->nnz, count = (uint64_t)a->m + 1;
    *out = { .m = a->m, .n = a->n, .nnz = a->nnz, .wide = a->nnz > INT32_MAX };
    return (out->wide ? gpu_upload(d, a->ptr, count * sizeof *a->ptr, &out->ptr, plan, e)
                      : gpu_upload_narrow(d, a->ptr, count, &out->ptr, plan, e)) &&
           gpu_upload(d, a->ind, nnz * sizeof *a->ind, &out->ind, plan, e) &&
           gpu_upload(d, a->val, nnz * vtype_size(a->type), &out->val, plan, e);
}

/* ---- shared ---- */

struct shared_csr : gpu_plan {
    struct gpu_csr a;
    int users;
};

void gpu_csr_leave(void *shared)
{
    struct shared_csr *s = static_cast<struct shared_csr *>(shared);
    if (--s->users == 0)
        gpu_plan_release(s);
}

static bool shared_make(const struct problem *p, struct plan *out, struct err *e)
{
    struct plan own;
    struct shared_csr *s = static_cast<struct shared_csr *>(gpu_plan_new(p, NULL, sizeof *s, &own, e));
    if (!s || !gpu_plan_end(&own, gpu_csr_upload(p->device, p->a, &s->a, &own, e)))
        return false;
    s->users = 1;
    out->upload_ms += own.upload_ms;
    *p->shared = { .data = s, .bytes = own.bytes, .leave = gpu_csr_leave };
    return true;
}

bool gpu_csr_share(const struct problem *p, struct gpu_csr *out, struct plan *plan, struct err *e)
{
    if (!p->shared)
        return gpu_csr_upload(p->device, p->a, out, plan, e);
    if (!p->shared->data && !shared_make(p, plan, e))
        return false;
    struct shared_csr *s = static_cast<struct shared_csr *>(p->shared->data);
    s->users++;
    static_cast<struct gpu_plan *>(plan->data)->shared = s;
    plan->shared = p->shared->bytes;
    plan->bytes += plan->shared;
    *out = s->a;
    return true;
}

static __global__ void widen(const uint32_t *narrow, int64_t count, int64_t *wide)
{
    for (int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x; i < count; i += (int64_t)gridDim.x * blockDim.x)
        wide[i] = narrow[i];
}

bool gpu_csr_pointers(const struct device *d, const struct gpu_csr *a, int64_t **out, struct plan *plan, struct err *e)
{
    const int64_t count = a->m + 1;
    if (a->wide) {
        *out = static_cast<int64_t *>(a->ptr);
        return true;
    }
    if (!gpu_alloc(d, (uint64_t)count * sizeof **out, out, plan, e))
        return false;
    widen<<<gpu_grid(count, 256), 256>>>(static_cast<const uint32_t *>(a->ptr), count, *out);
    return GPU_LAUNCHED(d, e);
}
