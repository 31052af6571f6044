/* SPDX-License-Identifier: GPL-3.0-or-later */
/* device_cuda: shared by both GPU plug-ins: a device's data, errors, and a CSR matrix in device memory. */
#pragma once

#include <algorithm>
#include <cuda_runtime.h>

#include "core/measure/kernel.h"
#include "gpu/device/warp.cuh"

/* The tables of a kernel differ only in its type: `table<double>`, `table<float>`. */
template <class T> inline constexpr enum vtype vtype_of = sizeof(T) == sizeof(double) ? VT_F64 : VT_F32;

/* A parameter that is a number, and one that is a name from a list, which ends in NULL. */
constexpr struct param param_number(const char *name, const char *help, int64_t min, int64_t max, int64_t initial)
{
    return { name, help, min, max, initial, NULL };
}

template <size_t N>
constexpr struct param param_choice(const char *name, const char *help, const char *const (&choices)[N],
                                    int64_t initial)
{
    return { name, help, 0, N - 2, initial, choices };
}

/* Memory from pages.cuh. */
struct gpu_pages {
    void *at; /* NULL: a free entry */
    size_t size;
    unsigned long long physical; /* the driver's handle */
};

enum { GPU_PAGES = 16 };

/* device->data. Each plug-in has its own CUDA runtime; they share the device's context, memory, default stream and this
   struct, which belongs to the plug-in that lists the devices. */
struct gpu {
    int index;                 /* CUDA's number */
    cudaEvent_t begin, end;    /* the timer; NULL until it is first started */
    volatile unsigned *queued; /* in pinned memory: the last sample whose work is queued; NULL until first used */
    unsigned sample;           /* the current one */
    void *flush;               /* written to evict everything else from the L2; NULL until first used */
    void *stage[3];            /* pinned memory through which uploads go; NULL until first used */
    cudaEvent_t staged[3];     /* whether its contents have been copied */
    const char *running;       /* the last kernel launched, named by errors that are reported later */
    void *cusparse;            /* the peers' handle, made on first use and kept */
    const struct nvml *nvml;
    void *managed; /* NVML's handle of the device; NULL: unknown to it */
    struct gpu_pages pages[GPU_PAGES];
};

static inline struct gpu *gpu_of(const struct device *d)
{
    return static_cast<struct gpu *>(d->data);
}

/* Makes d the calling thread's current CUDA device. */
bool gpu_select(const struct device *d, struct err *e);

/* The same; errors from now on name this kernel (a string constant). */
bool gpu_enter(struct device *d, const char *name, struct err *e);

/* Whether a CUDA call succeeded. If not: ERR_MEMORY or ERR_DEVICE, with the call, file and line, the last kernel, and
   whether this process has lost the device. */
#define GPU_OK(d, call, e) gpu_ok((call), #call, __FILE__, __LINE__, (d), (e))
bool gpu_ok(cudaError_t status, const char *call, const char *file, int line, const struct device *d, struct err *e);

/* Whether the last launch was accepted. */
#define GPU_LAUNCHED(d, e) gpu_ok(cudaGetLastError(), "kernel launch", __FILE__, __LINE__, (d), (e))

enum { GPU_ARRAYS = 24 };

/* The head of every plan, with all its device memory. */
struct gpu_plan {
    struct device *device;
    int64_t param[PARAM_MAX];
    void *memory[GPU_ARRAYS];
    int arrays;
    void *shared; /* shared with other plans, released at the end; NULL: nothing */
};

/* Makes plan->data, `size` bytes that begin with a gpu_plan, the rest zeroed; later errors name the kernel `name`
   unless it is NULL. NULL: *e. */
void *gpu_plan_new(const struct problem *p, const char *name, size_t size, struct plan *out, struct err *e);
void gpu_plan_release(void *plan_data);

/* The end of `prepare`: unless `ok`, the plan is released. Returns `ok`. */
bool gpu_plan_end(struct plan *out, bool ok, void (*release)(void *) = gpu_plan_release);

/* Allocates `bytes` on the current device for a plan, counted in plan->bytes; 0 bytes: NULL. Owned by plan->data, or by
   the caller if that is NULL. */
bool gpu_alloc(const struct device *d, uint64_t bytes, void **out, struct plan *plan, struct err *e);

/* The same with the contents of `host`; the time of the copy goes to plan->upload_ms. */
bool gpu_upload(const struct device *d, const void *host, uint64_t bytes, void **out, struct plan *plan, struct err *e);

/* The same for `count` numbers below 2³², as 32 bits. */
bool gpu_upload_narrow(const struct device *d, const int64_t *host, uint64_t count, void **out, struct plan *plan,
                       struct err *e);

/* The same for arrays of elements T. */
template <class T> bool gpu_alloc(const struct device *d, uint64_t bytes, T **out, struct plan *plan, struct err *e)
{
    void *at = NULL;
    const bool ok = gpu_alloc(d, bytes, &at, plan, e);
    *out = static_cast<T *>(at);
    return ok;
}

template <class T>
bool gpu_upload(const struct device *d, const void *host, uint64_t bytes, T **out, struct plan *plan, struct err *e)
{
    void *at = NULL;
    const bool ok = gpu_upload(d, host, bytes, &at, plan, e);
    *out = static_cast<T *>(at);
    return ok;
}

/* Blocks of `per_block` items for `items`, at most as many as a grid has; kernels stride over the rest. */
unsigned gpu_grid(int64_t items, int64_t per_block);

/* A in device memory. Row pointers are 32 bits wide, or 64 when `wide` (nnz ≥ 2³¹). Kernels read the narrow ones as
   unsigned, so that an entry's number plus a stride cannot overflow. */
struct gpu_csr {
    int64_t m, n, nnz;
    bool wide;
    void *ptr; /* uint32_t or int64_t, m + 1 */
    int32_t *ind;
    void *val;
};

bool gpu_csr_upload(const struct device *d, const struct csr *a, struct gpu_csr *out, struct plan *plan, struct err *e);

/* The problem's A, uploaded once for all plans that share it; each has a gpu_plan. */
bool gpu_csr_share(const struct problem *p, struct gpu_csr *out, struct plan *plan, struct err *e);
void gpu_csr_leave(void *shared);

/* 64-bit row pointers: A's, or the plan's own. */
bool gpu_csr_pointers(const struct device *d, const struct gpu_csr *a, int64_t **out, struct plan *plan, struct err *e);
