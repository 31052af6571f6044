/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gen_lesson: matrices that each show one effect: a format that explodes, threads that starve, caches that fail. */
#include "core/generate/gen.h"

/* `count` distinct columns of n, ascending, one in each of `count` parts of equal size; count ≤ n. */
static void scatter_columns(uint64_t seed, int64_t i, int64_t n, int64_t count, int32_t *ind, double *val)
{
    uint64_t bits = hash_at(seed, (uint64_t)i, 1);
    double part = count > 0 ? (double)n / (double)count : 0;

    for (int64_t k = 0; k < count; k++) {
        int64_t from = (int64_t)((double)k * part), to = k + 1 < count ? (int64_t)((double)(k + 1) * part) : n;
        uint64_t x = hash_mix(bits + (uint64_t)k);
        ind[k] = (int32_t)(from + (int64_t)(x >> 32) % (to - from));
        val[k] = hash_signed(hash_mix(x));
    }
}

/* ---- short: 1 to 3 entries a row ---- */

static int64_t short_row(const struct gen_args *g, int64_t i, int32_t *ind, double *val)
{
    int64_t n = g->value[0], count = 1 + (int64_t)(hash_at(g->seed, (uint64_t)i, 0) % 3);

    count = count < n ? count : n;
    if (ind)
        scatter_columns(g->seed, i, n, count, ind, val);
    return count;
}

/* ---- scatter: D entries a row, anywhere ---- */

static int64_t scatter_row(const struct gen_args *g, int64_t i, int32_t *ind, double *val)
{
    if (ind)
        scatter_columns(g->seed, i, g->value[0], g->value[1], ind, val);
    return g->value[1];
}

/* ---- powerlaw: P(length ≥ l) = (l / least)^-(alpha - 1), the mean is D ---- */

static struct gen_size powerlaw_size(const struct gen_args *g)
{
    /* rounding adds less than one to a row; ten times the mean is far above any sum of many rows */
    uint64_t n = (uint64_t)g->value[0], most = size_mul(n, size_add(size_mul(10, (uint64_t)g->value[1]), 1));

    return (struct gen_size){ n, n, most < size_mul(n, n) ? most : size_mul(n, n) };
}

static int64_t powerlaw_row(const struct gen_args *g, int64_t i, int32_t *ind, double *val)
{
    double tail = (double)g->value[2] / 10 - 1, least = (double)g->value[1] * (tail - 1) / tail,
           n = (double)g->value[0];
    uint64_t bits = hash_at(g->seed, (uint64_t)i, 0);
    double length = least * pow(1 - hash_unit(bits), -1 / tail) + hash_unit(hash_mix(bits));
    int64_t count = length < n ? (int64_t)length : g->value[0];

    if (ind)
        scatter_columns(g->seed, i, g->value[0], count, ind, val);
    return count;
}

/* ---- arrow and hub ---- */

static int64_t arrow_row(const struct gen_args *g, int64_t i, int32_t *ind, double *val)
{
    int64_t n = g->value[0], count = i == 0 ? n : 2;

    for (int64_t k = 0; ind && k < count; k++) {
        int64_t j = i == 0 ? k : k * i;
        ind[k] = (int32_t)j;
        val[k] = i == j ? (double)n : hash_signed(gen_pair(g->seed, i, j));
    }
    return count;
}

/* The diagonal and column n/2. */
static int64_t hub_row(const struct gen_args *g, int64_t i, int32_t *ind, double *val)
{
    int64_t hub = g->value[0] / 2, count = i == hub ? 1 : 2, lower = i < hub ? i : hub;

    for (int64_t k = 0; ind && k < count; k++) {
        int64_t j = k == 0 ? lower : i + hub - lower;
        ind[k] = (int32_t)j;
        val[k] = 2 * (i == j) + hash_signed(hash_at(g->seed, (uint64_t)i, (uint64_t)j));
    }
    return count;
}

const struct generator gen_short = {
    .name = "short",
    .form = "short:N",
    .help = "N rows of 1 to 3 entries",
    .example = "short:1000000",
    .what = "1 to 3 entries a row: a warp per row (CSR-vector) starves, 29 of its 32 lanes have nothing to do",
    .per_row = 3,
    .row = short_row,
};

const struct generator gen_scatter = {
    .name = "scatter",
    .form = "scatter:N:D",
    .help = "N rows of D entries each, in columns anywhere",
    .example = "scatter:200000:16",
    .what = "all rows alike, but every entry in another cache line of x: only the caches make it slow",
    .range = { { 0, 0 }, { 0, GEN_ROWS } },
    .row = scatter_row,
};

const struct generator gen_powerlaw = {
    .name = "powerlaw",
    .form = "powerlaw:N:D:ALPHA",
    .help = "N rows of D entries on average, lengths by a power law with exponent ALPHA/10 (21 .. 100)",
    .example = "powerlaw:100000:8:23",
    .what = "few rows hold most entries: a thread per row waits for the longest; the smaller ALPHA, the longer",
    .size = powerlaw_size,
    .range = { { 1, 0 }, { 1, GEN_ROWS }, { 21, 100 } },
    .row = powerlaw_row,
};

const struct generator gen_arrow = {
    .name = "arrow",
    .form = "arrow:N",
    .help = "N rows",
    .example = "arrow:100000",
    .what = "first row, first column and the diagonal: ELLPACK explodes, and its transpose is itself",
    .per_row = 3,
    .row = arrow_row,
};

const struct generator gen_hub = {
    .name = "hub",
    .form = "hub:N",
    .help = "N rows",
    .example = "hub:100000",
    .what = "a diagonal and one dense column: easy to multiply, but transposing gives one row to a single thread",
    .per_row = 2,
    .row = hub_row,
};
