/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_blocks: BSR, blocked ELLPACK and SELL as cuSPARSE reads them hold every entry once, and zeros between. */
#include "core/tests/cmocka.h"
#include "gpu/layout/blocks.h"
#include "gpu/layout/sell.h"
#include "gpu/layout/tests/band.h"

/* A block at (row, column), of which row r begins at val[at + r*stride]: entries are met, the rest is 0. */
static void check_block(const struct csr *a, int64_t b, int64_t row, int64_t column, const void *val, int64_t at,
                        int64_t stride, bool *met)
{
    int64_t entries = 0;
    for (int64_t r = 0; r < b; r++)
        for (int64_t c = 0; c < b; c++) {
            double value = vtype_get(val, at + r * stride + c, a->type);
            int64_t p = csr_search(a, row + r, column + c);
            if (p < a->ptr[row + r + 1] && a->ind[p] == column + c) {
                meet_entry(a, row + r, column + c, value, met);
                entries++;
            } else
                assert_true(value == 0);
        }
    assert_true(entries > 0);
}

static void check_ell(const struct csr *a, const struct block_pattern *s)
{
    int32_t *ind = blocks_ell_columns(s, NULL);
    void *val = blocks_ell_values(a, s, NULL);
    bool *met = calloc((size_t)a->nnz + 1, sizeof *met);
    assert_true(ind && val && met);
    for (int64_t r = 0; r < s->rows; r++)
        for (int64_t q = 0; q < s->width; q++) {
            int32_t column = ind[r * s->width + q];
            assert_int_equal(column >= 0, q < s->ptr[r + 1] - s->ptr[r]);
            if (column >= 0)
                check_block(a, s->b, r * s->b, column * s->b, val, r * s->b * s->width * s->b + q * s->b,
                            s->width * s->b, met);
        }
    assert_all_met(a, met, NULL, 0);
    free(met);
    free(val);
    free(ind);
}

static void check_bsr(const struct csr *a, const struct block_pattern *s)
{
    void *val = blocks_bsr_values(a, s, NULL);
    bool *met = calloc((size_t)a->nnz + 1, sizeof *met);
    assert_true(val && met);
    for (int64_t r = 0; r < s->rows; r++)
        for (int64_t q = s->ptr[r]; q < s->ptr[r + 1]; q++) {
            assert_true(q == s->ptr[r] || s->ind[q - 1] < s->ind[q]);
            assert_true(s->ptr[r + 1] - s->ptr[r] <= s->width);
            check_block(a, s->b, r * s->b, s->ind[q] * s->b, val, q * s->b * s->b, s->b, met);
        }
    assert_all_met(a, met, NULL, 0);
    free(met);
    free(val);
}

static void check_blocks(const struct csr *a)
{
    for (int64_t b = 1; b <= 5; b++) {
        struct block_pattern s;
        if (a->m % b != 0 || a->n % b != 0)
            continue;
        assert_true(blocks_find(a, b, &s, NULL));
        assert_int_equal(s.rows * b, a->m);
        assert_int_equal(s.cols * b, a->n);
        assert_int_equal(s.blocks, s.ptr[s.rows]);
        assert_true((uint64_t)s.blocks <= blocks_most(a, b));
        check_bsr(a, &s);
        check_ell(a, &s);
        blocks_release(&s);
    }
}

static void check_sell(const struct csr *a)
{
    struct sell_slices s;
    bool *met = calloc((size_t)a->nnz + 1, sizeof *met);
    assert_non_null(met);
    assert_true(sell_build(a, &s, NULL));
    assert_int_equal(s.slices, sell_count(a));
    assert_int_equal(s.slots, sell_slots(a));
    assert_int_equal(s.offset[s.slices], s.slots);
    for (int64_t slice = 0; slice < s.slices; slice++)
        for (int64_t at = s.offset[slice]; at < s.offset[slice + 1]; at++) {
            int64_t row = slice * SELL_ROWS + (at - s.offset[slice]) % SELL_ROWS;
            if (s.ind[at] >= 0)
                meet_entry(a, row, s.ind[at], vtype_get(s.val, at, a->type), met);
            else
                assert_true(vtype_get(s.val, at, a->type) == 0);
        }
    assert_all_met(a, met, NULL, 0);
    free(met);
    sell_release(&s);
}

TEST(blocks_hold_every_entry_once)
{
    for_layout_cases(check_blocks);
}

TEST(sell_holds_every_entry_once)
{
    for_layout_cases(check_sell);
}

TESTS(NULL, NULL)
