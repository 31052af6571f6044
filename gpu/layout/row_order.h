/* SPDX-License-Identifier: GPL-3.0-or-later */
/* row_order: the rows of A by length, longest first, in classes with equally many lanes per row. */
#pragma once

#include "core/matrix/csr.h"

C_NAMES_BEGIN

enum { ROW_CLASSES = 6 }; /* 1 to 32 lanes */

/* From row `first` of the sorted rows on, `lanes` lanes process a row. */
struct row_class {
    int64_t first;
    int lanes;
};

struct row_order {
    struct csr sorted;
    int32_t *original; /* the number in A of row i of `sorted` */
    int classes;
    struct row_class rows[ROW_CLASSES + 1]; /* and the end: m, 0 lanes */
};

/* Rows by descending length, equal ones in order. A row has a power of two of lanes, at most `lanes_most`, such that
   a lane gets at most `per_lane` entries if there are enough lanes. ERR_MEMORY. Release *out even after a
   failure. */
bool row_order_build(const struct csr *a, int64_t per_lane, int lanes_most, struct row_order *out, struct err *e);
void row_order_release(struct row_order *o);

C_NAMES_END
