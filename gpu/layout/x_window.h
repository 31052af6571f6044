/* SPDX-License-Identifier: GPL-3.0-or-later */
/* x_window: which rows of X are resident in the slots of a window while a run of tiles goes by. Those that a tile lacks
   replace those least recently used. */
#pragma once

#include "gpu/layout/bricks.h"

struct x_window {
    int32_t slots, ahead;
    int32_t *slot;        /* of each column of A; negative: none */
    int32_t *column;      /* of each slot, -1: nothing */
    int32_t *last;        /* of each slot, the last tile that used it */
    int32_t *next, *prev; /* slots of a class from the least recently used on, a ring with place slots + class */
    int32_t tile, done;   /* the present one; all up to `done` are done when its rows are copied */
    int32_t wanted;       /* columns of the present tile that have no slot */
};

/* An empty window for a matrix of n columns. False: out of memory; release it even then. */
bool x_window_init(struct x_window *w, const struct brick_limits *l, int64_t n);
void x_window_release(struct x_window *w);

/* Before each run. */
void x_window_clear(struct x_window *w);

/* Before each tile, whose number is greater than those before, x_window_want for all its columns, and then
   x_window_begin: whether its rows find room without waiting for all tiles before. */
void x_window_next(struct x_window *w, int32_t tile);
void x_window_want(struct x_window *w, int32_t column);
bool x_window_begin(struct x_window *w);

/* Gives those of the columns that have none a slot, of the class (slot % BRICK_STEP) that fewest of these columns have,
   and lists them in `copy`; returns how many. */
int64_t x_window_bring(struct x_window *w, const int32_t *columns, int64_t count, struct brick_copy *copy);
