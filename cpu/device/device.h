/* SPDX-License-Identifier: GPL-3.0-or-later */
/* device: the CPU as a device: host memory, the monotonic clock, a flushable cache. */
#pragma once

#include "core/measure/device.h"

/* The one CPU device, looked up at the first call. */
struct device *cpu_device(void);
