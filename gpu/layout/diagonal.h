/* SPDX-License-Identifier: GPL-3.0-or-later */
/* diagonal: which column belongs to which row if A is a part of a larger matrix, or not square. */
#pragma once

#include "core/matrix/csr.h"

/* The column d of A's diagonal in row 0, from a sample: rows that share columns with row i are those numbered j - d,
   for the columns j of row i. 0 unless another d finds rows that share clearly more. */
int64_t diagonal_find(const struct csr *a);
