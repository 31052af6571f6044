/* SPDX-License-Identifier: GPL-3.0-or-later */
/* brick_fill: fills the tiles of a run, one after the other. */
#pragma once

#include "gpu/layout/brick_order.h"
#include "gpu/layout/x_window.h"

/* A thread's state for the run, the tile and the brick that it fills. */
struct brick_filling {
    const struct csr *a;
    const struct brick_limits *l;
    const struct brick_order *order;
    struct bricks *out;
    struct x_window window;
    int32_t *place; /* for each column of A: its index in the brick, -1: absent */
    /* The brick's columns in order of appearance; those of each class; those at each place; the rest. */
    int32_t *own, *of_class[BRICK_STEP], *at, *rest;
    int64_t columns;         /* in own */
    uint32_t *mask;          /* of each step */
    double *value;           /* 32 of each step */
    uint32_t groups, values; /* of the bricks before, in the tile */
};

/* The offsets of the parts of a tile, and *bytes: its length. */
struct brick_head brick_tile_head(const struct brick_order *order, const struct brick_tile *t, enum vtype type,
                                  int64_t *bytes);

/* False: out of memory; release it even then. */
bool brick_filling_init(struct brick_filling *f, const struct csr *a, const struct brick_limits *l,
                        const struct brick_order *order, struct bricks *out);
void brick_filling_release(struct brick_filling *f);

/* Fills the tiles of a run. Before, out->tile[t].copy is the room for a tile's copies; afterwards, .copies is their
   number. */
void brick_fill_run(struct brick_filling *f, int64_t run);
