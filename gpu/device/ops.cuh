/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ops: memory, timer and bandwidth of a GPU. */
#ifndef NZ_OPS_CUH
#define NZ_OPS_CUH

#include "gpu/device/device_cuda.cuh"

extern const struct device_ops gpu_ops;

/* Measures read and copy bandwidth in GB/s. */
bool gpu_bandwidth(struct device *d, double *read_gbs, double *copy_gbs, struct err *e);

#endif
