/* SPDX-License-Identifier: GPL-3.0-or-later */
/* summary: the mean speed of each kernel over all matrices of a bench. */
#pragma once

#include "tui/lines/table.h"

struct summary *summary_new(const char *mean); /* "hmean": harmonic, "gmean": geometric; NULL: out of memory */
void summary_add(struct summary *, const json_t *measurement);

/* Adds one row for each kernel, operation, type, k, device, threads and parameters: `matrix` is the name of the mean,
   `samples` the number of matrices, gflops (gnnzs for a transposition) the mean, `status` is "summary". */
void summary_rows(struct summary *, struct row_table *);

/* How many such means there are, and the i-th as a measurement: as if of one matrix with the work of the first. */
int summary_groups(struct summary *);
json_t *summary_mean(struct summary *, int i);

/* The verdict on the means of a problem, at the i-th mean if that is the first of its operation, type and k: "hmean of
   6 matrices, mul f64 k=1: best cpu.csr.omp NZ_PER_CHUNK=4096, 3.21 GFLOPS", or that there is no best because intervals
   overlap; "" at other means, and if nothing is compared. Means over fewer matrices than others do not count. Sets
   *doubts if there is no best. False: there is no i-th. */
bool summary_best(struct summary *, int i, char *text, size_t size, bool *doubts);
void summary_free(struct summary *);
