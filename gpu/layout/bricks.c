/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gpu/layout/bricks.h"

#include "gpu/layout/brick_fill.h"
#include "gpu/layout/long_row_pieces.h"

/* Bricks are refused if tiles have more than this share of the columns of single rows, or long rows more than this
   share of the entries. Not measured. */
static const double COLUMNS_MOST = 0.6, LONG_MOST = 0.25;

static bool no_memory(const struct brick_limits *l, struct err *e)
{
    return err_nomem(e, "the bricks of a matrix", l->most);
}

/* Places every tile; refuses what would not pay. */
static bool place_tiles(const struct csr *a, const struct brick_limits *l, const struct brick_order *order,
                        struct bricks *out, struct err *e)
{
    int64_t columns = 0, entries = 0;
    for (struct brick_tile *t = out->tile; t < out->tile + out->tiles; t++) {
        int64_t bytes;
        brick_tile_head(order, t, a->type, &bytes);
        t->at = out->bytes;
        t->bytes = (int32_t)bytes;
        t->copy = columns; /* room for the most copies */
        out->bytes += bytes;
        columns += t->columns;
    }
    for (int64_t b = 0; b < order->bricks; b++) {
        entries += order->brick[b].entries;
        out->values += brick_values(order->brick[b].columns, order->brick[b].entries, a->type);
    }
    if ((double)entries < (1 - LONG_MOST) * (double)a->nnz)
        return err_set(e, ERR_UNSUPPORTED, "rows of more than %lld entries have %.0f%% of all entries",
                       (long long)l->cut, 100.0 * (double)(a->nnz - entries) / (double)a->nnz);
    if ((double)columns > COLUMNS_MOST * (double)entries)
        return err_set(e, ERR_UNSUPPORTED, "rows share too few columns: a tile has one for every %.1f entries",
                       (double)entries / (double)columns);
    uint64_t all =
        (uint64_t)out->bytes + (uint64_t)columns * sizeof *out->copy + (uint64_t)out->tiles * sizeof *out->tile;
    if (all > l->most)
        return err_set(e, ERR_UNSUPPORTED, "rows share too few columns: %llu bytes for %lld entries",
                       (unsigned long long)all, (long long)a->nnz);
    out->data = malloc((size_t)out->bytes + 1);
    out->copy = malloc((size_t)columns * sizeof *out->copy + 1);
    return (out->data && out->copy) || no_memory(l, e);
}

/* Whether reading rows of X from the window, once per brick, takes longer than bringing in tiles and rows of X: shared
   memory delivers 128 bytes a cycle, the L2 64. */
static bool reading_bounds(const struct brick_limits *l, const struct brick_order *order, const struct bricks *out)
{
    int64_t brought = 0, read = 0;
    for (const struct brick_tile *t = out->tile; t < out->tile + out->tiles; t++)
        brought += t->bytes + (t->copies + t->bricks * BRICK_ROWS) * l->stride;
    for (int64_t b = 0; b < order->bricks; b++)
        read += order->brick[b].columns * l->stride;
    return read > 2 * brought;
}

static int64_t cost(const struct brick_limits *l, const struct brick_tile *t, bool reading)
{
    return t->bytes + ((reading ? t->columns : t->copies) + t->bricks * BRICK_ROWS) * l->stride;
}

/* Runs of about equal cost, as far as tiles allow; none is empty. Copies are estimates here. H100, by copies instead of
   columns: 27-point of 161^3 f32 k = 100 3.40 -> 3.08 ms, on two k = 16 0.627 -> 0.565; FEM, whose bricks are wide, f32
   k = 100 0.49 -> 0.53. */
static bool cut_runs(const struct brick_limits *l, const struct brick_order *order, struct bricks *out)
{
    const bool reading = reading_bounds(l, order, out);
    int64_t all = 0, sum = 0, runs = l->runs < out->tiles ? l->runs : out->tiles;
    out->run = malloc((size_t)(runs + 1) * sizeof *out->run);
    if (!out->run)
        return false;
    for (int64_t i = 0; i < out->tiles; i++)
        all += cost(l, &out->tile[i], reading);
    for (int64_t i = 0; i < out->tiles; i++) {
        int64_t left = out->tiles - i;
        if (out->runs < runs && (sum >= all / runs * out->runs || left <= runs - out->runs))
            out->run[out->runs++] = (int32_t)i;
        sum += cost(l, &out->tile[i], reading);
    }
    out->run[out->runs] = (int32_t)out->tiles;
    return true;
}

static bool fill_runs(const struct csr *a, const struct brick_limits *l, const struct brick_order *order,
                      struct bricks *out)
{
    bool ok = true;
#pragma omp parallel reduction(&& : ok)
    {
        struct brick_filling f;
        ok = brick_filling_init(&f, a, l, order, out);
#pragma omp for schedule(dynamic, 1)
        for (int64_t r = 0; r < out->runs; r++)
            if (ok)
                brick_fill_run(&f, r);
        brick_filling_release(&f);
    }
    return ok;
}

/* Compacts the lists of copies. */
static void join_copies(struct bricks *out)
{
    for (struct brick_tile *t = out->tile; t < out->tile + out->tiles; t++) {
        int64_t from = t->copy;
        t->copy = out->copies;
        for (int32_t i = 0; i < t->copies; i++)
            out->copy[out->copies++] = out->copy[from + i];
    }
}

static bool build(const struct csr *a, const struct brick_limits *l, struct brick_order *order, struct bricks *out,
                  struct err *e)
{
    if (!brick_order_build(a, l, order) || !long_rows_list(a->ptr, a->m, 1, l->cut, &out->long_row, &out->long_rows))
        return no_memory(l, e);
    out->tiles = order->tiles;
    out->tile = order->tile;
    order->tile = NULL;
    if (!place_tiles(a, l, order, out, e))
        return false;
    if (!cut_runs(l, order, out) || !fill_runs(a, l, order, out))
        return no_memory(l, e);
    join_copies(out);
    return true;
}

bool bricks_build(const struct csr *a, const struct brick_limits *l, struct bricks *out, struct err *e)
{
    struct brick_order order;
    *out = (struct bricks){ 0 };
    bool ok = build(a, l, &order, out, e);
    brick_order_release(&order);
    if (!ok)
        bricks_release(out);
    return ok;
}

void bricks_rename(struct bricks *b, const int32_t *row)
{
    for (int64_t i = 0; i < b->long_rows; i++)
        b->long_row[i] = row[b->long_row[i]];
#pragma omp parallel for schedule(static)
    for (int64_t t = 0; t < b->tiles; t++) {
        unsigned char *at = b->data + b->tile[t].at;
        struct brick *brick = (struct brick *)(at + sizeof(struct brick_head));
        for (uint32_t i = 0; i < ((const struct brick_head *)at)->bricks; i++)
            for (int r = 0; r < BRICK_ROWS; r++)
                if (brick[i].row[r] >= 0)
                    brick[i].row[r] = row[brick[i].row[r]];
    }
}

void bricks_release(struct bricks *b)
{
    free(b->data);
    free(b->long_row);
    free(b->copy);
    free(b->run);
    free(b->tile);
    *b = (struct bricks){ 0 };
}
