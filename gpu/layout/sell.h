/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sell: sliced ELLPACK as cuSPARSE expects it: slices of 32 rows in file order. */
#pragma once

#include "core/matrix/csr.h"

C_NAMES_BEGIN

enum { SELL_ROWS = 32 }; /* of a slice */

/* A slice is as wide as its longest row; its slot (r, s) is at offset + r + s·SELL_ROWS; padding has column -1. */
struct sell_slices {
    int64_t slices, slots;
    int32_t *offset; /* slices + 1 */
    int32_t *ind;
    void *val;
};

int64_t sell_count(const struct csr *a); /* slices */
int64_t sell_slots(const struct csr *a);

/* A must have fewer than 2³¹ slots. ERR_MEMORY. Release with sell_release. */
bool sell_build(const struct csr *a, struct sell_slices *out, struct err *e);
void sell_release(struct sell_slices *s);

C_NAMES_END
