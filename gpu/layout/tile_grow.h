/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tile_grow: chooses which bundles of rows form a tile. */
#pragma once

#include "gpu/layout/tiles.h"

/* The columns of each bundle: A's own if bundles are single rows. */
struct bundle_pattern {
    int height;
    int64_t m, diagonal; /* of A's row 0 */
    const int64_t *ptr;  /* A's, or own_ptr and own_ind */
    const int32_t *ind;
    int64_t *own_ptr;
    int32_t *own_ind;
};

static inline int64_t bundle_length(const struct bundle_pattern *p, int64_t b)
{
    return p->ptr[b + 1] - p->ptr[b];
}

/* Fills t->order, t->columns (unordered within a tile), and the numbers of bundles and columns in t->tile. False: out
   of memory. */
bool tile_grow(const struct bundle_pattern *p, const struct tile_limits *l, struct tiling *t);
