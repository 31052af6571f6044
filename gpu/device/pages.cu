/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pages: virtual memory management of the CUDA driver, whose functions the runtime looks up: no link to the driver. */
#include "gpu/device/pages.cuh"

#include <cuda.h>

struct driver {
    decltype(&cuMemGetAllocationGranularity) granularity;
    decltype(&cuMemAddressReserve) reserve;
    decltype(&cuMemAddressFree) unreserve;
    decltype(&cuMemCreate) create;
    decltype(&cuMemRelease) release;
    decltype(&cuMemMap) map;
    decltype(&cuMemUnmap) unmap;
    decltype(&cuMemSetAccess) access;
};

template <class F> static bool driver_entry(const char *name, F *function)
{
    enum { SINCE = 10020 }; /* CUDA 10.2 */
    cudaDriverEntryPointQueryResult found = cudaDriverEntryPointSymbolNotFound;
    void *entry = NULL;
#if CUDART_VERSION >= 12050
    cudaError_t status = cudaGetDriverEntryPointByVersion(name, &entry, SINCE, cudaEnableDefault, &found);
#else
    cudaError_t status = cudaGetDriverEntryPoint(name, &entry, cudaEnableDefault, &found);
#endif
    *function = reinterpret_cast<F>(entry);
    if (status != cudaSuccess)
        cudaGetLastError();
    return status == cudaSuccess && found == cudaDriverEntryPointSuccess && entry;
}

static bool driver_find(struct driver *v)
{
    return driver_entry("cuMemGetAllocationGranularity", &v->granularity) &&
           driver_entry("cuMemAddressReserve", &v->reserve) && driver_entry("cuMemAddressFree", &v->unreserve) &&
           driver_entry("cuMemCreate", &v->create) && driver_entry("cuMemRelease", &v->release) &&
           driver_entry("cuMemMap", &v->map) && driver_entry("cuMemUnmap", &v->unmap) &&
           driver_entry("cuMemSetAccess", &v->access);
}

/* The entry of this address; NULL: none. Address 0: a free entry. */
static struct gpu_pages *pages_find(struct device *d, const void *at)
{
    struct gpu *g = gpu_of(d);
    for (int i = 0; i < GPU_PAGES; i++)
        if (g->pages[i].at == at)
            return &g->pages[i];
    return NULL;
}

static CUmemAllocationProp pages_kind(struct device *d)
{
    CUmemAllocationProp kind = {};
    kind.type = CU_MEM_ALLOCATION_TYPE_PINNED;
    kind.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    kind.location.id = gpu_of(d)->index;
    return kind;
}

/* Maps physical memory of `size` bytes at an address that is reserved. */
static bool pages_map(const struct driver *v, struct device *d, CUdeviceptr at, size_t size, uint64_t physical)
{
    CUmemAccessDesc access = {};
    access.location = pages_kind(d).location;
    access.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
    if (v->map(at, size, 0, physical, 0) != CUDA_SUCCESS)
        return false;
    if (v->access(at, size, &access, 1) == CUDA_SUCCESS)
        return true;
    v->unmap(at, size);
    return false;
}

/* New physical memory at a new address. */
static bool pages_make(const struct driver *v, struct device *d, size_t size, struct gpu_pages *p)
{
    CUmemAllocationProp kind = pages_kind(d);
    CUmemGenericAllocationHandle physical;
    CUdeviceptr at;
    if (v->reserve(&at, size, 0, 0, 0) != CUDA_SUCCESS)
        return false;
    if (v->create(&physical, size, &kind, 0) == CUDA_SUCCESS) {
        if (pages_map(v, d, at, size, physical)) {
            *p = { reinterpret_cast<void *>(at), size, physical };
            return true;
        }
        v->release(physical);
    }
    v->unreserve(at, size);
    return false;
}

static void pages_drop(const struct driver *v, const struct gpu_pages *p)
{
    CUdeviceptr at = reinterpret_cast<CUdeviceptr>(p->at);
    v->unmap(at, p->size);
    v->release(p->physical);
    v->unreserve(at, p->size);
}

bool pages_alloc(struct device *d, uint64_t bytes, void **out)
{
    struct driver v;
    struct gpu_pages *p = pages_find(d, NULL);
    CUmemAllocationProp kind = pages_kind(d);
    size_t unit = 0;
    if (!p || bytes == 0 || !driver_find(&v) ||
        v.granularity(&unit, &kind, CU_MEM_ALLOC_GRANULARITY_MINIMUM) != CUDA_SUCCESS || unit == 0 ||
        bytes > SIZE_MAX - unit || !pages_make(&v, d, (bytes + unit - 1) / unit * unit, p))
        return false;
    *out = p->at;
    return true;
}

/* Like cudaFree, it waits for pending uses of the memory. */
bool pages_free(struct device *d, void *memory)
{
    struct driver v;
    struct gpu_pages *p = memory ? pages_find(d, memory) : NULL;
    if (!p || !driver_find(&v))
        return false;
    cudaDeviceSynchronize();
    pages_drop(&v, p);
    *p = {};
    return true;
}

bool pages_move(struct device *d, void *memory, struct err *e)
{
    struct driver v;
    struct gpu_pages *p = pages_find(d, memory), other;
    CUdeviceptr at = reinterpret_cast<CUdeviceptr>(memory);
    if (!p)
        return true;
    if (!driver_find(&v) || !pages_make(&v, d, p->size, &other))
        return err_nomem(e, d->id, p->size);
    if (!GPU_OK(d, cudaMemcpy(other.at, memory, p->size, cudaMemcpyDeviceToDevice), e) ||
        !GPU_OK(d, cudaDeviceSynchronize(), e)) {
        pages_drop(&v, &other);
        return false;
    }
    v.unmap(reinterpret_cast<CUdeviceptr>(other.at), other.size);
    v.unmap(at, p->size);
    v.unreserve(reinterpret_cast<CUdeviceptr>(other.at), other.size);
    v.release(p->physical);
    p->physical = other.physical;
    return pages_map(&v, d, at, p->size, p->physical) ||
           err_set(e, ERR_DEVICE, "%s: the driver does not map memory again", d->id);
}
