/* SPDX-License-Identifier: GPL-3.0-or-later */
/* overlap: kernels that begin, and load A, while the previous one in the stream finishes (programmatic launch). */
#pragma once

#include "gpu/lib/mul.cuh"

/* Waits until the previous kernel in the stream has ended: then X and anything else that it wrote may be read, and Y
   written. A may be read earlier. */
static __device__ inline void wait_for_x()
{
#if __CUDA_ARCH__ >= 900
    asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
}

static __device__ inline void let_next_begin()
{
#if __CUDA_ARCH__ >= 900
    asm volatile("griddepcontrol.launch_dependents;");
#endif
}

/* Launches a kernel whose threads all call wait_for_x before they touch what other kernels write, or wait for a thread
   that has. `overlap`: it may begin before the previous kernel ends. `cluster`: blocks a cluster. */
template <class... P, class... A>
cudaError_t cluster_begin(unsigned cluster, bool overlap, void (*kernel)(P...), dim3 grid, unsigned block,
                          size_t shared, const A &...args)
{
    cudaLaunchAttribute attributes[2] = {};
    unsigned count = 0;
    if (overlap) {
        attributes[count].id = cudaLaunchAttributeProgrammaticStreamSerialization;
        attributes[count++].val.programmaticStreamSerializationAllowed = 1;
    }
    if (cluster > 1) {
        attributes[count].id = cudaLaunchAttributeClusterDimension;
        attributes[count++].val.clusterDim = { cluster, 1, 1 };
    }
    cudaLaunchConfig_t config = {};
    config.gridDim = grid;
    config.blockDim = dim3(block);
    config.dynamicSmemBytes = shared;
    config.attrs = attributes;
    config.numAttrs = count;
    return cudaLaunchKernelEx(&config, kernel, args...);
}

template <class... P, class... A>
cudaError_t overlap_begin(bool overlap, void (*kernel)(P...), dim3 grid, unsigned block, size_t shared,
                          const A &...args)
{
    return cluster_begin(1, overlap, kernel, grid, block, shared, args...);
}

template <class W>
bool overlap_launch(const struct mul_plan *plan, void (*kernel)(const W), dim3 grid, unsigned block, size_t shared,
                    const W &work, struct err *e, unsigned cluster = 1)
{
    return GPU_OK(plan->device, cluster_begin(cluster, plan->overlap, kernel, grid, block, shared, work), e);
}
