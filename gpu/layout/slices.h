/* SPDX-License-Identifier: GPL-3.0-or-later */
/* slices: SELL-C-σ as warps read it: slices of rows of like length. */
#ifndef NZ_SLICES_H
#define NZ_SLICES_H

#include "core/matrix/csr.h"
#include "gpu/layout/value_codes.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    SLICE_LANES = 32,
    SLICE_WINDOW =
        1024, /* σ: rows are sorted within row windows of this size, so that what a warp writes stays cached */
    SLICE_NO_ROW = 0xffff,
    SLICE_WAYS_SHIFT = 29,
    SLICE_ROWS_MOST = 1 << SLICE_WAYS_SHIFT,
};

/* Units unit .. unit+units-1, each `step` entries for every lane. A row has `ways` neighbouring lanes: its entry e is
   entry e/ways of lane e%ways. The slice's rows are those at places `first` .. of the order, as many as it has lanes
   for and its row window has. A warp reads this struct in one access. */
struct row_slice {
    uint32_t unit, units;
    uint32_t first; /* and log2(ways) from bit SLICE_WAYS_SHIFT on */
    int32_t base;   /* columns are counted from here */
} __attribute__((aligned(16)));

struct slices_limits {
    int ways;    /* least lanes of a row, a power of two */
    int64_t cut; /* rows of more entries are left out */
    bool narrow; /* columns as 16-bit distances from the least of the slice */
    bool coded;  /* values as 8-bit codes, if there are at most VALUE_CODES */
};

struct sliced_rows {
    struct row_slice *slice;
    int64_t slices;
    uint16_t *order; /* the row, within its window, at each place; SLICE_NO_ROW: left out; NULL: rows are in order */
    int64_t *long_row, long_rows;
    bool coded;
    double code[VALUE_CODES];
    int64_t slots; /* of ind and val */
    void *ind;     /* int32_t or, if narrow, uint16_t; all bits set: padding */
    void *val;     /* of A's type, or 8-bit codes */
};

/* ERR_MEMORY; ERR_UNSUPPORTED when distances do not fit, or when there are too many units. Release with slices_release.
 */
bool slices_build(const struct csr *a, const struct slices_limits *l, struct sliced_rows *out, struct err *e);
void slices_release(struct sliced_rows *s);

#ifdef __cplusplus
}
#endif
#endif
