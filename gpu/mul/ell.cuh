/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ell: the plan of the kernels on ELLPACK, with the slots on the device. */
#pragma once

#include "gpu/lib/mul.cuh"

struct ell_plan {
    struct mul_plan mul; /* first: mul_empty and mul_plan_new know it by this */
    int64_t width;
    void *ind, *val; /* slot (i, s) at i + s*m, or row-major at i*width + s */
};

/* prepare, supports and bytes of kernels on column-major slots (format "ell.col") and on row-major ones
   ("ell"). */
bool ell_col_prepare(const struct problem *p, struct plan *plan, struct err *e);
bool ell_row_prepare(const struct problem *p, struct plan *plan, struct err *e);
bool ell_plan_supports(const struct problem *p, struct err *why);
uint64_t ell_plan_bytes(const struct problem *p);
