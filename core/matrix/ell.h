/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ell: a matrix in ELLPACK, for kernels on CPU and GPU. */
#pragma once

#include "core/matrix/csr.h"

C_NAMES_BEGIN

/* `width` slots in every row; padding has value 0 and the column of the row's last entry (0 in an empty row). Slot (i,
   s) is at i*width + s (row-major, CPU) or at i + s*m (column-major, GPU). */
struct ell {
    int64_t m, n, nnz, width;
    bool column_major;
    int32_t *ind;
    void *val;
    enum vtype type;
};
/* Fails with ERR_MEMORY. */
bool ell_build(const struct csr *a, bool column_major, struct ell *out, struct err *e);
void ell_release(struct ell *);

C_NAMES_END
