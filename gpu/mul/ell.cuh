/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ell: the plan of the kernels on ELLPACK, with the slots on the device. */
#pragma once

#include "gpu/lib/mul.cuh"

struct ell_plan : mul_plan {
    int64_t width;
    int32_t *ind; /* slot (i, s) at i + s*m, or row-major at i*width + s */
    void *val;
};

/* prepare, supports and bytes of kernels on column-major slots (format "ell.col") and on row-major ones
   ("ell"). */
bool ell_col_prepare(const struct problem *p, struct plan *out, struct err *e);
bool ell_row_prepare(const struct problem *p, struct plan *out, struct err *e);
bool ell_plan_supports(const struct problem *p, struct err *why);
uint64_t ell_plan_bytes(const struct problem *p);
