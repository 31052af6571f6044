/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tiles: A cut into tiles of rows with so few columns that their rows of X fit shared memory, stored as
   slices. */
#pragma once

#include "core/matrix/value_codes.h"

C_NAMES_BEGIN

/* A bundle is `height` consecutive rows, stored over the union of their columns; a slice is `groups` bundles, one for
   each lane group of a warp, padded to the longest; a tile is a run of slices that share their columns. */
struct tile {
    int64_t column;          /* where its columns begin in `columns` */
    int32_t columns;         /* how many; `columns` as a local index means padding */
    int32_t bundle;          /* where its bundles begin in `order` */
    int32_t bundles;         /* how many */
    uint32_t slice, slices;  /* where its slices begin, and how many */
    uint32_t unit, unit_end; /* its units */
};

enum { TILE_HEIGHT = 4 }; /* most rows of a bundle */

struct tile_limits {
    int height;           /* R: rows of a bundle */
    int groups;           /* G: bundles of a slice */
    int vector;           /* most values in one access */
    int least_step;       /* 1 or 2; bundles of several rows always step by 2 */
    bool coded;           /* values as 8-bit codes */
    int64_t columns;      /* most distinct columns of a tile, under 2¹⁶ */
    int64_t bytes;        /* approximate bytes of a tile's columns and entries, gaps in bundles included */
    int64_t column_bytes; /* cost of each column */
    int64_t entry_bytes;  /* cost of each entry */
    int64_t bundles;      /* most bundles of a tile */
    int64_t cut;          /* a bundle of more columns is left out: its rows are long */
    bool cluster;         /* a tile gathers bundles that share columns, wherever they are; else keeps the order */
};

/* Slice s holds the units slice[s] .. slice[s+1]-1. A unit is `step` columns of each of its G bundles: G·step local
   indices, bundle by bundle, and G·step·R values, as R·step/VL runs of G vectors of VL = min(step, vector). */
struct tiling {
    int step; /* U: 1, 2 or 4 */
    int64_t tiles, bundles, slices, long_rows;
    int64_t column_count, most_columns; /* of all tiles; of one */
    struct tile *tile;
    int32_t *order;   /* bundle numbers */
    int32_t *columns; /* of each tile, ascending */
    uint32_t *slice;  /* slices + 1 */
    int64_t *long_row;
    int64_t slots; /* of ind; the values are R times as many */
    uint16_t *ind;
    void *val;                /* of A's type, or 8-bit codes */
    double code[VALUE_CODES]; /* the values of the codes */
};

/* The height of bundles that wastes nothing: 3 if rows come in threes with equal columns, else 1. */
int tiles_height(const struct csr *a);

/* Cuts, orders and fills, on all threads, with a result independent of their number. ERR_MEMORY, or ERR_UNSUPPORTED if
   there are too many slots to count, or too many values for codes. Release with tiles_release. */
bool tiles_build(const struct csr *a, const struct tile_limits *limits, struct tiling *out, struct err *e);
void tiles_release(struct tiling *t);

C_NAMES_END
