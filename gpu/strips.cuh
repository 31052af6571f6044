/* SPDX-License-Identifier: GPL-3.0-or-later */
/* strips: A in strips of 8 rows, each a dense 8 × w block of the w columns in which any of its rows has an entry. */
#ifndef NZ_STRIPS_CUH
#define NZ_STRIPS_CUH

#include <cstdint>
#include <vector>

#include "core/csr.h"

/* Columns come in groups of STRIP_GROUP; the last group of a strip repeats its last column, beside zeros. */
enum { STRIP_ROWS = 8, STRIP_GROUP = 4, STRIP_SLOTS = STRIP_ROWS * STRIP_GROUP };

/* Group g of strip s, ptr[s] ≤ g < ptr[s + 1]: columns ind[4g .. 4g+3]; val[32g + 4r + c] is what row 8s + r has in
   column ind[4g + c]. */
struct strips {
    int64_t count, groups;
    std::vector<uint32_t> ptr;
    std::vector<int32_t> ind;
    std::vector<char> val; /* of A's type */
};

/* Slots per entry at most: emptier strips are refused; and groups of a strip, so that no warp works alone for long. */
static const int STRIP_EMPTINESS = 4, STRIP_GROUPS_MOST = 2048;

/* On all threads, the same whatever their number. ERR_UNSUPPORTED when A is too empty or uneven; throws bad_alloc. */
bool strips_build(const struct csr *a, struct strips *out, struct err *e);

/* Bytes of val, ind and ptr at most. */
uint64_t strips_bytes(const struct csr *a);

#endif
