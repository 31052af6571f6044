/* SPDX-License-Identifier: GPL-3.0-or-later */
/* candidates: the common part of cpu.auto and cpu.transpose.auto: the kernels of the instruction set in use. */
#pragma once

#include "core/measure/autotune.h"

/* As in core/measure/autotune.h. */
bool candidates_supports(const struct problem *, struct err *why);
uint64_t candidates_bytes(const struct problem *);
bool candidates_prepare(const struct problem *, struct plan *, struct err *);

#define CPU_AUTO                                                                                                       \
    .family = "cpu", .format = "auto", .type = VARIANT_TYPE, .params = autotune_params,                                \
    .supports = candidates_supports, .bytes = candidates_bytes, .prepare = candidates_prepare, .run = autotune_run,    \
    .release = autotune_release
