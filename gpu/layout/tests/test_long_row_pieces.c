/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_long_row_pieces: pieces give the rows back, copied or where they lie. */
#include "core/tests/cmocka.h"
#include "gpu/layout/long_row_pieces.h"
#include "gpu/layout/tests/layout_cases.h"

/* Every third row, empty ones included. */
static void check_length(const struct csr *a, int64_t length, bool copies)
{
    int64_t row[1000] = { 0 }, rows = 0, at = 0, copied = 0;
    for (int64_t i = 0; i < a->m; i += 3)
        row[rows++] = i;
    struct long_row_pieces l;
    assert_true(long_row_pieces_build(a, row, rows, length, copies, &l, NULL));
    assert_int_equal(l.rows, rows);
    assert_int_equal(l.nnz, long_row_entries(a, row, rows));
    for (int64_t r = 0; r < rows; r++) {
        int64_t p = a->ptr[row[r]], first = at, end = first + l.piece[at].pieces;
        assert_true(end <= l.pieces);
        for (; at < end; at++) {
            const struct row_piece *q = &l.piece[at];
            assert_int_equal(q->row, row[r]);
            assert_int_equal(q->number, r);
            assert_int_equal(q->first, first);
            assert_int_equal(q->pieces, end - first);
            assert_int_equal(q->begin, copies ? copied : p);
            assert_true(q->count <= length && (q->count == length || at == end - 1));
            assert_true(!copies || same_entries(a, p, l.ind, l.val, q->begin, q->count));
            p += q->count;
            copied += q->count;
        }
        assert_int_equal(p, a->ptr[row[r] + 1]);
    }
    assert_int_equal(at, l.pieces);
    assert_int_equal(copied, l.nnz);
    long_row_pieces_release(&l);
}

static void check(const struct csr *a)
{
    static const int64_t length[] = { 1, 7, 64, 100000 };
    for (size_t l = 0; l < COUNT(length); l++)
        for (int copies = 0; copies < 2; copies++)
            check_length(a, length[l], copies);
}

TEST(pieces_give_the_rows_back)
{
    for_layout_cases(check);
}

TESTS(NULL, NULL)
