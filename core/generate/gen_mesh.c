/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gen_mesh: irregular meshes: finite elements with three unknowns a node, and a road network. */
#include "core/generate/gen.h"

/* The least s with s^d ≥ n. */
static int64_t side(int64_t n, int d)
{
    int64_t lo = 0, hi = (int64_t)1 << (d == 2 ? 31 : 20);

    while (lo < hi) {
        int64_t mid = lo + (hi - lo) / 2, power = d == 2 ? mid * mid : mid * mid * mid;
        if (power < n)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo;
}

static struct gen_size fem_size(const struct gen_args *g)
{
    uint64_t m = size_mul(3, (uint64_t)g->value[0]);

    return (struct gen_size){ m, m, size_mul(m, 3 * 27) };
}

/* Entry (a, b) of the 3×3 block of nodes v, w; block (w, v) is its transpose, and the diagonal dominates. */
static double fem_value(uint64_t seed, int64_t v, int64_t w, int a, int b)
{
    int turned = v > w || (v == w && a > b) ? 3 * b + a : 3 * a + b;
    double x = hash_signed(hash_mix(gen_pair(~seed, v, w) + (uint64_t)turned));

    return v == w && a == b ? 81 + x : x;
}

static void fem_row(struct gen_row *r)
{
    const struct gen_args *g = r->args;
    const int64_t nodes = g->value[0], s = side(nodes, 3), v = r->i / 3, x = v % s, y = v / s % s, z = v / s / s;

    for (int dz = -1; dz <= 1; dz++)
        for (int dy = -1; dy <= 1; dy++)
            for (int dx = -1; dx <= 1; dx++) {
                int64_t w = v + (dz * s + dy) * s + dx;
                if (x + dx < 0 || x + dx >= s || y + dy < 0 || y + dy >= s || z + dz < 0 || w >= nodes)
                    continue;
                /* nodes share an element along edges and faces, and across for a quarter of them */
                if (dx && dy && dz && gen_pair(g->seed, v, w) % 4 != 0)
                    continue;
                for (int b = 0; b < 3; b++)
                    gen_put(r, 3 * w + b, fem_value(g->seed, v, w, (int)(r->i % 3), b));
            }
}

enum { TILE = 64 };

/* Numbers are shuffled in runs of 64 crossings, but for a shorter last: k → (a·k + c) mod 64; `back` inverts that. */
static int64_t road_number(const struct gen_args *g, int64_t crossing, bool back)
{
    int64_t tile = crossing / TILE;

    if ((tile + 1) * TILE > g->value[0])
        return crossing;
    uint64_t bits = hash_at(g->seed, (uint64_t)tile, 7), a = bits % TILE | 1, c = bits >> 32,
             k = (uint64_t)(crossing % TILE);
    if (back) {
        uint64_t inverse = a; /* Newton's iteration: a·a ≡ 1 mod 8, and each step doubles the number of right bits */
        inverse *= 2 - a * inverse;
        inverse *= 2 - a * inverse;
        k = (k - c) * inverse;
    } else
        k = a * k + c;
    return tile * TILE + (int64_t)(k % TILE);
}

/* Crossings on a square grid; 70% of the roads between neighbours exist. */
static void road_row(struct gen_row *r)
{
    const struct gen_args *g = r->args;
    const int64_t n = g->value[0], s = side(n, 2), v = road_number(g, r->i, true), x = v % s;
    const int64_t near[4] = { v - s, x > 0 ? v - 1 : -1, x + 1 < s ? v + 1 : -1, v + s };

    for (int k = 0; k < 4; k++) {
        if (near[k] < 0 || near[k] >= n || hash_unit(gen_pair(g->seed, v, near[k])) >= 0.70)
            continue;
        gen_put(r, road_number(g, near[k], false), 1.5 + hash_signed(gen_pair(~g->seed, v, near[k]))); /* 0.5 .. 2.5 */
        for (int64_t p = r->count - 1; r->ind && p > 0 && r->ind[p - 1] > r->ind[p]; p--) {
            const int32_t j = r->ind[p];
            const double length = r->val[p];
            r->ind[p] = r->ind[p - 1];
            r->val[p] = r->val[p - 1];
            r->ind[p - 1] = j;
            r->val[p - 1] = length;
        }
    }
}

const struct generator gen_fem = {
    GEN_FORM("fem", ":NODES"), .help = "NODES nodes of a 3-D mesh with 3 unknowns each",
    .example = "fem:20000",    .what = "3-D finite elements: dense 3×3 blocks, about 60 entries a row",
    .size = fem_size,          .row = fem_row,
};

const struct generator gen_road = {
    GEN_FORM("road", ":N"),
    .help = "N crossings",
    .example = "road:1000000",
    .what = "a road network: fewer than 3 entries a row, some rows empty, numbered locally",
    .per_row = 4,
    .row = road_row,
};
