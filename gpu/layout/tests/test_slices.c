/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_slices: slices hold every entry once, where the kernel looks for it, and nothing else. */
#include "core/tests/cmocka.h"
#include "gpu/layout/slices.h"
#include "gpu/layout/tests/band.h"

static int64_t row_of(const struct sliced_rows *s, int64_t at)
{
    if (!s->order)
        return at;
    return s->order[at] == SLICE_NO_ROW ? -1 : at / SLICE_WINDOW * SLICE_WINDOW + s->order[at];
}

/* Every row but the long ones stands once in the order of its window. */
static void check_order(const struct csr *a, const struct slices_limits *l, const struct sliced_rows *s)
{
    bool *there = calloc((size_t)a->m + 1, sizeof *there);
    assert_non_null(there);
    for (int64_t at = 0; at < a->m; at++) {
        int64_t row = row_of(s, at);
        if (row < 0)
            continue;
        assert_int_equal(row / SLICE_WINDOW, at / SLICE_WINDOW);
        assert_true(row < a->m && !there[row]);
        there[row] = true;
    }
    int64_t longs = 0;
    for (int64_t i = 0; i < a->m; i++) {
        assert_int_equal(there[i], row_length(a, i) <= l->cut);
        if (row_length(a, i) > l->cut)
            assert_int_equal(s->long_row[longs++], i);
    }
    assert_int_equal(longs, s->long_rows);
    free(there);
}

/* The value at a slot, and whether the slot is padding; else its column. */
static double slot_value(const struct csr *a, const struct sliced_rows *s, int64_t at)
{
    return s->coded ? s->code[((const uint8_t *)s->val)[at]] : vtype_get(s->val, at, a->type);
}

static int64_t slot_column(const struct slices_limits *l, const struct sliced_rows *s, const struct row_slice *slice,
                           int64_t at)
{
    if (l->narrow)
        return s->ind[at] == UINT16_MAX ? -1 : s->ind[at] + slice->base;
    return ((const int32_t *)(const void *)s->ind)[at];
}

/* One lane of a slice: entries e*ways + lane%ways of its row, and then padding. */
static void check_lane(const struct csr *a, const struct slices_limits *l, const struct sliced_rows *s,
                       const struct row_slice *slice, int64_t row, int lane, bool *met)
{
    int64_t step = s->coded ? 4 : 1, ways = 1 << (slice->first >> SLICE_WAYS_SHIFT);
    for (int64_t e = 0; e < slice->units * step; e++) {
        int64_t at = ((slice->unit + e / step) * SLICE_LANES + lane) * step + e % step;
        int64_t column = slot_column(l, s, slice, at), p = row < 0 ? 0 : a->ptr[row] + e * ways + lane % ways;
        if (row < 0 || p >= a->ptr[row + 1]) {
            assert_int_equal(column, -1);
            assert_true(slot_value(a, s, at) == 0);
        } else {
            assert_int_equal(column, a->ind[p]);
            meet_entry(a, row, column, slot_value(a, s, at), met);
        }
    }
}

/* As a kernel has them: every lane stores its own. */
static void fill_slices(const struct csr *a, const struct slices_limits *l, struct sliced_rows *s)
{
    s->ind = malloc((size_t)(s->slots + 1) * sizeof(int32_t));
    s->val = malloc((size_t)(s->slots + 1) * sizeof(double));
    assert_true(s->ind && s->val);
    const struct slice_filling f = { .slice = s->slice,
                                     .order = s->order,
                                     .m = a->m,
                                     .ptr = a->ptr,
                                     .from = a->ind,
                                     .from_val = a->val,
                                     .ind = s->ind,
                                     .val = s->val,
                                     .narrow = l->narrow,
                                     .wide = a->type == VT_F64 };
    for (int64_t i = 0; i < s->slices; i++)
        for (int lane = 0; lane < SLICE_LANES; lane++)
            slice_fill(&f, i, lane);
}

static void check_limits(const struct csr *a, struct slices_limits l)
{
    struct sliced_rows s;
    struct err e = { ERR_NONE, "" };
    if (!slices_build(a, &l, &s, &e)) {
        assert_true(l.narrow && a->n > UINT16_MAX && e.code == ERR_UNSUPPORTED);
        return;
    }
    bool *met = calloc((size_t)a->nnz + 1, sizeof *met);
    assert_non_null(met);
    if (!s.coded)
        fill_slices(a, &l, &s);
    check_order(a, &l, &s);
    int64_t next = 0, units = 0;
    for (const struct row_slice *slice = s.slice; slice < s.slice + s.slices; slice++) {
        int64_t first = slice->first & (SLICE_ROWS_MOST - 1), ways = 1 << (slice->first >> SLICE_WAYS_SHIFT);
        int64_t end = (first / SLICE_WINDOW + 1) * SLICE_WINDOW;
        assert_int_equal(first, next);
        assert_int_equal(slice->unit, units);
        assert_true(ways >= l.ways && ways <= SLICE_LANES);
        for (int lane = 0; lane < SLICE_LANES; lane++) {
            int64_t at = first + lane / ways;
            check_lane(a, &l, &s, slice, at < end && at < a->m ? row_of(&s, at) : -1, lane, met);
        }
        next = first + SLICE_LANES / ways < end ? first + SLICE_LANES / ways : end;
        units += slice->units;
    }
    assert_true(next >= a->m);
    assert_int_equal(s.slots, units * SLICE_LANES * (s.coded ? 4 : 1));
    assert_all_met(a, met, s.long_row, s.long_rows);
    free(met);
    slices_release(&s);
}

static void check(const struct csr *a)
{
    static const struct slices_limits limits[] = {
        { 1, INT64_MAX, false, false }, { 4, 100, false, false }, { 32, 5, false, false },
        { 1, INT64_MAX, true, false },  { 2, 100, true, true },   { 16, 10, true, true },
    };
    for (size_t l = 0; l < COUNT(limits); l++)
        check_limits(a, limits[l]);
}

TEST(slices_hold_every_entry_once)
{
    for_layout_cases(check);
}

/* Several windows, long rows, few values; and columns too far apart for 16 bits. */
TEST(large_matrices)
{
    for (int type = 0; type < VT_COUNT; type++) {
        struct csr a = band_matrix(5000, 3, 1, 2000, 10, (enum vtype)type);
        check(&a);
        csr_free(&a);
        a = band_matrix(70000, 1, 1, 70000, 0, (enum vtype)type);
        check(&a);
        csr_free(&a);
    }
}

TEST(few_values_are_coded)
{
    struct slices_limits l = { 1, INT64_MAX, true, true };
    for (int64_t kinds = 255; kinds <= 256; kinds++) { /* and 0, for padding */
        struct csr a = band_matrix(400, 3, 1, 9, kinds, VT_F64);
        struct sliced_rows s;
        assert_true(slices_build(&a, &l, &s, NULL));
        assert_int_equal(s.coded, kinds == 255);
        slices_release(&s);
        csr_free(&a);
    }
}

TESTS(NULL, NULL)
