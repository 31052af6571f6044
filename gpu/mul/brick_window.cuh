/* SPDX-License-Identifier: GPL-3.0-or-later */
/* brick_window: which row of X is where in the window while a run of tiles goes by. Those that a tile lacks come in the
   places of those not used for longest. */
#ifndef NZ_BRICK_WINDOW_CUH
#define NZ_BRICK_WINDOW_CUH

#include "gpu/mul/bricks.cuh"

struct brick_window {
    const struct brick_limits *l;
    std::vector<int32_t> slot;         /* of each column of A; WINDOW_NONE, WINDOW_WANTED: none */
    std::vector<int32_t> column, last; /* of each slot: what is in it, -1: nothing; the last tile that used it */
    int32_t tile, done;                /* the present one; all up to `done` are done with when its rows come */
    int32_t wanted;
};

/* An empty window for a matrix of n columns. Throws std::bad_alloc. */
void window_init(struct brick_window *w, const struct brick_limits *l, int64_t n);

/* Before each run. */
void window_clear(struct brick_window *w);

/* Before each tile, whose number is greater than those before, window_want for all its columns, and then window_begin:
   whether its rows find room without waiting for all the tiles before. */
void window_next(struct brick_window *w, int32_t tile);
void window_want(struct brick_window *w, int32_t column);
bool window_begin(struct brick_window *w);

/* Brings those of the columns that are wanted, in slots of the classes (slot % BRICK_STEP) that the others of these
   columns have least of, and adds to `fetch` what came. */
void window_bring(struct brick_window *w, const std::vector<int32_t> &columns, std::vector<struct brick_fetch> *fetch);

#endif
