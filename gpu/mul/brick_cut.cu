/* SPDX-License-Identifier: GPL-3.0-or-later */
/* brick_cut: an order of rows is cut into bricks, and these into tiles. */
#include "gpu/mul/brick_order.cuh"

#include <algorithm>
#include <numeric>

/* Of the window, what one tile may have: then there is room for the next one beside it. */
static const double TILE_MOST = 0.5;

/* The tile and the brick that are open, with stamps of their columns, which are low and more. */
struct cutter {
    const struct csr *a;
    const struct brick_limits *l;
    struct brick_order *out;
    int64_t low;
    std::vector<int32_t> in_tile, in_brick;
    int32_t tile_stamp, brick_stamp;
    struct brick_tile tile;
    struct brick_rows brick;
    int64_t rows;              /* of the tile */
    std::vector<int64_t> used; /* of each of the last l->ahead tiles, by stamp: the columns that no later one has */
};

static void close_tile(struct cutter *k)
{
    if (k->tile.bricks == 0)
        return;
    k->out->tile.push_back(k->tile);
    k->tile = {};
    k->tile.brick = (int32_t)k->out->brick.size();
    k->rows = 0;
    k->tile_stamp++;
    k->used[k->tile_stamp % k->l->ahead] = 0;
}

/* Marks the columns of the brick as the tile's; returns how many are new to it. */
static int32_t add_columns(struct cutter *k)
{
    const struct csr *a = k->a;
    int32_t fresh = 0;
    for (int32_t r = 0; r < k->brick.rows; r++) {
        int64_t row = k->out->row[k->brick.first + r];
        for (int64_t e = a->ptr[row]; e < a->ptr[row + 1]; e++) {
            int32_t *mark = &k->in_tile[a->ind[e] - k->low];
            if (*mark == k->tile_stamp)
                continue;
            if (*mark > k->tile_stamp - k->l->ahead)
                k->used[*mark % k->l->ahead]--;
            *mark = k->tile_stamp;
            k->used[*mark % k->l->ahead]++;
            fresh++;
        }
    }
    return fresh;
}

/* Whether the tile is too large, or the last tiles together for the window. */
static bool overflows(const struct cutter *k)
{
    const struct brick_limits *l = k->l;
    int64_t together = std::accumulate(k->used.begin(), k->used.end(), (int64_t)0);
    return k->rows > l->rows || k->tile.columns > TILE_MOST * (double)l->slots || together > l->slots ||
           brick_room(k->tile.bytes) > l->bytes;
}

static void close_brick(struct cutter *k)
{
    if (k->brick.rows == 0)
        return;
    struct brick_tile before = k->tile;
    int32_t bytes = (int32_t)brick_bytes(k->brick.columns, k->brick.entries, k->a->type);
    k->rows += k->brick.rows;
    k->tile.bytes += bytes;
    k->tile.columns += add_columns(k);
    if (before.bricks > 0 && overflows(k)) {
        k->tile = before;
        close_tile(k);
        k->rows = k->brick.rows;
        k->tile.bytes = bytes;
        k->tile.columns = add_columns(k);
    }
    k->tile.bricks++;
    k->out->brick.push_back(k->brick);
    k->brick = {};
    k->brick.first = (int64_t)k->out->row.size();
    k->brick_stamp++;
}

/* The columns of a row that the brick has not. */
static int32_t count_new(const struct cutter *k, int64_t row)
{
    const struct csr *a = k->a;
    int32_t count = 0;
    for (int64_t e = a->ptr[row]; e < a->ptr[row + 1]; e++)
        count += k->in_brick[a->ind[e] - k->low] != k->brick_stamp;
    return count;
}

/* A row has no more than cut entries, and so fits a brick of its own. */
static void take_row(struct cutter *k, int64_t row)
{
    const struct csr *a = k->a;
    const struct brick_limits *l = k->l;
    int64_t columns = k->brick.columns + count_new(k, row), entries = k->brick.entries + row_length(a, row);
    if (k->brick.rows == BRICK_ROWS || columns > l->slots ||
        brick_room(brick_bytes(columns, entries, a->type)) > l->bytes) {
        close_brick(k);
        columns = entries = row_length(a, row);
    }
    k->brick.columns = (int32_t)columns;
    k->brick.entries = entries;
    k->brick.rows++;
    k->out->row.push_back((int32_t)row);
    for (int64_t e = a->ptr[row]; e < a->ptr[row + 1]; e++)
        k->in_brick[a->ind[e] - k->low] = k->brick_stamp;
}

/* Stamps for the columns between the least and the greatest of these rows. */
static void init_stamps(struct cutter *k, const std::vector<int32_t> &order)
{
    const struct csr *a = k->a;
    int64_t high = 0;
    k->low = a->n;
    for (int32_t row : order) {
        if (row_length(a, row) == 0)
            continue;
        k->low = std::min<int64_t>(k->low, a->ind[a->ptr[row]]);
        high = std::max<int64_t>(high, a->ind[a->ptr[row + 1] - 1] + 1);
    }
    k->in_tile.assign((size_t)std::max<int64_t>(high - k->low, 0), -1);
    k->in_brick = k->in_tile;
}

/* A unit of a brick's rows or more begins with a brick of its own. */
void brick_cut(const struct csr *a, const struct brick_limits *l, const std::vector<int32_t> &order,
               const std::vector<int64_t> &begin, struct brick_order *out)
{
    struct cutter k = { .a = a, .l = l, .out = out, .tile_stamp = l->ahead };
    k.used.assign((size_t)l->ahead, 0);
    init_stamps(&k, order);
    for (size_t u = 0; u + 1 < begin.size(); u++) {
        if (begin[u + 1] - begin[u] >= BRICK_ROWS)
            close_brick(&k);
        for (int64_t r = begin[u]; r < begin[u + 1]; r++)
            take_row(&k, order[(size_t)r]);
    }
    close_brick(&k);
    close_tile(&k);
}
