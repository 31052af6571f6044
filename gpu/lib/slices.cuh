/* SPDX-License-Identifier: GPL-3.0-or-later */
/* slices: sliced ELLPACK whose slices hold rows of like length, as warps read it. */
#ifndef NZ_SLICES_CUH
#define NZ_SLICES_CUH

#include <cstdint>
#include <memory>
#include <vector>

#include "core/matrix/csr.h"

enum {
    SLICE_LANES = 32,
    SLICE_WINDOW = 1024, /* rows are sorted within so many, so that what a warp writes stays in the caches */
    SLICE_NO_ROW = 0xffff,
    SLICE_CODES = 256,
    SLICE_WAYS_SHIFT = 29,
    SLICE_ROWS_MOST = 1 << SLICE_WAYS_SHIFT,
};

/* Units unit .. unit+units-1, each `step` entries for every lane: entry e of a row is number e/ways of its lane e%ways,
   and the lanes of a row stand together. Its rows are at the places of the order from `first` on, as many as it has
   lanes for and the window has; first holds the binary logarithm of ways, too. A warp reads it in one access. */
struct alignas(16) slice {
    uint32_t unit, units, first;
    int32_t base; /* what the columns are counted from */
};

struct slices_limits {
    int ways;    /* least lanes of a row */
    int64_t cut; /* rows of more entries are left out */
    bool narrow; /* columns as 16-bit distances from the least of the slice */
    bool coded;  /* values as bytes, if there are no more than 256 different ones */
};

struct slices {
    std::vector<struct slice> slice;
    std::vector<uint16_t> place; /* of each place of the order, the row's number in its window; empty: in order */
    std::vector<int64_t> long_rows;
    std::vector<double> code; /* the values that bytes stand for; empty: values are stored as they are */
    int64_t slots;            /* of ind and val */
    std::unique_ptr<unsigned char[]> ind, val;
};

/* ERR_MEMORY; ERR_UNSUPPORTED when distances do not fit, or when there are too many units. */
bool slices_build(const struct csr *a, const struct slices_limits *l, struct slices *out, struct err *e);

#endif
