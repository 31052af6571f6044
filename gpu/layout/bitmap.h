/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bitmap: A in groups of rows, each over the union of their columns, side by side; a bit for every place of such a
   dense window, and the values of the set ones. */
#pragma once

#include "core/matrix/csr.h"

C_NAMES_BEGIN

/* A group is BITMAP_WARPS strips of BITMAP_STRIP rows; a step has BITMAP_COLUMNS of its columns, in tiles of 8. */
enum { BITMAP_WARPS = 8, BITMAP_STRIP = 16, BITMAP_ROWS = BITMAP_WARPS * BITMAP_STRIP };
enum { BITMAP_TILE = 8, BITMAP_COLUMNS = 32, BITMAP_TILES = BITMAP_COLUMNS / BITMAP_TILE, BITMAP_WORDS = 4 };

/* A step in memory, followed by its values: those of warp w from number first[w] on, word by word, bit by
   bit. A word is 8 rows by 4 columns of a tile, bit 4r + c row r and column c: word 2h + s has rows 8h and columns 4s
   of the tile and so on. */
struct bitmap_step {
    uint32_t mask[BITMAP_WARPS][BITMAP_TILES][BITMAP_WORDS];
    uint32_t first[BITMAP_WARPS];
};

struct bitmap {
    int64_t groups, steps;
    int32_t *group;  /* the first step of each group; group[groups] = steps */
    uint32_t *at;    /* where a step begins in data, in units of 16 bytes; at[steps]: the end */
    int32_t *column; /* BITMAP_COLUMNS of each step, ascending; the last one repeated where there are fewer */
    unsigned char *data;
    int64_t stage; /* bytes of the largest step */
};

/* On all threads, with a result independent of their number. ERR_UNSUPPORTED if the total would exceed `most` bytes:
   the windows are too empty; ERR_MEMORY. Release *out even after a failure. */
bool bitmap_build(const struct csr *a, uint64_t most, struct bitmap *out, struct err *e);
void bitmap_release(struct bitmap *b);

static inline int64_t bitmap_groups(int64_t rows)
{
    return (rows + BITMAP_ROWS - 1) / BITMAP_ROWS;
}

C_NAMES_END
