/* SPDX-License-Identifier: GPL-3.0-or-later */
/* brick_cut: cuts an order of rows into bricks, and these into tiles. */
#include "gpu/layout/brick_order.h"

#include "core/base/array.h"

/* The largest share of the window for one tile: leaves room for the next one beside it. H200, 27-point, FEM and
   7-point, NOTES.md. */
static const double TILE_MOST = 0.5;

/* How many rows of X can be brought in before an unused one is replaced, as a share of the window: those that are used
   go to the end of the queue. 27-point of 100^3: 0.5, 0.75 and 1 balance runs equally. */
static const double WINDOW_KEEPS = 0.75;

/* The open tile and the open brick, with stamps of their columns, low and up. */
struct cutter {
    const struct csr *a;
    const struct brick_limits *l;
    struct brick_order *out;
    int64_t low;
    int32_t *in_tile, *in_brick;
    int32_t tile_stamp, brick_stamp;
    struct brick_tile tile;
    struct brick_rows brick;
    int64_t rows;  /* of the tile */
    int64_t *used; /* for each of the last l->ahead tiles, by stamp: the columns that no later tile has */
    bool ok;       /* false: out of memory */
};

static void close_tile(struct cutter *k)
{
    if (k->tile.bricks == 0)
        return;
    struct brick_order *out = k->out;
    k->ok = k->ok && array_grow(&out->tile, out->tiles, sizeof *out->tile);
    if (!k->ok)
        return;
    out->tile[out->tiles++] = k->tile;
    k->tile = (struct brick_tile){ .brick = (int32_t)k->out->bricks };
    k->rows = 0;
    k->tile_stamp++;
    k->used[k->tile_stamp % k->l->ahead] = 0;
}

/* Marks the columns of the brick as the tile's; returns how many are new to the tile. */
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

/* Whether the tile is too large, or the latest tiles together for the window. */
static bool overflows(const struct cutter *k)
{
    const struct brick_limits *l = k->l;
    int64_t together = 0;
    for (int i = 0; i < l->ahead; i++)
        together += k->used[i];
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
    struct brick_order *out = k->out;
    k->ok = k->ok && array_grow(&out->brick, out->bricks, sizeof *out->brick);
    if (!k->ok)
        return;
    out->brick[out->bricks++] = k->brick;
    k->tile.bricks++;
    k->brick = (struct brick_rows){ .first = k->out->rows };
    k->brick_stamp++;
}

/* The columns of a row that the brick lacks. */
static int32_t count_new(const struct cutter *k, int64_t row)
{
    const struct csr *a = k->a;
    int32_t count = 0;
    for (int64_t e = a->ptr[row]; e < a->ptr[row + 1]; e++)
        count += k->in_brick[a->ind[e] - k->low] != k->brick_stamp;
    return count;
}

/* A row has at most `cut` entries, so it fits its own brick. */
static void take_row(struct cutter *k, int64_t row)
{
    const struct csr *a = k->a;
    const struct brick_limits *l = k->l;
    int64_t length = row_length(a, row);
    int64_t columns = k->brick.columns + count_new(k, row), entries = k->brick.entries + length;
    if (k->brick.rows == BRICK_ROWS || columns > l->slots ||
        brick_room(brick_bytes(columns, entries, a->type)) > l->bytes) {
        close_brick(k);
        columns = entries = length;
    }
    k->brick.columns = (int32_t)columns;
    k->brick.entries = entries;
    k->brick.rows++;
    k->out->row[k->out->rows++] = (int32_t)row;
    for (int64_t e = a->ptr[row]; e < a->ptr[row + 1]; e++)
        k->in_brick[a->ind[e] - k->low] = k->brick_stamp;
}

/* Stamps for the columns low .. high-1, none of them set. */
static bool init_stamps(struct cutter *k, int64_t high)
{
    size_t bytes = high > k->low ? (size_t)(high - k->low) * sizeof *k->in_tile : 0;
    k->in_tile = malloc(bytes + 1);
    k->in_brick = malloc(bytes + 1);
    k->used = calloc((size_t)k->l->ahead, sizeof *k->used);
    if (!k->in_tile || !k->in_brick || !k->used)
        return false;
    memset(k->in_tile, -1, bytes);
    memset(k->in_brick, -1, bytes);
    return true;
}

/* Estimates how many rows of X each tile brings in, if all tiles are one run: a row of an earlier tile is still there
   while fewer have been brought in since than the window keeps. */
static void estimate_copies(const struct cutter *k, int64_t high)
{
    const struct brick_order *o = k->out;
    const int64_t keeps = (int64_t)(WINDOW_KEEPS * (double)k->l->slots);
    int64_t sum = 0;
    memset(k->in_tile, -1, high > k->low ? (size_t)(high - k->low) * sizeof *k->in_tile : 0);
    for (int64_t t = 0; t < o->tiles; t++) {
        struct brick_tile *tile = &o->tile[t];
        const struct brick_rows *b = &o->brick[tile->brick], *last = &b[tile->bricks - 1];
        tile->copy = sum;
        for (int64_t r = b->first; r < last->first + last->rows; r++)
            for (int64_t e = k->a->ptr[o->row[r]]; e < k->a->ptr[o->row[r] + 1]; e++) {
                int32_t *in = &k->in_tile[k->a->ind[e] - k->low];
                tile->copies += *in < 0 || (*in < t && sum - o->tile[*in].copy > keeps);
                *in = (int32_t)t;
            }
        sum += tile->copies;
    }
}

bool brick_cut(const struct csr *a, const struct brick_limits *l, int64_t low, int64_t high, const int32_t *order,
               const int64_t *begin, int64_t clusters, struct brick_order *out)
{
    struct cutter k = { .a = a, .l = l, .low = low, .out = out, .tile_stamp = l->ahead };
    *out = (struct brick_order){ .row = malloc((size_t)begin[clusters] * sizeof *out->row + 1) };
    k.ok = init_stamps(&k, high) && out->row;
    for (int64_t c = 0; c < clusters && k.ok; c++) {
        if (begin[c + 1] - begin[c] >= BRICK_ROWS)
            close_brick(&k);
        for (int64_t r = begin[c]; r < begin[c + 1] && k.ok; r++)
            take_row(&k, order[r]);
    }
    if (k.ok)
        close_brick(&k);
    if (k.ok)
        close_tile(&k);
    if (k.ok)
        estimate_copies(&k, high);
    free(k.used);
    free(k.in_brick);
    free(k.in_tile);
    return k.ok;
}
