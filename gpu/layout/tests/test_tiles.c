/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_tiles: tiles hold every entry once, where the kernel looks for it, within their limits. */
#include "core/tests/cmocka.h"
#include "gpu/layout/tests/band.h"
#include "gpu/layout/tiles.h"

/* The value at a place, as its code says if there are codes. */
static double stored(const struct csr *a, const struct tile_limits *l, const struct tiling *t, int64_t at)
{
    return l->coded ? t->code[((const uint8_t *)t->val)[at]] : vtype_get(t->val, at, a->type);
}

/* Meets the value of column `local` of a bundle in row r of it, or sees that there is none. */
static void check_value(const struct csr *a, const struct tiling *t, const struct tile *tile, int64_t row, int local,
                        double value, bool *met)
{
    int64_t column = local < tile->columns ? t->columns[tile->column + local] : -1;
    int64_t p = row >= 0 && row < a->m && column >= 0 ? csr_search(a, row, column) : 0;
    bool there = row >= 0 && row < a->m && column >= 0 && p < a->ptr[row + 1] && a->ind[p] == column;
    if (there)
        meet_entry(a, row, column, value, met);
    else
        assert_true(value == 0);
}

/* One unit of slice s: the indices of bundle after bundle, and the values of row after row, bundles side by side. */
static void check_unit(const struct csr *a, const struct tile_limits *l, const struct tiling *t,
                       const struct tile *tile, int64_t s, int64_t unit, bool *met)
{
    int run = t->step < l->vector ? t->step : l->vector;
    const uint16_t *ind = t->ind + unit * l->groups * t->step;
    int64_t at = unit * l->groups * t->step * l->height;
    for (int r = 0; r < l->height; r++)
        for (int u = 0; u < t->step; u += run)
            for (int g = 0; g < l->groups; g++)
                for (int v = 0; v < run; v++) {
                    int64_t b = s * l->groups + g;
                    int64_t row = b < tile->bundles ? (int64_t)t->order[tile->bundle + b] * l->height + r : -1;
                    int local = ind[g * t->step + u + v];
                    assert_true(local <= tile->columns && (row >= 0 || local == tile->columns));
                    check_value(a, t, tile, row, local, stored(a, l, t, at++), met);
                }
}

static void check_tile(const struct csr *a, const struct tile_limits *l, const struct tiling *t,
                       const struct tile *tile, bool *met)
{
    assert_true(tile->bundles > 0 && tile->bundles <= l->bundles);
    assert_true(tile->columns <= l->columns);
    assert_int_equal(tile->slices, (tile->bundles + l->groups - 1) / l->groups);
    for (int32_t c = 1; c < tile->columns; c++)
        assert_true(t->columns[tile->column + c - 1] < t->columns[tile->column + c]);
    assert_int_equal(t->slice[tile->slice], tile->unit);
    assert_int_equal(t->slice[tile->slice + tile->slices], tile->unit_end);
    for (int64_t s = 0; s < tile->slices; s++)
        for (int64_t unit = t->slice[tile->slice + s]; unit < t->slice[tile->slice + s + 1]; unit++)
            check_unit(a, l, t, tile, s, unit, met);
}

static void check_limits(const struct csr *a, struct tile_limits l)
{
    struct tiling t;
    struct err e = { ERR_NONE, "" };
    if (!tiles_build(a, &l, &t, &e)) {
        assert_true(l.coded && e.code == ERR_UNSUPPORTED);
        return;
    }
    bool *met = calloc((size_t)a->nnz + 1, sizeof *met), *there = calloc((size_t)a->m + 1, sizeof *there);
    assert_true(met && there);
    int64_t bundle = 0, column = 0, slice = 0, most = 0;
    for (const struct tile *tile = t.tile; tile < t.tile + t.tiles; tile++) {
        assert_int_equal(tile->bundle, bundle);
        assert_int_equal(tile->column, column);
        assert_int_equal(tile->slice, slice);
        check_tile(a, &l, &t, tile, met);
        bundle += tile->bundles;
        column += tile->columns;
        slice += tile->slices;
        most = tile->columns > most ? tile->columns : most;
    }
    assert_int_equal(bundle, t.bundles);
    assert_int_equal(column, t.column_count);
    assert_int_equal(slice, t.slices);
    assert_int_equal(most, t.most_columns);
    assert_int_equal(t.slots, (int64_t)t.slice[t.slices] * l.groups * t.step);
    for (int64_t b = 0; b < t.bundles; b++) {
        assert_true(!there[t.order[b]]);
        there[t.order[b]] = true;
    }
    for (int64_t i = 0; i < t.long_rows; i++)
        assert_false(there[t.long_row[i] / l.height]);
    assert_int_equal(t.bundles + (t.long_rows + l.height - 1) / l.height, (a->m + l.height - 1) / l.height);
    assert_all_met(a, met, t.long_row, t.long_rows);
    free(there);
    free(met);
    tiles_release(&t);
}

static void check(const struct csr *a)
{
    static const struct tile_limits limits[] = {
        { 1, 32, 2, 1, false, 500, 4000, 8, 0, 64, 125, false },
        { 1, 8, 4, 2, false, 3000, 28000, 64, 11, 512, 750, false },
        { 3, 4, 2, 2, false, 900, 75000, 128, 11, 40, 225, false },
        { 1, 4, 16, 1, true, 65534, 75000, 8, 4, 512, 4096, false },
        { 1, 16, 4, 1, false, 60, 4000, 8, 0, 64, 15, false },
        { 3, 1, 2, 2, true, 500, 28000, 8, 4, 64, 125, false },
    };
    for (size_t i = 0; i < COUNT(limits); i++) {
        struct tile_limits l = limits[i];
        check_limits(a, l);
        l.cluster = a->m == a->n;
        check_limits(a, l);
    }
}

TEST(tiles_hold_every_entry_once)
{
    for_layout_cases(check);
}

/* More rows than one chunk, in bundles of three, with one long row. */
TEST(large_matrices)
{
    for (int type = 0; type < VT_COUNT; type++)
        for (int height = 1; height <= 3; height += 2) {
            struct csr a = band_matrix(20001, 2, height, 6000, 40, (enum vtype)type);
            check(&a);
            csr_free(&a);
        }
}

TEST(heights)
{
    struct csr threes = band_matrix(3000, 4, 3, 3, 0, VT_F64), ones = band_matrix(3000, 4, 1, 3, 0, VT_F64);
    assert_int_equal(tiles_height(&ones), 1);
    /* Empty bundles do not count as equal ones. */
    assert_int_equal(tiles_height(&threes), 1);
    csr_free(&threes);
    double full[6 * 4];
    for (int i = 0; i < 24; i++)
        full[i] = 1;
    threes = fixture_dense(6, 4, full, VT_F64);
    assert_int_equal(tiles_height(&threes), 3);
    csr_free(&threes);
    csr_free(&ones);
}

TESTS(NULL, NULL)
