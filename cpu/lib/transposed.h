/* SPDX-License-Identifier: GPL-3.0-or-later */
/* transposed: Y = Aᵀ·X by a kernel for Y = A·X, on Aᵀ made in prepare. */
#pragma once

#include "core/measure/kernel.h"

/* Entries of a kernel's table, with `inner` for Aᵀ; p->param are those of `inner`. */
bool transposed_prepare(const struct kernel *inner, const struct problem *p, struct plan *, struct err *);
uint64_t transposed_bytes(const struct problem *);
/* Replaces that plan by one of `other`, for Y = Aᵀ·X, if that is faster. False: the device is lost; the plan stays. */
bool transposed_unless(const struct kernel *other, const struct problem *p, struct plan *, struct err *);
bool transposed_run(void *plan_data, struct err *);
void transposed_release(void *plan_data);
