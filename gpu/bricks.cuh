/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bricks: A in tiles of bricks. A brick is up to 8 rows that share columns, multiplied by one warp over the columns
   that any of them has; a tile is a run of bricks whose rows of X fit in shared memory together. */
#ifndef NZ_BRICKS_CUH
#define NZ_BRICKS_CUH

#include <cstdint>
#include <memory>
#include <vector>

#include "core/csr.h"

/* Columns of a brick come in groups: of 8, two steps of the tensor cores, in f64; of 4 in f32. */
enum { BRICK_ROWS = 8, BRICK_STEP = 4, BRICK_PAIR = 8, BRICK_QUAD = 4 };

/* A tile as it lies in memory: this, its bricks, the slots of their groups, the masks of their steps (f64), the values.
   A slot is where a row of X lies in shared memory, in units of 16 bytes; in f64 with what its pieces change places by
   (brick_place), twice its class, in the lowest bits. f64: word i of a group has the slots of
   columns i and 4 + i; bit 4r + c of a step's mask: whether row r has column c; the values of the set bits follow each
   other. f32: the slots of a group in order; of each column eight values, one a row. */
struct brick_head {
    uint32_t bricks, slots, masks, values, x; /* the others: how many bytes behind this; x: where rows of X begin */
    uint32_t unused[3];
};

struct brick {
    int32_t row[BRICK_ROWS]; /* -1: none */
    uint32_t group, groups;  /* of the tile's */
    uint32_t value;          /* f64: its first one, of the tile's */
    uint32_t unused;
};

struct brick_tile {
    int64_t at;      /* where it begins, in bytes, a multiple of 16 */
    int64_t column;  /* where its slots' columns begin */
    int32_t bytes;   /* a multiple of 16 */
    int32_t slots;   /* rows of X in shared memory, with gaps: column -1 */
    int32_t columns; /* those that are none */
    int32_t brick, bricks;
};

struct brick_limits {
    int64_t bytes;   /* of shared memory for a tile with its rows of X */
    int64_t stride;  /* bytes of such a row there, a multiple of 128 */
    int64_t columns; /* most of a tile */
    int64_t row;     /* what the entries of a row may take, about */
    int64_t rows;    /* most of a tile */
    int64_t cut;     /* a row of more entries is left out: it is long */
    uint64_t most;   /* bytes of all that is made, at most: emptier bricks are refused */
};

struct bricks {
    std::vector<struct brick_tile> tile;
    std::vector<int32_t> columns;
    std::vector<int64_t> long_rows;
    std::unique_ptr<unsigned char[]> data; /* of `bytes` bytes */
    int64_t bytes, shared;                 /* shared: what the largest tile takes there */
};

/* On all threads, the same whatever their number. ERR_UNSUPPORTED when rows share too few columns; ERR_MEMORY. */
bool bricks_build(const struct csr *a, const struct brick_limits *l, struct bricks *out, struct err *e);

#endif
