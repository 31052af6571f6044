/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gen_random: random entries: uniform, or with the skew of a network. */
#include "core/base/permute.h"
#include "core/generate/gen.h"

static bool uniform_check(const struct gen_args *g, struct err *e)
{
    uint64_t total = size_mul((uint64_t)g->value[0], (uint64_t)g->value[1]);

    if ((uint64_t)g->value[2] > total)
        return err_set(e, ERR_USAGE, "NNZ is more than the M × N places that there are");
    return total <= (uint64_t)1 << 62 || err_set(e, ERR_MEMORY, "M × N is more than 2^62");
}

static void uniform_entry(const struct gen_args *g, int64_t e, int32_t *row, int32_t *col, double *val)
{
    uint64_t n = (uint64_t)g->value[1], at = permute(g->seed, (uint64_t)g->value[0] * n, (uint64_t)e);
    uint64_t bits = hash_at(~g->seed, at, 0);

    *row = (int32_t)(at / n);
    *col = (int32_t)(at % n);
    if (g->count > 3) {
        /* -MAX .. MAX without 0 */
        int64_t v = (int64_t)((bits >> 1) % (uint64_t)g->value[3]) + 1;
        *val = (double)(bits & 1 ? v : -v);
    } else
        *val = hash_signed(bits);
}

static struct gen_size rmat_size(const struct gen_args *g)
{
    uint64_t n = g->value[0] > 40 ? (uint64_t)1 << 40 : (uint64_t)1 << g->value[0];

    return (struct gen_size){ n, n, size_mul(n, (uint64_t)g->value[1]) };
}

/* R-MAT (Chakrabarti, Zhan & Faloutsos, SDM'04) as in Graph500: 0.57, 0.19, 0.19, 0.05, by 16 bits each. */
static void rmat_entry(const struct gen_args *g, int64_t e, int32_t *row, int32_t *col, double *val)
{
    static const unsigned corner[] = { 37356, 49807, 62259 }; /* of 65536 */
    uint64_t bits = 0;
    int32_t i = 0, j = 0;

    for (int level = 0; level < g->value[0]; level++) {
        if (level % 4 == 0)
            bits = hash_at(g->seed, (uint64_t)e, (uint64_t)level);
        unsigned x = (unsigned)(bits & 0xFFFF), q = 0u + (x >= corner[0]) + (x >= corner[1]) + (x >= corner[2]);
        bits >>= 16;
        i = i << 1 | (int32_t)(q >> 1);
        j = j << 1 | (int32_t)(q & 1);
    }
    *row = i;
    *col = j;
    *val = hash_signed(hash_at(~g->seed, (uint64_t)e, 0));
}

const struct generator gen_uniform = {
    GEN_FORM("uniform", ":M:N:NNZ[:MAX]"),
    .help = "M × N with NNZ entries in different places, values in [-1, 1), or whole numbers up to MAX",
    .example = "uniform:100000:100000:1000000",
    .what = "entries anywhere: x is read at random, the worst for every cache",
    .field_optional = FIELD_INTEGER,
    .range = { [3] = { 1, 1 << 30 } },
    .check = uniform_check,
    .entry = uniform_entry,
};

const struct generator gen_rmat = {
    GEN_FORM("rmat", ":SCALE:DEGREE"),
    .help = "2^SCALE rows, DEGREE entries a row on average, duplicates summed",
    .example = "rmat:16:16",
    .what = "a network: few rows have very many entries, most very few",
    .size = rmat_size,
    .entry = rmat_entry,
};
