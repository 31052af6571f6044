/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gen_lesson: matrices that each show one effect: a format that explodes, threads that starve, caches that fail. */
#include "core/generate/gen.h"

/* `count` distinct columns of n, ascending, one in each of `count` parts of equal size; count ≤ n. */
static void scatter_columns(struct gen_row *r, int64_t n, int64_t count)
{
    const uint64_t bits = hash_at(r->args->seed, (uint64_t)r->i, 1);
    const double part = count > 0 ? (double)n / (double)count : 0;

    for (int64_t k = 0; k < count; k++) {
        int64_t from = (int64_t)((double)k * part), to = k + 1 < count ? (int64_t)((double)(k + 1) * part) : n;
        uint64_t x = hash_mix(bits + (uint64_t)k);
        gen_put(r, from + (int64_t)(x >> 32) % (to - from), hash_signed(hash_mix(x)));
    }
}

/* ---- short: 1 to 3 entries a row ---- */

static void short_row(struct gen_row *r)
{
    const int64_t n = r->args->value[0], count = 1 + (int64_t)(hash_at(r->args->seed, (uint64_t)r->i, 0) % 3);

    scatter_columns(r, n, count < n ? count : n);
}

/* ---- scatter: D entries a row, anywhere ---- */

static void scatter_row(struct gen_row *r)
{
    scatter_columns(r, r->args->value[0], r->args->value[1]);
}

/* ---- powerlaw: P(length ≥ l) = (l / least)^-(alpha - 1), the mean is D ---- */

static struct gen_size powerlaw_size(const struct gen_args *g)
{
    /* rounding adds less than one per row; ten times the mean is far above any sum of many rows */
    uint64_t n = (uint64_t)g->value[0], most = size_mul(n, size_add(size_mul(10, (uint64_t)g->value[1]), 1));

    return (struct gen_size){ n, n, most < size_mul(n, n) ? most : size_mul(n, n) };
}

static void powerlaw_row(struct gen_row *r)
{
    const struct gen_args *g = r->args;
    double tail = (double)g->value[2] / 10 - 1, least = (double)g->value[1] * (tail - 1) / tail,
           n = (double)g->value[0];
    uint64_t bits = hash_at(g->seed, (uint64_t)r->i, 0);
    double length = least * pow(1 - hash_unit(bits), -1 / tail) + hash_unit(hash_mix(bits));

    scatter_columns(r, g->value[0], length < n ? (int64_t)length : g->value[0]);
}

static void arrow_row(struct gen_row *r)
{
    const int64_t i = r->i, n = r->args->value[0];

    for (int64_t k = 0; k < (i == 0 ? n : 2); k++) {
        const int64_t j = i == 0 ? k : k * i;
        gen_put(r, j, i == j ? (double)n : hash_signed(gen_pair(r->args->seed, i, j)));
    }
}

/* The diagonal and column n/2. */
static void hub_row(struct gen_row *r)
{
    const int64_t i = r->i, hub = r->args->value[0] / 2, lower = i < hub ? i : hub;

    for (int64_t k = 0; k < (i == hub ? 1 : 2); k++) {
        const int64_t j = k == 0 ? lower : i + hub - lower;
        gen_put(r, j, 2 * (i == j) + hash_signed(hash_at(r->args->seed, (uint64_t)i, (uint64_t)j)));
    }
}

const struct generator gen_short = {
    GEN_FORM("short", ":N"),
    .help = "N rows of 1 to 3 entries",
    .example = "short:1000000",
    .what = "1 to 3 entries a row: a warp per row (CSR-vector) starves, 29 of its 32 lanes have nothing to do",
    .per_row = 3,
    .row = short_row,
};

const struct generator gen_scatter = {
    GEN_FORM("scatter", ":N:D"),
    .help = "N rows of D entries each, in columns anywhere",
    .example = "scatter:200000:16",
    .what = "all rows alike, but every entry in another cache line of x: only the caches make it slow",
    .range = { { 0, 0 }, { 0, GEN_ROWS } },
    .row = scatter_row,
};

const struct generator gen_powerlaw = {
    GEN_FORM("powerlaw", ":N:D:ALPHA"),
    .help = "N rows of D entries on average, lengths by a power law with exponent ALPHA/10 (21 .. 100)",
    .example = "powerlaw:100000:8:23",
    .what = "few rows hold most entries: a thread per row waits for the longest; the smaller ALPHA, the longer",
    .size = powerlaw_size,
    .range = { { 1, 0 }, { 1, GEN_ROWS }, { 21, 100 } },
    .row = powerlaw_row,
};

const struct generator gen_arrow = {
    GEN_FORM("arrow", ":N"),
    .help = "N rows",
    .example = "arrow:100000",
    .what = "first row, first column and the diagonal: ELLPACK explodes, and its transpose is itself",
    .per_row = 3,
    .row = arrow_row,
};

const struct generator gen_hub = {
    GEN_FORM("hub", ":N"),
    .help = "N rows",
    .example = "hub:100000",
    .what = "a diagonal and one dense column: easy to multiply, but transposing gives one row to a single thread",
    .per_row = 2,
    .row = hub_row,
};
