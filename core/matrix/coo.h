/* SPDX-License-Identifier: GPL-3.0-or-later */
/* coo: entries as they come in, in parts that were made side by side, and how they become rows. */
#pragma once

#include "core/base/progress.h"
#include "core/matrix/csr.h"

/* Entries as they come in: private to the making of a csr. Begins with zeros. */
struct coo {
    int64_t count, room;
    int32_t *row, *col;
    double *val, *imag; /* val NULL: all 1, mirrored ones too; imag NULL: not complex */
    uint32_t *first;    /* sorted by bucket (core/matrix/bucket.h): somebody else's */
};

/* Makes room for `count` entries, always with the same arrays; earlier entries are lost. ERR_MEMORY. */
bool coo_room(struct coo *c, int64_t count, bool val, bool imag, struct err *e);
/* Copies entries begin .. begin+count-1 to the front of `to`, which has room for them and what `from` has of them. */
void coo_copy(const struct coo *from, int64_t begin, int64_t count, struct coo *to);
void coo_free(struct coo *c);

/* The image (j, i) of an off-diagonal entry (i, j): none, the same value, or the opposite value. */
enum mirror { MIRROR_NONE, MIRROR_SAME, MIRROR_OPPOSITE };

/* a = the sum of all entries, in order of the parts and within them. O(entries + m) for entries in any order, which
   is lost. */
bool coo_assemble(struct coo *part, int64_t parts, int64_t m, int64_t n, const struct progress *p, struct csr *a,
                  int64_t *duplicates, struct err *e);

/* Bytes at the peak of an assembly of `entries` entries, mirrored ones included. */
uint64_t coo_peak_bytes(uint64_t m, uint64_t entries, bool pattern);
