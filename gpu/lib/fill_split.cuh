/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fill_split: places the entries of a nonzero-split on the device, from A in CSR, which is then freed. */
#pragma once

#include "gpu/device/device_cuda.cuh"
#include "gpu/layout/nonzero_split.h"

/* Device bytes needed meanwhile. */
static inline uint64_t split_source_bytes(const struct csr *a, uint64_t rows, uint64_t strips)
{
    uint64_t lists = size_mul(2 * sizeof(int64_t), rows + 1) + strips * sizeof(int64_t);
    return size_add(size_mul((uint64_t)a->nnz, sizeof *a->ind + vtype_size(a->type)), lists);
}

static bool split_source_upload(const struct problem *p, const struct row_spans *rows, const int64_t *entry,
                                int64_t strips, struct split_filling *f, struct plan *passing, struct err *e)
{
    const struct device *d = p->device;
    const bool follow = rows->begin == p->a->ptr; /* each row the one before */
    const uint64_t size = (uint64_t)rows->count * sizeof(int64_t);
    struct gpu_csr a = {};
    int64_t *ptr = NULL;
    const bool ok = gpu_csr_share(p, &a, passing, e) &&
                    (follow ? gpu_csr_pointers(d, &a, &ptr, passing, e)
                            : gpu_upload(d, rows->begin, size, &f->begin, passing, e) &&
                                  gpu_upload(d, rows->end, size, &f->end, passing, e)) &&
                    gpu_upload(d, entry, (uint64_t)strips * sizeof *entry, &f->entry, passing, e);
    if (ok && follow) {
        f->begin = ptr;
        f->end = ptr + 1;
    }
    f->from = reinterpret_cast<const uint32_t *>(a.ind);
    f->from_val = a.val;
    return ok;
}

static __global__ void fill_strips(const struct split_filling f, int64_t strips)
{
    for (int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x; i < strips; i += (int64_t)gridDim.x * blockDim.x)
        split_fill(&f, i);
}

/* f: what is already on the device; the rest is filled in. */
static bool fill_split(const struct problem *p, const struct row_spans *rows, const struct nonzero_split *s,
                       struct split_filling f, struct plan *out, struct err *e)
{
    const int64_t strips = s->blocks * f.shape.strips;
    struct plan passing;
    f.n = (uint32_t)p->a->n;
    f.wide = p->a->type == VT_F64;
    bool ok = gpu_plan_new(p, NULL, sizeof(struct gpu_plan), &passing, e) &&
              split_source_upload(p, rows, s->entry, strips, &f, &passing, e);
    if (ok) {
        fill_strips<<<gpu_grid(strips, 128), 128>>>(f, strips);
        ok = GPU_LAUNCHED(p->device, e) && GPU_OK(p->device, cudaDeviceSynchronize(), e);
    }
    out->upload_ms += passing.upload_ms;
    gpu_plan_release(passing.data);
    return ok;
}
