/* SPDX-License-Identifier: GPL-3.0-or-later */
/* peer_backend: the plug-in of cuSPARSE; its kernels run on the devices that the CUDA plug-in brings. */
#include "core/measure/backend.h"
#include "gpu/cusparse/peer.cuh"

#define KERNEL(name) &gpu_peer_##name##_f64, &gpu_peer_##name##_f32,
static const struct kernel *const kernels[] = {
#include "gpu/cusparse/peers.list"
    NULL,
};
#undef KERNEL

static const char *foreign(void)
{
    return cusparse_library.name;
}

static const struct backend backend = { BACKEND_SIZES, "cusparse", "gpu", calls_load, NULL, kernels, foreign };

extern "C" __attribute__((visibility("default"))) const struct backend *nzscope_backend(void)
{
    return &backend;
}
