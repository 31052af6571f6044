/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ops: memory, timer, bandwidth and peak of a GPU. */
#pragma once

#include "gpu/device/device_cuda.cuh"

extern const struct device_ops gpu_ops;

/* Keeps the default stream of the current device waiting until *queued, in pinned memory, is `sample`. */
bool gpu_hold(struct device *d, const volatile unsigned *queued, unsigned sample, struct err *e);

bool gpu_bandwidth(struct device *d, struct bandwidth *out, struct err *e);
