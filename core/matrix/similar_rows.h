/* SPDX-License-Identifier: GPL-3.0-or-later */
/* similar_rows: an order of the rows of A in which neighbours share columns, where the file's order is much worse. A
   kernel that multiplies PA in it and writes row i of the product to row row[i] of Y fetches fewer rows of X. */
#pragma once

#include "core/base/progress.h"
#include "core/matrix/csr.h"

C_NAMES_BEGIN

/* PA has row row[i] of A at place i, i < m < 2³¹. *found false: the file's order is to stay, and row[] is undefined.
   The same for any number of threads, in linear time; sooner where there is no order to be found. ERR_MEMORY,
   ERR_CANCELLED. */
bool similar_rows_find(const struct csr *a, int32_t *row, bool *found, const struct progress *, struct err *e);

/* Whether it is worth a search: neighbours in the file share few columns. A glance at a few rows. */
bool similar_rows_promise(const struct csr *a);

/* Bytes that similar_rows_find or csr_gather allocates at its peak, about, with the order. */
uint64_t similar_rows_bytes(const struct csr *a);

C_NAMES_END
