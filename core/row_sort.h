/* SPDX-License-Identifier: GPL-3.0-or-later */
/* row_sort: sorts the columns within rows, stably and in linear time. */
#ifndef NZ_ROW_SORT_H
#define NZ_ROW_SORT_H

#include "core/csr.h"

/* Sorts the entries of every row of a (f64) by column; equals keep their order. O(m + nnz). ERR_MEMORY. */
bool row_sort(struct csr *a, struct err *e);

#endif
