/* SPDX-License-Identifier: GPL-3.0-or-later */
/* coo: entries as they come in, in parts that were made side by side, and how they become rows. */
#ifndef NZ_COO_H
#define NZ_COO_H

#include "core/matrix.h"

/* What an off-diagonal entry (i, j) also says about (j, i): nothing, the same value, the opposite value. */
enum mirror { MIRROR_NONE, MIRROR_SAME, MIRROR_OPPOSITE };

/* a = the sum of all entries, in order of the parts and within them, mirrored. O(entries + m) for files in any order.
   The parts' arrays are freed as soon as they have been used when `consume`. */
bool coo_assemble(struct coo *part, int64_t parts, enum mirror mirror, bool consume, int64_t m, int64_t n,
                  const struct progress *p, struct csr *a, int64_t *duplicates, struct err *e);

/* Bytes at the peak of an assembly of `stored` entries that become nnz ones. */
uint64_t coo_peak_bytes(uint64_t m, uint64_t stored, uint64_t nnz, bool pattern);

#endif
