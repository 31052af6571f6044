/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gen_lost: matrices whose rows would share columns with their neighbours in another order. */
#include "core/base/ascending.h"
#include "core/base/permute.h"
#include "core/generate/gen.h"

/* ---- blocks: groups of 4 to 40 rows with the same columns, rows of a group anywhere ---- */

enum { FRAME = 44, LEAST = 4, SIZES = 37 };

/* Cuts the permuted rows into frames of 44, and each frame into two groups. */
static uint64_t group_of(const struct gen_args *g, int64_t i)
{
    uint64_t place = permute(g->seed, (uint64_t)g->value[0], (uint64_t)i), frame = place / FRAME;
    uint64_t first = LEAST + hash_at(g->seed, frame, 1) % SIZES;

    return 2 * frame + (place % FRAME >= first);
}

/* The D columns of a group: one in each of D parts of equal width. */
static void blocks_row(struct gen_row *r)
{
    const struct gen_args *g = r->args;
    const int64_t n = g->value[0], count = g->value[1];
    const uint64_t group = group_of(g, r->i);

    for (int64_t k = 0; k < count; k++) {
        const int64_t from = n * k / count, to = n * (k + 1) / count;
        const int64_t j = from + (int64_t)(hash_at(~g->seed, group, (uint64_t)k) % (uint64_t)(to - from));
        gen_put(r, j, hash_signed(hash_at(g->seed, (uint64_t)r->i, (uint64_t)j)));
    }
}

/* ---- neighbours: points of the plane, each joined to the nearest ones, numbered at random ---- */

enum { REACH = 2, AROUND = (2 * REACH + 1) * (2 * REACH + 1) };

struct near {
    double distance;
    int32_t column;
};

static int nearer(const void *a, const void *b)
{
    const struct near *p = a, *q = b;

    if (p->distance != q->distance)
        return p->distance < q->distance ? -1 : 1;
    return p->column < q->column ? -1 : p->column > q->column;
}

/* A coordinate of the point in cell (x, y) of a grid of SIDE × SIDE cells. */
static double coordinate(const struct gen_args *g, int64_t x, int64_t y, uint64_t axis)
{
    uint64_t cell = (uint64_t)(y * g->value[0] + x);

    return (double)(axis ? y : x) + hash_unit(hash_at(g->seed, cell, axis));
}

static void neighbours_row(struct gen_row *r)
{
    const struct gen_args *g = r->args;
    int64_t side = g->value[0], count = g->value[1], seen = 0;
    uint64_t n = (uint64_t)side * (uint64_t)side, cell = permute(g->seed, n, (uint64_t)r->i);
    int64_t x0 = (int64_t)cell % side, y0 = (int64_t)cell / side;
    double px = coordinate(g, x0, y0, 0), py = coordinate(g, x0, y0, 1);
    struct near near[AROUND];

    r->count = count;
    if (!r->ind)
        return;
    for (int64_t y = y0 - REACH; y <= y0 + REACH; y++)
        for (int64_t x = x0 - REACH; x <= x0 + REACH; x++)
            if (x >= 0 && x < side && y >= 0 && y < side) {
                double dx = coordinate(g, x, y, 0) - px, dy = coordinate(g, x, y, 1) - py;
                uint64_t column = permute_inverse(g->seed, n, (uint64_t)(y * side + x));
                near[seen++] = (struct near){ dx * dx + dy * dy, (int32_t)column };
            }
    qsort(near, (size_t)seen, sizeof *near, nearer);
    for (int64_t k = 0; k < count; k++)
        r->ind[k] = near[k].column;
    qsort(r->ind, (size_t)count, sizeof *r->ind, ascending_int32);
    for (int64_t k = 0; k < count; k++)
        r->val[k] =
            r->ind[k] == r->i ? (double)count : hash_signed(hash_at(g->seed, (uint64_t)r->i, (uint64_t)r->ind[k]));
}

const struct generator gen_blocks = {
    GEN_FORM("blocks", ":N:D"),
    .help = "N rows in groups of 4 to 40 with the same D columns; the rows of a group lie anywhere",
    .example = "blocks:100000:24",
    .what = "dense blocks whose rows are scattered: each row of X is read by many rows that are never near each other",
    .range = { { 0, 0 }, { 0, GEN_ROWS } },
    .row = blocks_row,
};

const struct generator gen_neighbours = {
    GEN_FORM("neighbours", ":SIDE:K"),
    .help = "SIDE × SIDE points of the plane in random order, each with the K points nearest to it (itself included, K "
            "≤ 9)",
    .example = "neighbours:300:8",
    .what = "a mesh whose points were numbered at random: reordering brings back what the numbering lost",
    .dimensions = 2,
    .range = { { 2 * REACH + 1, 0 }, { 1, 9 } },
    .row = neighbours_row,
};
