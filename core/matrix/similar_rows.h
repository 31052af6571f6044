/* SPDX-License-Identifier: GPL-3.0-or-later */
/* similar_rows: an order of the rows in which neighbours share columns, where the file's order is much worse. A kernel
   that multiplies PA and scatters row i of the product to row row[i] of Y fetches fewer rows of X. */
#pragma once

#include "core/base/progress.h"
#include "core/matrix/csr.h"

/* PA has row row[i] of A at place i, i < m < 2³¹. *found false: keep the file's order; row[] is undefined. Linear time,
   less if there is nothing to gain; the same for any number of threads. ERR_MEMORY, ERR_CANCELLED. */
bool similar_rows_find(const struct csr *a, int32_t *row, bool *found, const struct progress *, struct err *e);

/* Whether similar rows are far apart, estimated from a sample. *gain: the rows of X that a block of consecutive rows
   needs over those of a block of similar rows, approximately; INFINITY: the sample shows nothing. Reads A once; the
   same for any number of threads. ERR_MEMORY. */
bool similar_rows_probe(const struct csr *a, double *gain, struct err *e);

/* Whether a search looks worthwhile: neighbours in the file share few columns. Looks at a few rows only. */
bool similar_rows_promise(const struct csr *a);

/* Approximate peak memory of similar_rows_find or csr_gather in bytes, with the order. */
uint64_t similar_rows_bytes(const struct csr *a);
