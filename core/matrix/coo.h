/* SPDX-License-Identifier: GPL-3.0-or-later */
/* coo: entries as they come in, in parts that were made side by side, and how they become rows. */
#ifndef NZ_COO_H
#define NZ_COO_H

#include "core/base/progress.h"
#include "core/matrix/csr.h"

/* Entries as they come in: private to the making of a csr. */
struct coo {
    int64_t m, n, count, room;
    int32_t *row, *col;
    double *val; /* NULL: all 1 */
};

void coo_free(struct coo *c);

/* The image (j, i) of an off-diagonal entry (i, j): none, the same value, or the opposite value. */
enum mirror { MIRROR_NONE, MIRROR_SAME, MIRROR_OPPOSITE };

/* a = the sum of all entries, in order of the parts and within them. O(entries + m) for entries in any order, which
   is lost. */
bool coo_assemble(struct coo *part, int64_t parts, int64_t m, int64_t n, const struct progress *p, struct csr *a,
                  int64_t *duplicates, struct err *e);

/* Bytes at the peak of an assembly of `entries` entries, mirrored ones included. */
uint64_t coo_peak_bytes(uint64_t m, uint64_t entries, bool pattern);

#endif
