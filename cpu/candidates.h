/* SPDX-License-Identifier: GPL-3.0-or-later */
/* candidates: what cpu.auto and cpu.transpose.auto have in common. */
#pragma once

#include "core/measure/autotune.h"

/* As in core/measure/autotune.h, for all kernels of the instruction set in use. */
bool candidates_supports(const struct problem *, struct err *why);
uint64_t candidates_bytes(const struct problem *);
bool candidates_prepare(const struct problem *, struct plan *, struct err *);
