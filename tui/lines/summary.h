/* SPDX-License-Identifier: GPL-3.0-or-later */
/* summary: the mean speed of each kernel over all matrices of a bench. */
#ifndef NZ_SUMMARY_H
#define NZ_SUMMARY_H

#include <jansson.h>

#include "core/base/err.h"

struct row_table;

struct summary;

struct summary *summary_new(const char *mean); /* "hmean": harmonic, "gmean": geometric; NULL: no memory */
void summary_add(struct summary *, const json_t *measurement);

/* Adds one row for each kernel, operation, type, k, device, threads and parameters: `matrix` is the name of the mean,
   `samples` the number of matrices, gflops (gnnzs for a transposition) the mean, `status` is "summary". */
bool summary_rows(const struct summary *, struct row_table *, struct err *);

/* What the means of a problem say, at the i-th mean where that is the first of its operation, type and k: "hmean of 6
   matrices, mul f64 k=1: best cpu.csr.omp NZ_PER_CHUNK=4096, 3.21 GFLOPS", or that there is no best, since the
   intervals of the means overlap; "" at another one, and where nothing is compared. Means over fewer matrices than
   others do not count. False: there is no i-th. */
bool summary_best(const struct summary *, int i, char *text, size_t size);
void summary_free(struct summary *);

#endif
