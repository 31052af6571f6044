/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cpu: the built-in backend: one device, host memory and threads, and the kernels of this folder. */
#pragma once

#include "core/measure/backend.h"

/* The kernels of the processor's best instruction set, or of $NZSCOPE_ISA (v2, v3, v4: the x86-64 levels; base: the
   lowest). */
const struct backend *cpu_backend(void);
