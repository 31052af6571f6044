/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ops: what can be done with a GPU's memory and timer. */
#ifndef NZ_OPS_CUH
#define NZ_OPS_CUH

#include "gpu/device/device_cuda.cuh"

extern const struct device_ops gpu_ops;

/* Reads at the speed of memory, and copies: GB/s. */
bool gpu_bandwidth(struct device *d, double *read_gbs, double *copy_gbs, struct err *e);

#endif
