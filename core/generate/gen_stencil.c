/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gen_stencil: discrete Laplacians on grids: a row per grid point, an entry per neighbour. */
#include "core/generate/gen.h"

/* Points along the last axis: as many as along the others, or LAYERS. */
static int64_t layers_of(const struct gen_args *a)
{
    return a->value[a->count > 1];
}

static struct gen_size stencil_size(const struct gen_args *a)
{
    const uint64_t n = (uint64_t)a->value[0], layer = a->family->dimensions == 3 ? size_mul(n, n) : n;
    const uint64_t m = size_mul(layer, (uint64_t)layers_of(a));
    return (struct gen_size){ m, m, size_mul(m, (uint64_t)a->family->per_row) };
}

/* Row i of a grid in 2 or 3 dimensions: neighbours at most one step away along every axis (box) or one (star). */
static void stencil_row(struct gen_row *r)
{
    const struct generator *family = r->args->family;
    const int points = family->per_row, depth = family->dimensions == 3;
    const bool box = points == 9 || points == 27;
    const int64_t i = r->i, n = r->args->value[0], x = i % n, y = depth ? i / n % n : i / n, z = i / n / n;
    const int64_t last = layers_of(r->args), rows = depth ? n : last;

    for (int dz = -depth; dz <= depth; dz++)
        for (int dy = -1; dy <= 1; dy++)
            for (int dx = -1; dx <= 1; dx++) {
                if (!box && abs(dx) + abs(dy) + abs(dz) > 1)
                    continue;
                if (x + dx < 0 || x + dx >= n || y + dy < 0 || y + dy >= rows ||
                    (depth && (z + dz < 0 || z + dz >= last)))
                    continue;
                gen_put(r, i + (dz * n + dy) * n + dx, dx || dy || dz ? -1 : points - 1);
            }
}

/* Common to all tables of a stencil in d dimensions. */
#define STENCIL(d, points)                                                                                             \
    GEN_FORM("stencil" #points, ":N[:LAYERS]"),                                                                        \
        .field = FIELD_INTEGER, .field_optional = FIELD_INTEGER,                                                       \
        .help = d == 2 ? "N × N grid points, or N × LAYERS" : "N × N × N grid points, or N × N × LAYERS",              \
        .dimensions = d, .per_row = points, .size = stencil_size, .row = stencil_row

const struct generator gen_stencil5 = {
    STENCIL(2, 5),
    .example = "stencil5:500",
    .what = "2-D Laplacian, 5 points: short rows of equal length, the classical test problem",
};

const struct generator gen_stencil9 = {
    STENCIL(2, 9),
    .example = "stencil9:500",
    .what = "2-D box stencil, 9 points: as stencil5 with diagonal neighbours",
};

const struct generator gen_stencil7 = {
    STENCIL(3, 7),
    .example = "stencil7:64",
    .what = "3-D Laplacian, 7 points: far diagonals, so x is read from three places at once",
};

const struct generator gen_stencil27 = {
    STENCIL(3, 27),
    .example = "stencil27:64",
    .what = "3-D box stencil, 27 points: long regular rows, where bandwidth is all that counts",
};
