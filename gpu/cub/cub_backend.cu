/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cub_backend: the plug-in of CUB; its kernels run on the devices that the CUDA plug-in brings. */
#include <cub/version.cuh>

#include <cstdio>

#include "core/measure/backend.h"
#include "gpu/device/device_cuda.cuh"

#define KERNEL(name) extern const struct kernel gpu_cub_##name##_f64, gpu_cub_##name##_f32;
#include "gpu/cub/peers.list"
#undef KERNEL

#define KERNEL(name) &gpu_cub_##name##_f64, &gpu_cub_##name##_f32,
static const struct kernel *const kernels[] = {
#include "gpu/cub/peers.list"
    NULL,
};
#undef KERNEL

static bool backend_open(struct err *)
{
    return true;
}

/* CUB is headers only: its version is that of the build. */
static const char *foreign(void)
{
    static char text[32];
    snprintf(text, sizeof text, "CUB %d.%d.%d", CUB_MAJOR_VERSION, CUB_MINOR_VERSION, CUB_SUBMINOR_VERSION);
    return text;
}

static const struct backend backend = { BACKEND_SIZES, "cub", "gpu", backend_open, NULL, kernels, foreign };

extern "C" __attribute__((visibility("default"))) const struct backend *nzscope_backend(void)
{
    return &backend;
}
