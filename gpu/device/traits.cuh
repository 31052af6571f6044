/* SPDX-License-Identifier: GPL-3.0-or-later */
/* traits: limits and capabilities of a device; if the query fails, the least. */
#pragma once

#include "gpu/device/device_cuda.cuh"

static inline int gpu_trait(const struct device *d, enum cudaDeviceAttr which, int least)
{
    int value = 0;
    return cudaDeviceGetAttribute(&value, which, gpu_of(d)->index) == cudaSuccess ? value : least;
}

/* The most shared memory of a block, in bytes. */
static inline int64_t gpu_shared_most(const struct device *d)
{
    return gpu_trait(d, cudaDevAttrMaxSharedMemoryPerBlockOptin, 48 << 10);
}

/* The major number of the compute capability. */
static inline int gpu_major(const struct device *d)
{
    return gpu_trait(d, cudaDevAttrComputeCapabilityMajor, 0);
}
