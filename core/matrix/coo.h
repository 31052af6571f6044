/* SPDX-License-Identifier: GPL-3.0-or-later */
/* coo: entries in the order of arrival, in parts made by different threads, and their assembly into rows. */
#pragma once

#include "core/base/arena.h"
#include "core/base/progress.h"
#include "core/matrix/csr.h"

/* Used only by readers and generators, to make a csr. Zeroed at first. */
struct coo {
    int64_t count, room;
    int32_t *row, *col;
    double *val, *imag; /* val NULL: all 1, also mirrored ones; imag NULL: not complex */
    uint32_t *first;    /* once sorted by bucket (core/matrix/bucket.h); not owned */
};

/* Makes room for `count` entries and drops earlier ones; `val` and `imag` must not change between calls. ERR_MEMORY. */
bool coo_room(struct coo *c, int64_t count, bool val, bool imag, struct err *e);
/* Arrays for `count` entries from an arena: those that `like` has, and `first` for `lists` numbers unless that is 0. */
bool coo_take(struct coo *c, struct arena *, int64_t count, const struct coo *like, size_t lists, struct err *e);
/* Copies entries begin .. begin+count-1 to the front of `to`, which has room for them and the arrays of `from`. */
void coo_copy(const struct coo *from, int64_t begin, int64_t count, struct coo *to);
void coo_free(struct coo *c);

/* The mirror image (j, i) of an off-diagonal entry (i, j): none, of the same value, or of the opposite value. */
enum mirror { MIRROR_NONE, MIRROR_SAME, MIRROR_OPPOSITE };

/* a = the sum of all entries, in any order; duplicates are summed in theirs. Reorders entries. O(entries + m). */
bool coo_assemble(struct coo *part, int64_t parts, int64_t m, int64_t n, const struct progress *p, struct csr *a,
                  int64_t *duplicates, struct err *e);

/* Whether m and n are below 2^31, the limit of entries; ERR_MEMORY. */
bool coo_takes(int64_t m, int64_t n, struct err *e);

/* Peak memory of an assembly of `entries` entries, mirrored ones included, in bytes. */
uint64_t coo_peak_bytes(uint64_t m, uint64_t entries, bool pattern);
