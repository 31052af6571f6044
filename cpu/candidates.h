/* SPDX-License-Identifier: GPL-3.0-or-later */
/* candidates: all kernels of this folder in this type and instruction set, for those that choose among them. */
#ifndef NZ_CANDIDATES_H
#define NZ_CANDIDATES_H

#include "cpu/variant.h"

/* clang-format off */
#define KERNEL(name) extern const struct kernel VARIANT(name);
#include "cpu/kernels.list"
#undef KERNEL

#define KERNEL(name) &VARIANT(name),
static const struct kernel *const candidates[] = {
#include "cpu/kernels.list"
    NULL
};
#undef KERNEL
/* clang-format on */

#endif
