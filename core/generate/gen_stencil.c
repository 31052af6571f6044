/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gen_stencil: discrete Laplacians on grids: a row per grid point, an entry per neighbour. */
#include "core/generate/gen.h"

/* Row i of an N^d grid, d = 2 or 3: neighbours at most one step away along every axis (box) or along a single one
   (star). */
static void stencil_row(struct gen_row *r)
{
    const struct generator *family = r->args->family;
    const int points = family->per_row, depth = family->dimensions == 3;
    const bool box = points == 9 || points == 27;
    const int64_t i = r->i, n = r->args->value[0], x = i % n, y = i / n % n, z = i / n / n;

    for (int dz = -depth; dz <= depth; dz++)
        for (int dy = -1; dy <= 1; dy++)
            for (int dx = -1; dx <= 1; dx++) {
                if (!box && abs(dx) + abs(dy) + abs(dz) > 1)
                    continue;
                if (x + dx < 0 || x + dx >= n || y + dy < 0 || y + dy >= n || (depth && (z + dz < 0 || z + dz >= n)))
                    continue;
                gen_put(r, i + (dz * n + dy) * n + dx, dx || dy || dz ? -1 : points - 1);
            }
}

/* What all tables have in common. */
#define STENCIL(d, points) .field = FIELD_INTEGER, .dimensions = d, .per_row = points, .row = stencil_row

const struct generator gen_stencil5 = {
    GEN_FORM("stencil5", ":N"),
    .help = "N × N grid points",
    .example = "stencil5:500",
    .what = "2-D Laplacian, 5 points: short rows of equal length, the classical test problem",
    STENCIL(2, 5),
};

const struct generator gen_stencil9 = {
    GEN_FORM("stencil9", ":N"),
    .help = "N × N grid points",
    .example = "stencil9:500",
    .what = "2-D box stencil, 9 points: as stencil5 with diagonal neighbours",
    STENCIL(2, 9),
};

const struct generator gen_stencil7 = {
    GEN_FORM("stencil7", ":N"),
    .help = "N × N × N grid points",
    .example = "stencil7:64",
    .what = "3-D Laplacian, 7 points: far diagonals, so x is read from three places at once",
    STENCIL(3, 7),
};

const struct generator gen_stencil27 = {
    GEN_FORM("stencil27", ":N"),
    .help = "N × N × N grid points",
    .example = "stencil27:64",
    .what = "3-D box stencil, 27 points: long regular rows, where bandwidth is all that counts",
    STENCIL(3, 27),
};
