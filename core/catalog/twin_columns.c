/* SPDX-License-Identifier: GPL-3.0-or-later */
/* twin_columns: the columns of a row, by kind of matrix, as a function of the row alone. */
#include "core/base/hash.h"
#include "core/base/minmax.h"
#include "core/catalog/twin.h"

/* The neighbours in an s × s × s grid of nodes form nine lines: run g of `runs` is around node + (z s + y) s. */
static int64_t line_of(int g, int runs, int64_t s)
{
    int at = g - runs / 2;
    int64_t z = runs > 5   ? (at + 10) / 3 - 3
                : runs > 3 ? at / 2
                           : 0,
            y = runs > 5   ? at - 3 * z
                : runs > 3 ? at % 2
                           : at;

    return (z * s + y) * s;
}

static void mesh_columns(const struct twin_kind *k, int64_t m, int64_t n, int64_t i, int64_t length, int32_t *ind)
{
    int64_t b = k->block, s = (int64_t)cbrt((double)n / (double)b) + 1,
            node = (int64_t)((double)i / (double)m * (double)n) / b;
    int runs = length >= 9 * b ? 9 : length >= 5 * b ? 5 : length >= 3 * b ? 3 : 1;
    int64_t done = 0, end = 0; /* columns before `end` are taken or skipped */

    for (int g = 0; g < runs; g++) {
        int64_t left = length - done,
                want = (int32_t)left / ((runs - g) * k->block) * k->block; /* 32 bits divide faster */
        want = g == runs - 1 ? left : want < 1 ? 1 : want;
        int64_t from = b * (node + line_of(g, runs, s) - (int32_t)want / (2 * k->block));
        from = clamp64(from, end, n - left);
        for (int64_t j = 0; j < want; j++)
            ind[done++] = (int32_t)(from + j);
        end = from + want;
    }
}

/* `count` distinct columns in [from, to), one in each of `count` strata; column `must` is included if it is in range.
   skew: columns move, by the fourth power, towards the hub at the beginning of their stretch. */
static int32_t *stratify(uint64_t seed, int64_t from, int64_t to, int64_t count, int64_t must, bool skew, int32_t *out)
{
    int64_t room = to - from, next = from;
    double step = count > 0 ? 1.0 / (double)count : 0;

    for (int64_t k = 0; k < count; k++) {
        uint64_t bits = hash_mix(seed + (uint64_t)k);
        double x = ((double)k + hash_unit(bits)) * step;
        int64_t j = from + (int64_t)(x * (double)room);
        if (skew && (bits & 7) != 0) {
            /* a stretch of 2^10 or 2^15 columns */
            int shift = (bits & 8) ? 10 : 15;
            int64_t base = j >> shift << shift;
            double y = (double)(j - base) / (double)((int64_t)1 << shift);
            j = base + (int64_t)(y * y * y * y * (double)((int64_t)1 << shift));
        }
        int64_t last = to - (count - k);
        j = clamp64(j, next, last);
        if (must >= next && must <= last && (j >= must || (k == count - 1)))
            j = must;
        out[k] = (int32_t)j;
        next = j + 1;
    }
    return out + count;
}

void twin_columns(const struct twin_kind *k, uint64_t seed, int64_t m, int64_t n, int64_t i, int64_t length,
                  int32_t *ind)
{
    if (k->mesh) {
        mesh_columns(k, m, n, i, length, ind);
        return;
    }
    uint64_t bits = hash_at(seed, (uint64_t)i, 3);
    int64_t at = m == n ? i : (int64_t)((double)i / (double)m * (double)n);
    int64_t near = (int64_t)(k->near * (double)length + hash_unit(bits));
    near = clamp64(near, k->diagonal && length > 0, length);
    int64_t far = length - near, wide = 2 * k->window + 1 > near ? 2 * k->window + 1 : near;
    wide = near == 0 ? 0 : clamp64(wide, near, n - far);
    int64_t from = clamp64(at - wide / 2, 0, n - wide), to = from + wide, outside = n - wide;
    int64_t before =
        outside > 0 ? (int64_t)((double)far * (double)from / (double)outside + hash_unit(hash_mix(bits))) : 0;
    before = clamp64(before, far - (n - to) > 0 ? far - (n - to) : 0, far < from ? far : from);
    ind = stratify(hash_mix(bits + 1), 0, from, before, -1, k->skew, ind);
    ind = stratify(hash_mix(bits + 2), from, to, near, k->diagonal ? at : -1, false, ind);
    stratify(hash_mix(bits + 3), to, n, far - before, -1, k->skew, ind);
}

static const struct twin_kind kinds[] = {
    { .name = "mesh", .block = 1, .mesh = true, .diagonal = true, .spread = 0.15 },
    { .name = "fem-block", .block = 3, .mesh = true, .diagonal = true, .spread = 0.25 },
    { .name = "circuit", .block = 1, .near = 0.7, .window = 24, .skew = true, .diagonal = true, .spread = 0.6 },
    { .name = "chemical", .block = 1, .near = 0.6, .window = 40, .diagonal = true, .spread = 0.6 },
    { .name = "economics", .block = 1, .near = 0.5, .window = 64, .diagonal = true, .spread = 0.7 },
    { .name = "lp", .block = 1, .near = 0.3, .window = 100, .spread = 1 },
    { .name = "road", .block = 1, .near = 0.97, .window = 48, .spread = 0.35 },
    { .name = "web", .block = 1, .near = 0.6, .window = 200, .skew = true, .spread = 2 },
    { .name = "network", .block = 1, .near = 0.4, .window = 300, .skew = true, .spread = 1 },
    { .name = "power-law", .block = 1, .near = 0, .skew = true, .spread = 2.5 },
    { .name = "", .block = 1, .near = 0.2, .window = 100, .spread = 0.5 },
};

const struct twin_kind *twin_kind(const char *name)
{
    const struct twin_kind *k = kinds;

    while (*k->name && strcmp(k->name, name) != 0)
        k++;
    return k;
}
