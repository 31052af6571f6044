/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cpu: the built-in backend: one device, host memory and threads, and the kernels of this folder. */
#pragma once

#include "core/measure/backend.h"

/* The kernels of the processor's best instruction set, or of $NZSCOPE_ISA: an x86-64 level, v2 to v4, or base. */
const struct backend *cpu_backend(void);
