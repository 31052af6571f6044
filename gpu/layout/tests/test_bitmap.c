/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_bitmap: windows hold every entry once, in the order in which the kernel counts bits. */
#include "core/tests/cmocka.h"
#include "gpu/layout/bitmap.h"
#include "gpu/layout/tests/band.h"

/* One warp's part of a step. */
static void check_strip(const struct csr *a, const struct bitmap *b, int64_t group, int64_t s, int w, bool *met)
{
    const struct bitmap_step *step = (const void *)(b->data + (size_t)b->at[s] * 16);
    int64_t value = step->first[w];
    for (int t = 0; t < BITMAP_TILES; t++)
        for (int word = 0; word < BITMAP_WORDS; word++)
            for (int bit = 0; bit < 32; bit++)
                if (step->mask[w][t][word] >> bit & 1) {
                    int64_t row = group * BITMAP_ROWS + w * BITMAP_STRIP + word / 2 * 8 + bit / 4;
                    int64_t in = t * BITMAP_TILE + word % 2 * 4 + bit % 4;
                    meet_entry(a, row, b->column[s * BITMAP_COLUMNS + in], vtype_get(step + 1, value++, a->type), met);
                }
}

static void check_bitmap(const struct csr *a)
{
    struct bitmap b;
    struct err e = { ERR_NONE, "" };
    bool *met = calloc((size_t)a->nnz + 1, sizeof *met);
    assert_non_null(met);
    assert_true(bitmap_build(a, UINT64_MAX, &b, &e));
    assert_int_equal(b.group[0], 0);
    assert_int_equal(b.group[b.groups], b.steps);
    for (int64_t g = 0; g < b.groups; g++)
        for (int64_t s = b.group[g]; s < b.group[g + 1]; s++) {
            assert_true((b.at[s + 1] - b.at[s]) * 16 <= b.stage);
            for (int64_t c = s * BITMAP_COLUMNS; c < (s + 1) * BITMAP_COLUMNS; c++)
                assert_in_range(b.column[c], 0, a->n - 1);
            for (int w = 0; w < BITMAP_WARPS; w++)
                check_strip(a, &b, g, s, w, met);
        }
    assert_all_met(a, met, NULL, 0);
    free(met);
    bitmap_release(&b);
}

TEST(windows_hold_every_entry_once)
{
    for_layout_cases(check_bitmap);
    for (int type = 0; type < VT_COUNT; type++) {
        struct csr a = band_matrix(1000, 100, 1, 900, 0, (enum vtype)type);
        check_bitmap(&a);
        csr_free(&a);
    }
}

TEST(empty_windows_are_refused)
{
    struct csr a = band_matrix(1000, 1, 1, 1, 0, VT_F64);
    struct bitmap b;
    struct err e = { ERR_NONE, "" };
    assert_false(bitmap_build(&a, (uint64_t)a.nnz * 9, &b, &e));
    assert_int_equal(e.code, ERR_UNSUPPORTED);
    bitmap_release(&b);
    csr_free(&a);
}

TESTS(NULL, NULL)
