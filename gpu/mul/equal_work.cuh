/* SPDX-License-Identifier: GPL-3.0-or-later */
/* equal_work: what csr_equal's kernels are given, and where their threads are in it. */
#pragma once

#include "gpu/layout/column_tiling.h"
#include "gpu/mul/equal_access.cuh"

enum { BLOCK = 256 };

template <class T> struct equal_work {
    const struct block_range *range;
    const uint16_t *strip;
    const uint32_t *ind;
    const T *val, *x;
    T *y, *carry;              /* carry: tiles*A vectors a piece of a cut row */
    T *partial;                /* partial sums of long rows */
    const uint32_t *place;     /* of rows, as in column_tiling.h; NULL: row i of Y */
    unsigned *ticket;          /* a counter for each piece and tile; that of a row's first piece counts the row's */
    uint32_t n, ldx, ldy, ldp; /* ldx, ldy, ldp (of partial sums) in bytes */
    int k, length, tiles;
    bool together; /* whether the tiles of a block follow each other */
};

/* The place of row i of those that were split, and the address for its sum, at column j. */
template <class T> static __device__ uint32_t place_of(const equal_work<T> &w, uint32_t i)
{
    return w.place ? __ldg(w.place + i) : i;
}

template <class T> static __device__ char *address_of(const equal_work<T> &w, int j, uint32_t place)
{
    if (place & PLACE_PARTIAL)
        return (char *)(w.partial + j) + (uint64_t)(place & ~PLACE_PARTIAL) * w.ldp;
    return (char *)(w.y + j) + (uint64_t)place * w.ldy;
}

/* Values that threads write at strides of 4 and 8 are free of bank conflicts at these offsets. */
static __device__ uint32_t padded(uint32_t i)
{
    return i + i / 16;
}

/* A thread's part of block `block` and of one tile of columns, from column j on. */
struct block_part {
    unsigned block;
    int tile, j;
    uint32_t strip; /* its word */
    int left;       /* columns of X from j on */
    uint32_t first; /* the block's first row */
};

/* The state within a strip. */
template <class T, int V> struct strip_state {
    vec<T, V> sum, head; /* head: of the row that began before the strip */
    uint32_t row, place; /* row: counted from the block's first */
    bool open;           /* whether that row began before the strip */
};
