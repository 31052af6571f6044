/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gen_applied: patterns from applications: recommendation, linear programming, circuits, optimisation, web graphs. */
#include "core/base/ascending.h"
#include "core/base/permute.h"
#include "core/generate/gen.h"

/* The columns of a row in any order; drawn_row sorts them, drops duplicates, and adds values by position. */
enum { DRAWN = 192 };

struct drawn {
    int32_t column[DRAWN];
    int count;
};

static void draw(struct drawn *d, int64_t column, int64_t n)
{
    if (column >= 0 && column < n && d->count < DRAWN)
        d->column[d->count++] = (int32_t)column;
}

static void drawn_row(struct drawn *d, struct gen_row *r)
{
    qsort(d->column, (size_t)d->count, sizeof *d->column, ascending_int32);
    for (int k = 0; k < d->count; k++)
        if (k == 0 || d->column[k] != d->column[k - 1])
            gen_put(r, d->column[k], hash_signed(hash_at(r->args->seed, (uint64_t)r->i, (uint64_t)d->column[k])));
}

/* `count` columns of n, ascending, one in each of `count` parts of equal width: for long rows. */
static void spread_row(struct gen_row *r, uint64_t seed, int64_t n, int64_t count)
{
    for (int64_t k = 0; k < count; k++) {
        int64_t from = n / count * k + n % count * k / count, to = n / count * (k + 1) + n % count * (k + 1) / count;
        uint64_t bits = hash_at(seed, (uint64_t)r->i, (uint64_t)k);
        gen_put(r, from + (int64_t)((bits >> 1) % (uint64_t)(to - from)), hash_signed(hash_mix(bits)));
    }
}

/* ---- items: users × items, both by Zipf's law ---- */

static bool items_check(const struct gen_args *g, struct err *e)
{
    return (g->value[0] > 0 && g->value[1] > 0) || g->value[2] == 0 ||
           err_set(e, ERR_USAGE, "there are no users or no items to rate");
}

/* Draws a rank with P(rank ≤ r) = (r / n)^(1 - s): a density like r^-s. */
static uint64_t zipf(uint64_t bits, uint64_t n, double s)
{
    uint64_t rank = (uint64_t)((double)n * pow(hash_unit(bits), 1 / (1 - s)));

    return rank < n ? rank : n - 1;
}

static void items_entry(const struct gen_args *g, int64_t e, int32_t *row, int32_t *col, double *val)
{
    uint64_t users = (uint64_t)g->value[0], items = (uint64_t)g->value[1], bits = hash_at(g->seed, (uint64_t)e, 0);

    *row = (int32_t)permute(g->seed, users, zipf(bits, users, 0.5));
    *col = (int32_t)permute(~g->seed, items, zipf(hash_mix(bits), items, 0.7));
    *val = (double)(1 + hash_mix(bits ^ 1) % 5);
}

/* ---- lp: constraints × variables ---- */

enum { LP_COUPLING = 20, LP_RUN = 4 };

static struct gen_size lp_size(const struct gen_args *g)
{
    uint64_t m = (uint64_t)g->value[0], n = (uint64_t)g->value[1];

    return (struct gen_size){ m, n, size_add(size_mul(m, DRAWN), size_mul(LP_COUPLING, n / 20)) };
}

/* Coupling constraints are spread over a twentieth of the variables; the others sum a few runs of neighbours. */
static void lp_row(struct gen_row *r)
{
    const struct gen_args *g = r->args;
    const int64_t i = r->i, m = g->value[0], n = g->value[1], own = (int64_t)((double)i / (double)m * (double)n);
    struct drawn d = { .count = 0 };

    if (i % (m / LP_COUPLING) == 0 && i / (m / LP_COUPLING) < LP_COUPLING) {
        spread_row(r, g->seed, n, n / 20);
        return;
    }
    uint64_t bits = hash_at(g->seed, (uint64_t)i, 0);
    int runs = 2 + (int)(bits % 12);
    for (int run = 0; run < runs; run++) {
        uint64_t x = hash_at(g->seed, (uint64_t)i, (uint64_t)run + 1);
        int64_t at = x % 4 ? own + (int64_t)(x >> 8) % (n / 100 + 1) : (int64_t)((x >> 8) % (uint64_t)n);
        for (int k = 0; k < LP_RUN; k++)
            draw(&d, at + k, n);
    }
    drawn_row(&d, r);
}

/* ---- circuit: nodes with a few near neighbours, and HUBS supply lines to a quarter of all ---- */

enum { CIRCUIT_HUBS = 64, CIRCUIT_NEAR = 1000 };

static struct gen_size circuit_size(const struct gen_args *g)
{
    uint64_t n = (uint64_t)g->value[0], hubs = (uint64_t)g->value[1];

    return (struct gen_size){ n, n, size_add(size_mul(n, 12 + hubs), size_mul(hubs, n / 4 + 1)) };
}

static void circuit_row(struct gen_row *r)
{
    const struct gen_args *g = r->args;
    const int64_t i = r->i, n = g->value[0], hubs = g->value[1], apart = hubs ? n / hubs : n + 1;
    struct drawn d = { .count = 0 };

    if (i % apart == apart / 2 && i / apart < hubs) {
        spread_row(r, g->seed, n, n / 4);
        return;
    }
    draw(&d, i, n);
    int near = 2 + (int)(hash_at(g->seed, (uint64_t)i, 0) % 8);
    for (int k = 0; k < near; k++) {
        uint64_t x = hash_at(g->seed, (uint64_t)i, (uint64_t)k + 1);
        draw(&d, i + (int64_t)(x % (2 * CIRCUIT_NEAR + 1)) - CIRCUIT_NEAR, n);
    }
    for (int64_t h = 0; h < hubs; h++)
        if (hash_at(~g->seed, (uint64_t)i, (uint64_t)h) % 4 == 0)
            draw(&d, h * apart + apart / 2, n);
    drawn_row(&d, r);
}

/* ---- hypersparse: most rows are empty ---- */

static struct gen_size hypersparse_size(const struct gen_args *g)
{
    uint64_t n = (uint64_t)g->value[0];

    return (struct gen_size){ n, n, size_mul(n, (uint64_t)g->value[2]) };
}

static void hypersparse_row(struct gen_row *r)
{
    const struct gen_args *g = r->args;
    if (hash_at(g->seed, (uint64_t)r->i, 0) % 100 < (uint64_t)g->value[1])
        spread_row(r, ~g->seed, g->value[0], g->value[2]);
}

/* ---- saddle: [H Bᵀ; B 0], H a grid, B constraints on eight points each ---- */

enum { SADDLE_POINTS = 8 };

static struct gen_size saddle_size(const struct gen_args *g)
{
    uint64_t points = size_mul((uint64_t)g->value[0], (uint64_t)g->value[0]), n = size_add(points, points / 4);

    return (struct gen_size){ n, n, size_add(size_mul(5, points), size_mul(2 * SADDLE_POINTS, points / 4)) };
}

/* Point k of constraint c is permute_k(c), so a point finds its constraints by the inverse. */
static void saddle_row(struct gen_row *r)
{
    const struct gen_args *g = r->args;
    const int64_t i = r->i, side = g->value[0], points = side * side, constraints = points / 4,
                  n = points + constraints;
    struct drawn d = { .count = 0 };

    for (uint64_t k = 0; k < SADDLE_POINTS; k++) {
        if (i >= points) {
            draw(&d, (int64_t)permute(g->seed + k, (uint64_t)points, (uint64_t)(i - points)), n);
        } else {
            uint64_t c = permute_inverse(g->seed + k, (uint64_t)points, (uint64_t)i);
            if (c < (uint64_t)constraints)
                draw(&d, points + (int64_t)c, n);
        }
    }
    if (i < points) {
        draw(&d, i, n);
        draw(&d, i >= side ? i - side : -1, n);
        draw(&d, i + side < points ? i + side : -1, n);
        draw(&d, i % side ? i - 1 : -1, n);
        draw(&d, (i + 1) % side ? i + 1 : -1, n);
    }
    drawn_row(&d, r);
    for (int64_t k = 0; r->ind && k < r->count; k++) /* A = Aᵀ */
        r->val[k] = r->ind[k] == i ? 4 : hash_signed(gen_pair(g->seed, r->ind[k], i));
}

/* ---- web: pages of hosts ---- */

static struct gen_size web_size(const struct gen_args *g)
{
    return (struct gen_size){ (uint64_t)g->value[0], (uint64_t)g->value[0],
                              size_mul((uint64_t)g->value[0], (uint64_t)(2 * g->value[1] + 1)) };
}

/* Four links in five stay near the page and repeat those of the page before; the others go anywhere (Zipf's law). */
static void web_row(struct gen_row *r)
{
    const struct gen_args *g = r->args;
    const int64_t i = r->i, n = g->value[0];
    struct drawn d = { .count = 0 };
    int links = 1 + (int)(hash_at(g->seed, (uint64_t)i, 0) % (uint64_t)(2 * g->value[1]));

    for (int k = 0; k < links; k++) {
        uint64_t like = k % 2 ? (uint64_t)i / 8 * 8 : (uint64_t)i, x = hash_at(g->seed, like, (uint64_t)k + 1);
        if (x % 5)
            draw(&d, (int64_t)(like / 64 * 64) + (int64_t)((x >> 8) % 256), n);
        else
            draw(&d, (int64_t)permute(~g->seed, (uint64_t)n, zipf(x, (uint64_t)n, 0.6)), n);
    }
    drawn_row(&d, r);
}

const struct generator gen_items = {
    GEN_FORM("items", ":USERS:ITEMS:NNZ"),
    .help = "NNZ ratings, users and items drawn by Zipf's law (exponents 0.5 and 0.7), duplicates summed",
    .example = "items:100000:8000:1000000",
    .what = "users × items: a tenth of the columns holds most entries, so their rows of X are worth keeping",
    .field = FIELD_INTEGER,
    .check = items_check,
    .entry = items_entry,
};

const struct generator gen_lp = {
    GEN_FORM("lp", ":M:N"),
    .help = "M constraints on N variables; 20 of them couple a twentieth of all variables",
    .example = "lp:20000:200000",
    .what = "linear programming: short rows, a few of them hundreds of times as long as the others",
    .size = lp_size,
    .range = { { 10 * LP_COUPLING, 0 }, { 1000, 0 } },
    .row = lp_row,
};

const struct generator gen_circuit = {
    GEN_FORM("circuit", ":N:HUBS"),
    .help = "N nodes with a few near neighbours each; HUBS of them (64 at most) touch a quarter of all",
    .example = "circuit:100000:20",
    .what = "a circuit with supply lines: a few dense rows, and columns that many rows share",
    .size = circuit_size,
    .range = { { 16 * CIRCUIT_HUBS, 0 }, { 0, CIRCUIT_HUBS } },
    .row = circuit_row,
};

const struct generator gen_hypersparse = {
    GEN_FORM("hypersparse", ":N:PERCENT:D"),
    .help = "N rows, PERCENT of which have D entries each; the others are empty",
    .example = "hypersparse:1000000:6:8",
    .what = "most rows are empty: writing the zeros of Y costs more than the product",
    .size = hypersparse_size,
    .range = { { 0, 0 }, { 0, 100 }, { 1, GEN_ROWS } },
    .row = hypersparse_row,
};

const struct generator gen_saddle = {
    GEN_FORM("saddle", ":SIDE"),
    .help =
        "a grid of SIDE × SIDE points and a constraint for every fourth of them, on eight points anywhere; symmetric",
    .example = "saddle:300",
    .what = "a saddle point system: half of it a grid, half of it scattered",
    .size = saddle_size,
    .range = { { 4, 0 } },
    .row = saddle_row,
};

const struct generator gen_web = {
    GEN_FORM("web", ":N:D"),
    .help = "N pages with D links on average (64 at most), most of them near, the others by Zipf's law",
    .example = "web:100000:12",
    .what = "a web graph: neighbouring pages share links, and a few pages are linked from everywhere",
    .size = web_size,
    .range = { { 0, 0 }, { 1, 64 } },
    .row = web_row,
};
