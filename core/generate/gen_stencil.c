/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gen_stencil: discrete Laplacians on grids: a row per grid point, an entry per neighbour. */
#include <stdlib.h>

#include "core/base/limit.h"
#include "core/generate/gen.h"

static struct gen_size cube(const struct gen_args *g, int dimensions, uint64_t points)
{
    uint64_t m = 1;

    for (int d = 0; d < dimensions; d++)
        m = size_mul(m, (uint64_t)g->value[0]);
    return (struct gen_size){ m, m, size_mul(m, points) };
}

/* Row i of an N^d grid, d = 2 or 3: neighbours at most one step away in every direction (box) or in one (star). */
static int64_t stencil_row(int64_t n, int dimensions, bool box, int64_t i, int32_t *ind, double *val)
{
    int64_t x = i % n, y = i / n % n, z = i / n / n, count = 0;
    int depth = dimensions == 3;
    double diagonal = box ? (depth ? 26 : 8) : (depth ? 6 : 4);

    for (int dz = -depth; dz <= depth; dz++)
        for (int dy = -1; dy <= 1; dy++)
            for (int dx = -1; dx <= 1; dx++) {
                if (!box && abs(dx) + abs(dy) + abs(dz) > 1)
                    continue;
                if (x + dx < 0 || x + dx >= n || y + dy < 0 || y + dy >= n || (depth && (z + dz < 0 || z + dz >= n)))
                    continue;
                if (ind) {
                    ind[count] = (int32_t)(i + (dz * n + dy) * n + dx);
                    val[count] = dx || dy || dz ? -1 : diagonal;
                }
                count++;
            }
    return count;
}

static struct gen_size size5(const struct gen_args *g)
{
    return cube(g, 2, 5);
}

static struct gen_size size9(const struct gen_args *g)
{
    return cube(g, 2, 9);
}

static struct gen_size size7(const struct gen_args *g)
{
    return cube(g, 3, 7);
}

static struct gen_size size27(const struct gen_args *g)
{
    return cube(g, 3, 27);
}

static int64_t row5(const struct gen_args *g, int64_t i, int32_t *ind, double *val)
{
    return stencil_row(g->value[0], 2, false, i, ind, val);
}

static int64_t row9(const struct gen_args *g, int64_t i, int32_t *ind, double *val)
{
    return stencil_row(g->value[0], 2, true, i, ind, val);
}

static int64_t row7(const struct gen_args *g, int64_t i, int32_t *ind, double *val)
{
    return stencil_row(g->value[0], 3, false, i, ind, val);
}

static int64_t row27(const struct gen_args *g, int64_t i, int32_t *ind, double *val)
{
    return stencil_row(g->value[0], 3, true, i, ind, val);
}

const struct generator gen_stencil5 = {
    .name = "stencil5",
    .form = "stencil5:N",
    .help = "N × N grid points",
    .example = "stencil5:500",
    .what = "2-D Laplacian, 5 points: short rows of equal length, the classical test problem",
    .args = 1,
    .field = FIELD_INTEGER,
    .size = size5,
    .row = row5,
};

const struct generator gen_stencil9 = {
    .name = "stencil9",
    .form = "stencil9:N",
    .help = "N × N grid points",
    .example = "stencil9:500",
    .what = "2-D box stencil, 9 points: as stencil5 with diagonal neighbours",
    .args = 1,
    .field = FIELD_INTEGER,
    .size = size9,
    .row = row9,
};

const struct generator gen_stencil7 = {
    .name = "stencil7",
    .form = "stencil7:N",
    .help = "N × N × N grid points",
    .example = "stencil7:64",
    .what = "3-D Laplacian, 7 points: far diagonals, so x is read from three places at once",
    .args = 1,
    .field = FIELD_INTEGER,
    .size = size7,
    .row = row7,
};

const struct generator gen_stencil27 = {
    .name = "stencil27",
    .form = "stencil27:N",
    .help = "N × N × N grid points",
    .example = "stencil27:64",
    .what = "3-D box stencil, 27 points: long regular rows, where bandwidth is all that counts",
    .args = 1,
    .field = FIELD_INTEGER,
    .size = size27,
    .row = row27,
};
