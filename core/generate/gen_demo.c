/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gen_demo: a matrix for a first look: a mesh, a network, dense blocks, a few very long rows, and empty ones. */
#include "core/generate/gen.h"

/* Rows and columns: a 110 × 110 mesh, then a network, then dense blocks, then a border of long rows. */
enum {
    SIDE = 110,
    MESH = SIDE * SIDE,
    NET = 4000,
    BLOCK = 48,
    BLOCKS = 40,
    BORDER = 80,
    NET_AT = MESH,
    BLOCK_AT = NET_AT + NET,
    BORDER_AT = BLOCK_AT + BLOCK * BLOCKS,
    N = BORDER_AT + BORDER,
    NET_MOST = 400, /* entries of a network row, at most */
    LONG_EVERY = 16 /* one border row in LONG_EVERY is long */
};

static void add(struct gen_row *r, int64_t j)
{
    gen_put(r, j, j == r->i ? 8 : hash_signed(hash_at(r->args->seed, (uint64_t)r->i, (uint64_t)j)));
}

/* The column of an entry on a slanted line that joins two parts, from row `at` of `rows` to one of `columns`. */
static int64_t slant(int64_t at, int64_t rows, int64_t columns)
{
    return at * columns / rows;
}

/* A 9-point mesh; every eighth point is also tied to the network, every twentieth to the border. */
static void mesh_row(struct gen_row *r)
{
    int64_t x = r->i % SIDE, y = r->i / SIDE;

    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
            if (x + dx >= 0 && x + dx < SIDE && y + dy >= 0 && y + dy < SIDE)
                add(r, r->i + dy * SIDE + dx);
    if (r->i % 8 == 0)
        add(r, NET_AT + slant(r->i, MESH, NET));
    if (r->i % 20 == 0)
        add(r, BORDER_AT + slant(r->i, MESH, BORDER));
}

/* Row lengths with a long tail, about 1/length²; a stretch of empty rows, and single ones. Columns crowd towards the
   first of the network: gaps grow with the column, and are random. */
static void net_row(struct gen_row *r)
{
    int64_t at = r->i - NET_AT;
    double u = hash_unit(hash_at(r->args->seed, (uint64_t)r->i, 1u << 30));
    int64_t length = (int64_t)(2 / (u + 0.004));

    if (at % 61 == 60 || (at >= 2600 && at < 2700))
        return;
    length = length < NET_MOST ? length : NET_MOST;
    add(r, slant(at, NET, MESH));
    int64_t last = -1;
    for (int64_t k = 0; k < length; k++) {
        /* the k-th of `length` slots of the curve (k/length)², and a random place in it */
        int64_t lo = NET * k * k / (length * length), hi = NET * (k + 1) * (k + 1) / (length * length);
        int64_t j =
            lo + (int64_t)(hash_at(~r->args->seed, (uint64_t)r->i, (uint64_t)k) % (uint64_t)(hi > lo ? hi - lo : 1));
        if (j > last)
            add(r, NET_AT + j);
        last = j > last ? j : last;
    }
}

static void block_row(struct gen_row *r)
{
    int64_t first = r->i - (r->i - BLOCK_AT) % BLOCK;

    for (int64_t j = first; j < first + BLOCK; j++)
        add(r, j);
    add(r, BORDER_AT + slant(r->i - BLOCK_AT, BLOCK * BLOCKS, BORDER));
}

/* The longest has 900 entries: ELLPACK grows to fifty times the nonzeros and no further. The others are thinner and
   thinner; those between tie the border to all parts. */
static void border_row(struct gen_row *r)
{
    int64_t at = r->i - BORDER_AT;
    bool longer = at % LONG_EVERY == LONG_EVERY / 2;
    int64_t step = longer ? 20 * (at / LONG_EVERY + 1) : 1500;

    for (int64_t j = longer ? 0 : at * 17; j < BORDER_AT; j += step)
        add(r, j);
    add(r, r->i);
}

static struct gen_size demo_size(const struct gen_args *g)
{
    return (struct gen_size){ N, N, 10 * MESH + NET * (NET_MOST + 1) + BLOCK * BLOCKS * (BLOCK + 1) + BORDER * N };
}

static void demo_row(struct gen_row *r)
{
    (r->i < NET_AT ? mesh_row : r->i < BLOCK_AT ? net_row : r->i < BORDER_AT ? block_row : border_row)(r);
}

const struct generator gen_demo = {
    GEN_FORM("demo", ""),
    .help = "no arguments",
    .example = "demo",
    .what = "a bit of everything: a mesh, a network, dense blocks, a few very long rows, and empty ones",
    .size = demo_size,
    .row = demo_row,
};
