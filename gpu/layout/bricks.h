/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bricks: A in tiles of bricks. A brick is a row panel: up to 8 rows that share columns, multiplied by one warp over
   the union of their columns; a tile is a few bricks. During a run of tiles, rows of X stay in a window in shared
   memory, into which each tile brings the rows that it lacks. */
#pragma once

#include "core/matrix/csr.h"

C_NAMES_BEGIN

/* Columns of a brick come in groups: of 8, two steps of the tensor cores, in f64; of 4 in f32. */
enum { BRICK_ROWS = 8, BRICK_STEP = 4, BRICK_PAIR = 8, BRICK_QUAD = 4 };

/* A tile in memory: this, its bricks, the slots of their groups, the masks of their steps (f64), the values.
   A slot is where a row of X lies in the window, in units of 16 bytes; in f64 its lowest bits hold twice its class, by
   which its pieces are swizzled (x_offset in bricks_stages.cuh). f64: word i of a group has the slots of columns i and
   4 + i; bit 4r + c of a step's mask: whether row r has column c; the values of the set bits follow each other. f32:
   the slots of a group in order; of each column eight values, one a row. */
struct brick_head {
    uint32_t bricks, slots, masks, values; /* the others: offsets in bytes after this */
};

struct brick {
    int32_t row[BRICK_ROWS]; /* -1: none */
    uint32_t group, groups;  /* of the tile's */
    uint32_t value;          /* f64: its first one, of the tile's */
    uint32_t unused;
};

/* A row of X to be copied to a slot of the window. */
struct brick_copy {
    int32_t column, slot;
};

struct brick_tile {
    int64_t at;      /* where it begins, in bytes, a multiple of 16 */
    int64_t copy;    /* its first one */
    int32_t bytes;   /* a multiple of 16 */
    int32_t copies;  /* rows of X that it needs but the window lacks */
    int32_t alone;   /* whether all earlier tiles must be done before its rows are copied */
    int32_t columns; /* of any of its bricks */
    int32_t brick, bricks;
};

struct brick_limits {
    int64_t bytes;  /* of a tile */
    int64_t slots;  /* of the window, a multiple of BRICK_STEP */
    int64_t stride; /* bytes of each, a multiple of 128 */
    int64_t rows;   /* most rows of a tile */
    int64_t cut;    /* a longer row is left out; at most `slots` */
    int ahead;      /* a tile's rows of X are copied once the tile this many before it is done */
    int64_t runs;   /* of tiles */
    uint64_t most;  /* most bytes of the result: emptier bricks are refused */
};

struct bricks {
    int64_t tiles, runs, copies, long_rows;
    struct brick_tile *tile;
    int32_t *run; /* the first tile of each run; run[runs] = tiles */
    struct brick_copy *copy;
    int64_t *long_row;
    unsigned char *data; /* of `bytes` bytes */
    int64_t bytes;
    int64_t values; /* stored, padding included */
};

/* On all threads, with a result independent of their number. ERR_UNSUPPORTED if rows share too few columns; ERR_MEMORY.
   Release with bricks_release. */
bool bricks_build(const struct csr *a, const struct brick_limits *l, struct bricks *out, struct err *e);

/* Turns bricks of PA into bricks of A: row i of PA is row row[i] of A. */
void bricks_rename(struct bricks *b, const int32_t *row);
void bricks_release(struct bricks *b);

C_NAMES_END
