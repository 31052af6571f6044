/* SPDX-License-Identifier: GPL-3.0-or-later */
/* brick_order: which rows make up a brick, and which bricks a tile. */
#ifndef NZ_BRICK_ORDER_CUH
#define NZ_BRICK_ORDER_CUH

#include "gpu/mul/bricks.cuh"

/* A run of rows of the order, with the columns that any of them has. */
struct brick_rows {
    int64_t first, entries;
    int32_t rows, columns;
};

struct brick_order {
    std::vector<int32_t> row; /* all but the long ones */
    std::vector<struct brick_rows> brick;
    std::vector<struct brick_tile> tile; /* only brick, bricks and columns are filled in */
};

/* Groups of a brick, and the bytes of a tile's part of it. */
static inline int64_t brick_groups(int64_t columns, enum vtype type)
{
    int64_t group = type == VT_F64 ? BRICK_PAIR : BRICK_QUAD;
    return (columns + group - 1) / group;
}

static inline int64_t brick_bytes(int64_t columns, int64_t entries, enum vtype type)
{
    int64_t groups = brick_groups(columns, type);
    int64_t a = type == VT_F64 ? groups * 24 + entries * 8 : groups * BRICK_QUAD * (2 + BRICK_ROWS * 4);
    return (int64_t)sizeof(struct brick) + a;
}

/* Bytes of a tile, at most, of which `bricks` are its bricks'. */
static inline int64_t brick_room(int64_t bricks)
{
    return (int64_t)sizeof(struct brick_head) + bricks + 3 * 16;
}

static inline int64_t row_length(const struct csr *a, int64_t i)
{
    return a->ptr[i + 1] - a->ptr[i];
}

/* Cuts units of rows, those order[begin[u]] .. order[begin[u+1]-1], and adds what comes out to *out. Throws
   std::bad_alloc. */
void brick_cut(const struct csr *a, const struct brick_limits *l, const std::vector<int32_t> &order,
               const std::vector<int64_t> &begin, struct brick_order *out);

/* Pairs of rows, then pairs of pairs and so on are put together, those first that have most columns in common. Throws
   std::bad_alloc. */
void brick_order(const struct csr *a, const struct brick_limits *l, struct brick_order *out);

#endif
