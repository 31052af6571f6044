/* SPDX-License-Identifier: GPL-3.0-or-later */
/* twin_columns: the columns of a row as a function of its kind, its number and a seed, so that rows can be made in any
   order. */
#include "core/base/hash.h"
#include "core/base/minmax.h"
#include "core/catalog/twin.h"

/* The nodes of an s × s × s grid are numbered along lines. The neighbours of a node lie in 1, 3, 5 or 9 lines, its own
   and the nearest: how far the node's place in line g is from the node. */
static int64_t line_offset(int g, int lines, int64_t s)
{
    static const signed char nine[][2] = { { -1, -1 }, { -1, 0 }, { -1, 1 }, { 0, -1 }, { 0, 0 },
                                           { 0, 1 },   { 1, -1 }, { 1, 0 },  { 1, 1 } };
    static const signed char five[][2] = { { -1, 0 }, { 0, -1 }, { 0, 0 }, { 0, 1 }, { 1, 0 } };
    const signed char *zy = lines == 9 ? nine[g] : five[g + (5 - lines) / 2];

    return (zy[0] * s + zy[1]) * s;
}

/* A run of columns in each line, all about equally long. */
static void mesh_columns(const struct twin_kind *k, int64_t m, int64_t n, int64_t i, int64_t length, int32_t *ind)
{
    const int64_t b = k->block, side = (int64_t)cbrt((double)n / (double)b) + 1;
    const int64_t node = (int64_t)((double)i / (double)m * (double)n) / b;
    const int lines = length >= 9 * b ? 9 : length >= 5 * b ? 5 : length >= 3 * b ? 3 : 1;
    int64_t done = 0, end = 0; /* columns before `end` are taken or skipped */

    for (int g = 0; g < lines; g++) {
        int64_t left = length - done,
                want = (int32_t)left / ((lines - g) * k->block) * k->block; /* 32 bits divide faster */
        want = g == lines - 1 ? left : want < 1 ? 1 : want;
        int64_t from = b * (node + line_offset(g, lines, side) - (int32_t)want / (2 * k->block));
        from = clamp64(from, end, n - left);
        for (int64_t j = 0; j < want; j++)
            ind[done++] = (int32_t)(from + j);
        end = from + want;
    }
}

/* Moves seven of eight columns towards a hub, the first of their 2^10 or 2^15 columns: x in [0, 1) becomes x⁴. */
static int64_t towards_hub(int64_t j, uint64_t bits)
{
    if ((bits & 7) == 0)
        return j;
    const int shift = (bits & 8) ? 10 : 15;
    const int64_t hub = j >> shift << shift, stretch = (int64_t)1 << shift;
    const double x = (double)(j - hub) / (double)stretch;
    return hub + (int64_t)(x * x * x * x * (double)stretch);
}

/* Draws `count` distinct columns in [from, to), ascending, each from a stratum of its own; `must` is one of them if it
   is in the range. Returns the end of what it wrote. */
static int32_t *stratify(uint64_t seed, int64_t from, int64_t to, int64_t count, int64_t must, bool skew, int32_t *out)
{
    int64_t room = to - from, next = from;
    double step = count > 0 ? 1.0 / (double)count : 0;

    for (int64_t k = 0; k < count; k++) {
        uint64_t bits = hash_mix(seed + (uint64_t)k);
        double x = ((double)k + hash_unit(bits)) * step;
        int64_t j = from + (int64_t)(x * (double)room);
        if (skew)
            j = towards_hub(j, bits);
        int64_t last = to - (count - k); /* leaves room for the columns still to come */
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
    int64_t diagonal = m == n ? i : (int64_t)((double)i / (double)m * (double)n);
    /* of `length` columns, `near` are in the window [from, to) around the diagonal, `far` outside of it */
    int64_t near = (int64_t)(k->near * (double)length + hash_unit(bits));
    near = clamp64(near, k->diagonal && length > 0, length);
    int64_t far = length - near;
    int64_t wide = near == 0 ? 0 : clamp64(max64(2 * k->window + 1, near), near, n - far);
    int64_t from = clamp64(diagonal - wide / 2, 0, n - wide), to = from + wide, outside = n - wide;
    /* `before` of the far ones precede the window, in proportion to the room there */
    int64_t before =
        outside > 0 ? (int64_t)((double)far * (double)from / (double)outside + hash_unit(hash_mix(bits))) : 0;
    before = clamp64(before, max64(far - (n - to), 0), min64(far, from));
    ind = stratify(hash_mix(bits + 1), 0, from, before, -1, k->skew, ind);
    ind = stratify(hash_mix(bits + 2), from, to, near, k->diagonal ? diagonal : -1, false, ind);
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
