/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tile_grow: which bundles of rows come together in a tile. */
#ifndef NZ_TILE_GROW_CUH
#define NZ_TILE_GROW_CUH

#include "gpu/lib/tiles.cuh"

enum { TILE_HEIGHT = 4 }; /* most rows of a bundle */

/* The columns of bundles: those of A itself when bundles are single rows. */
struct pattern {
    int height;
    int64_t m, n;
    const int64_t *ptr;
    const int32_t *ind;
    std::vector<int64_t> own_ptr;
    std::unique_ptr<int32_t[]> own_ind;
};

static inline int64_t pattern_length(const struct pattern *p, int64_t b)
{
    return p->ptr[b + 1] - p->ptr[b];
}

/* Fills t->order, and of t->tile what bundles and how many columns there are. Throws std::bad_alloc. */
void tile_grow(const struct pattern *p, const struct tile_limits *l, struct tiling *t);

#endif
