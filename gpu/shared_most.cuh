/* SPDX-License-Identifier: GPL-3.0-or-later */
/* shared_most: the shared memory of a multiprocessor. */
#ifndef NZ_SHARED_MOST_CUH
#define NZ_SHARED_MOST_CUH

#include "gpu/device_cuda.cuh"

/* Bytes of it that a block may have. */
static inline int64_t gpu_shared_most(const struct device *d)
{
    int most = 0;
    if (cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin,
                               static_cast<struct gpu *>(d->data)->index) != cudaSuccess)
        most = 48 << 10;
    return most;
}

#endif
