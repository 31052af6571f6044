/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_row_blocks: blocks of rows hold every entry once, within their limits. */
#include "core/tests/cmocka.h"
#include "gpu/layout/row_blocks.h"
#include "gpu/layout/tests/layout_cases.h"

/* Pieces of row i from block b on; gives back the block after them. */
static int64_t check_pieces(const struct csr *a, struct row_limits l, const struct row_blocks *b, int64_t at, int64_t i)
{
    const struct cut_row *cut = NULL;
    for (int64_t c = 0; c < b->cuts; c++)
        if (b->cut[c].row == i)
            cut = &b->cut[c];
    assert_non_null(cut);
    assert_true(row_length(a, i) > l.cut);
    int64_t p = a->ptr[i];
    for (int64_t s = 0; s < cut->count; s++, at++) {
        assert_int_equal(b->block[at].rows, 0);
        assert_int_equal(b->block[at].row, cut->first + s);
        assert_int_equal(b->block[at].begin, p);
        assert_true(b->block[at].count > 0 && b->block[at].count <= l.cut);
        p += b->block[at].count;
    }
    assert_int_equal(p, a->ptr[i + 1]);
    return at;
}

static void check_limits(const struct csr *a, struct row_limits l)
{
    struct row_blocks b;
    assert_true(row_blocks_find(a, l, &b, NULL));
    int64_t row = 0, cuts = 0;
    for (int64_t at = 0; at < b.blocks;) {
        struct row_block r = b.block[at];
        if (r.rows == 0) {
            at = check_pieces(a, l, &b, at, row++);
            cuts++;
            continue;
        }
        assert_int_equal(r.row, row);
        assert_int_equal(r.begin, a->ptr[row]);
        assert_int_equal(r.count, a->ptr[row + r.rows] - a->ptr[row]);
        assert_true(r.rows <= l.rows && (r.rows == 1 || r.count <= l.nz));
        /* The next row would not have fitted. */
        row += r.rows;
        assert_true(row == a->m || r.rows == l.rows || r.count + row_length(a, row) > l.nz);
        at++;
    }
    assert_int_equal(row, a->m);
    assert_int_equal(cuts, b.cuts);
    int64_t row_max = csr_row_max(a);
    assert_true((uint64_t)b.pieces <= row_blocks_pieces(a, row_max, l));
    assert_true((uint64_t)b.blocks * sizeof *b.block + (uint64_t)b.cuts * sizeof *b.cut <=
                row_blocks_bytes(a, row_max, l));
    row_blocks_release(&b);
}

static void check(const struct csr *a)
{
    static const struct row_limits limits[] = {
        { 32, 32, INT64_MAX }, { 256, 256, 512 }, { 1, 1, INT64_MAX }, { 64, 4, 64 }, { 7, 100, 10 }, { 4096, 4096, 1 },
    };
    for (size_t l = 0; l < COUNT(limits); l++)
        check_limits(a, limits[l]);
}

TEST(blocks_hold_every_entry_once)
{
    for_layout_cases(check);
}

TESTS(NULL, NULL)
