/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tiles: A cut into tiles of rows whose columns are few enough to be held in shared memory, and stored as slices. */
#ifndef NZ_TILES_CUH
#define NZ_TILES_CUH

#include <cstdint>
#include <memory>
#include <vector>

#include "core/matrix/csr.h"

/* A bundle is `height` consecutive rows, stored over the union of their columns; a slice is `lanes_groups` bundles that
   a warp takes at once, padded to its longest; a tile is a run of slices that share their columns. */
struct tile {
    int64_t column;          /* where its columns begin in `columns` */
    int32_t columns;         /* how many; a local index of `columns` means padding */
    int32_t bundle;          /* where its bundles begin in `order` */
    int32_t bundles;         /* how many */
    uint32_t slice, slices;  /* where its slices begin, and how many */
    uint32_t unit, unit_end; /* its units */
};

struct tile_limits {
    int height;      /* R: rows of a bundle */
    int groups;      /* G: bundles of a slice */
    int vector;      /* most values in one access */
    int least_step;  /* 1 or 2; bundles of several rows always step by 2 */
    bool coded;      /* values as bytes, which number the values of `code` */
    int64_t columns; /* most distinct columns of a tile, under 2¹⁶ */
    int64_t bytes, column_bytes,
        entry_bytes; /* a tile's columns and entries, gaps in bundles too, take about so much */
    int64_t bundles; /* most bundles of a tile */
    int64_t cut;     /* a bundle of more columns is left out: its rows are long */
    bool cluster;    /* bundles that share columns come together, wherever they stand; else the order is kept */
};

/* Slice s holds the units slice[s] .. slice[s+1]-1. A unit is `step` columns of each of its G bundles: G·step local
   indices, bundle by bundle, and G·step·R values, as R·step/VL runs of G vectors of VL = min(step, vector). */
struct tiling {
    int64_t bundles; /* in tiles */
    int step;        /* U: 1, 2 or 4 */
    int64_t most_columns;
    std::vector<struct tile> tile;
    std::vector<int32_t> order, columns; /* order: bundle numbers */
    std::vector<uint32_t> slice;
    std::vector<int64_t> long_rows;
    int64_t slots; /* of ind; the values are R times as many */
    std::unique_ptr<uint16_t[]> ind;
    std::unique_ptr<unsigned char[]> val;
    std::vector<double> code; /* the distinct values of A, 0 first */
};

enum { TILE_CODES = 256 };

/* Whether the first entries of A, a few thousand, leave hope that it has no more than 256 values. */
bool tiles_codable(const struct csr *a);

/* The height of bundles that wastes nothing: 3 where rows come in threes with the same columns, else 1. */
int tiles_height(const struct csr *a);

/* Cuts, orders and fills, on all threads; the same whatever their number. ERR_MEMORY, or ERR_UNSUPPORTED when
   there are too many slots to count, or too many values for codes. */
bool tiles_build(const struct csr *a, const struct tile_limits *limits, struct tiling *out, struct err *e);

#endif
