/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gen_band: matrices around the diagonal: full and partial bands, the diagonal alone, and one with a dense row. */
#include "core/generate/gen.h"

static struct gen_size band_size(const struct gen_args *g)
{
    uint64_t n = (uint64_t)g->value[0], half = (uint64_t)g->value[1], width = size_add(size_mul(2, half), 1);

    return (struct gen_size){ n, n, size_mul(n, width < n ? width : n) };
}

static void band_row(struct gen_row *r)
{
    const int64_t i = r->i, n = r->args->value[0], half = r->args->value[1];
    const int64_t lo = i > half ? i - half : 0, hi = half < n - 1 - i ? i + half : n - 1;

    for (int64_t j = lo; j <= hi; j++)
        gen_put(r, j, i == j ? (double)(hi - lo + 1) : hash_signed(gen_pair(r->args->seed, i, j)));
}

/* value[2] percent of the places beside the diagonal are filled. */
static void wideband_row(struct gen_row *r)
{
    const struct gen_args *g = r->args;
    const int64_t i = r->i, n = g->value[0], half = g->value[1];

    for (int64_t j = i > half ? i - half : 0; j <= i + half && j < n; j++) {
        uint64_t bits = hash_at(g->seed, (uint64_t)i, (uint64_t)j);
        if (j == i || bits % 100 < (uint64_t)g->value[2])
            gen_put(r, j, hash_signed(hash_mix(bits)));
    }
}

static void diag_row(struct gen_row *r)
{
    gen_put(r, r->i, 2 + hash_signed(gen_pair(r->args->seed, r->i, r->i)));
}

static void denserow_row(struct gen_row *r)
{
    const int64_t n = r->args->value[0];

    if (r->i != n / 2) {
        diag_row(r);
        return;
    }
    for (int64_t j = 0; j < n; j++)
        gen_put(r, j, hash_signed(gen_pair(r->args->seed, r->i, j)) + (r->i == j ? (double)n : 0));
}

const struct generator gen_band = {
    GEN_FORM("band", ":N:HALF"), .help = "N rows, HALF diagonals on each side of the main one",
    .example = "band:100000:8",  .what = "a full band: every row the same, x read in order",
    .size = band_size,           .row = band_row,
};

const struct generator gen_diag = {
    GEN_FORM("diag", ":N"),
    .help = "N rows",
    .example = "diag:1000000",
    .what = "one entry a row: what is left is the cost of a row",
    .per_row = 1,
    .row = diag_row,
};

const struct generator gen_denserow = {
    GEN_FORM("denserow", ":N"),
    .help = "N rows",
    .example = "denserow:117000",
    .what = "a diagonal and one dense row: ELLPACK explodes, and whoever gives a thread a row waits for one thread",
    .per_row = 2,
    .row = denserow_row,
};

const struct generator gen_wideband = {
    GEN_FORM("wideband", ":N:HALF:PERCENT"),
    .help = "N rows; PERCENT of the places within HALF of the diagonal are filled",
    .example = "wideband:5000:300:18",
    .what = "a band that is filled in part: rows of X are reused at once, and whatever multiplies decides",
    .range = { { 1, 0 }, { 0, GEN_ROWS }, { 1, 100 } },
    .size = band_size,
    .row = wideband_row,
};
