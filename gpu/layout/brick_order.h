/* SPDX-License-Identifier: GPL-3.0-or-later */
/* brick_order: which rows form a brick, and which bricks a tile. */
#pragma once

#include "gpu/layout/bricks.h"

/* A run of rows of the order, with the union of their columns. */
struct brick_rows {
    int64_t first, entries;
    int32_t rows, columns;
};

struct brick_order {
    int64_t rows, bricks, tiles;
    int32_t *row; /* all but the long ones */
    struct brick_rows *brick;
    struct brick_tile *tile; /* only brick, bricks and columns are filled in, and copies: an estimate */
};

static inline int64_t brick_groups(int64_t columns, enum vtype type)
{
    int64_t group = type == VT_F64 ? BRICK_PAIR : BRICK_QUAD;
    return (columns + group - 1) / group;
}

static inline int64_t brick_values(int64_t columns, int64_t entries, enum vtype type)
{
    return type == VT_F64 ? entries : brick_groups(columns, type) * BRICK_QUAD * BRICK_ROWS;
}

/* Bytes of a brick in its tile. */
static inline int64_t brick_bytes(int64_t columns, int64_t entries, enum vtype type)
{
    int64_t groups = brick_groups(columns, type), values = brick_values(columns, entries, type);
    return (int64_t)sizeof(struct brick) +
           (type == VT_F64 ? groups * 24 + values * 8 : groups * BRICK_QUAD * 2 + values * 4);
}

/* The most bytes of a tile whose bricks take `bricks`. */
static inline int64_t brick_room(int64_t bricks)
{
    return (int64_t)sizeof(struct brick_head) + bricks + 3 * 16;
}

/* Cuts the rows order[0] .. order[begin[clusters]-1], whose columns are within low .. high-1, into bricks and tiles; a
   cluster with at least a brick's rows, order[begin[c]] .. order[begin[c+1]-1], begins a new brick. False: out of
   memory; release *out even then. */
bool brick_cut(const struct csr *a, const struct brick_limits *l, int64_t low, int64_t high, const int32_t *order,
               const int64_t *begin, int64_t clusters, struct brick_order *out);

/* Joins rows to pairs, pairs to pairs of pairs and so on, those with most columns in common first, and cuts the result.
   False: out of memory. */
bool brick_order_build(const struct csr *a, const struct brick_limits *l, struct brick_order *out);
void brick_order_release(struct brick_order *o);
