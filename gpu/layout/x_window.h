/* SPDX-License-Identifier: GPL-3.0-or-later */
/* x_window: which rows of X reside in the slots of a window during a run of tiles. Rows that a tile lacks replace the
   least recently used. */
#pragma once

#include "gpu/layout/bricks.h"

struct x_window {
    int32_t slots, ahead;
    int32_t *slot;        /* of each column of A; negative: none */
    int32_t *column;      /* of each slot, -1: nothing */
    int32_t *last;        /* of each slot, the last tile that used it */
    int32_t *next, *prev; /* slots of a class from the least recently used on, a ring with place slots + class */
    int32_t tile, done;   /* the current tile; all up to `done` are done when its rows are copied */
    int32_t wanted;       /* columns of the current tile without a slot */
};

/* An empty window for a matrix of n columns. False: out of memory; release it even then. */
bool x_window_init(struct x_window *w, const struct brick_limits *l, int64_t n);
void x_window_release(struct x_window *w);

/* Before each run. */
void x_window_clear(struct x_window *w);

/* Before each tile, in ascending order of their numbers: x_window_want for all its columns, and then x_window_begin:
   whether its rows find room without waiting for all earlier tiles. */
void x_window_next(struct x_window *w, int32_t tile);
void x_window_want(struct x_window *w, int32_t column);
bool x_window_begin(struct x_window *w);

/* Gives each column without a slot one of the class (slot % BRICK_STEP) that is rarest among these columns, and lists
   them in `copy`; returns how many. */
int64_t x_window_bring(struct x_window *w, const int32_t *columns, int64_t count, struct brick_copy *copy);
