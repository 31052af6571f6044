/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_diagonal: rows cut out of a grid are still paired with their neighbours. */
#include "core/tests/cmocka.h"
#include "gpu/layout/bricks.h"
#include "gpu/layout/diagonal.h"
#include "gpu/layout/tests/layout_cases.h"

enum { SIDE = 60 };

/* The nine-point stencil on SIDE × SIDE points, without what is above the diagonal if `lower`. */
static struct csr grid(bool lower)
{
    struct csr a;
    int64_t p = 0;
    assert_true(csr_alloc(&a, SIDE * SIDE, SIDE * SIDE, 9 * SIDE * SIDE, VT_F64, NULL));
    a.ptr[0] = 0;
    for (int i = 0; i < SIDE * SIDE; i++) {
        for (int dy = -1; dy <= 1; dy++)
            for (int dx = -1; dx <= 1; dx++) {
                const int x = i % SIDE + dx, y = i / SIDE + dy, j = y * SIDE + x;
                if (x < 0 || x >= SIDE || y < 0 || y >= SIDE || (lower && j > i))
                    continue;
                vtype_set(a.val, p, a.type, 1 + j % 7);
                a.ind[p++] = j;
            }
        a.ptr[i + 1] = p;
    }
    a.nnz = p;
    return a;
}

/* Rows first .. end-1 of A; column c becomes c - from. */
static struct csr rows_of(const struct csr *a, int64_t first, int64_t end, int64_t from)
{
    struct csr b;
    const int64_t at = a->ptr[first];
    assert_true(csr_alloc(&b, end - first, a->n - from, a->ptr[end] - at, a->type, NULL));
    for (int64_t i = first; i <= end; i++)
        b.ptr[i - first] = a->ptr[i] - at;
    for (int64_t p = 0; p < b.nnz; p++) {
        b.ind[p] = (int32_t)(a->ind[at + p] - from);
        vtype_set(b.val, p, b.type, vtype_get(a->val, at + p, a->type));
    }
    return b;
}

static int64_t copies_of(const struct csr *a)
{
    const struct brick_limits l = { 2304, 64, 128, 256, 24, 3, 4, 64 * (uint64_t)a->nnz + 65536 };
    struct bricks b;
    assert_true(bricks_build(a, &l, &b, NULL));
    const int64_t copies = b.copies;
    bricks_release(&b);
    return copies;
}

TEST(test_square_ones_have_theirs)
{
    struct csr a = grid(false), b = grid(true);
    assert_int_equal(diagonal_find(&a), 0);
    assert_int_equal(diagonal_find(&b), 0);
    csr_free(&a);
    csr_free(&b);
}

TEST(test_cut_out)
{
    struct csr a = grid(false), upper = rows_of(&a, 0, 1800, 0);
    const int64_t copies = copies_of(&upper);
    csr_free(&upper);
    for (int64_t from = 0; from <= 1700; from += 1700) {
        struct csr b = rows_of(&a, 1800, 3600, from);
        assert_int_equal(diagonal_find(&b), 1800 - from);
        assert_in_range(copies_of(&b), 0, copies + copies / 10);
        csr_free(&b);
    }
    csr_free(&a);
}

/* As parts of a grid are, with the line before them: wherever they begin, and although the next line shares columns,
   too. */
TEST(test_beside_a_line)
{
    struct csr a = grid(false);
    for (int64_t first = 600; first < 600 + SIDE; first++) {
        struct csr b = rows_of(&a, first, first + 32 * SIDE, first - SIDE - 1);
        assert_int_equal(diagonal_find(&b), SIDE + 1);
        csr_free(&b);
    }
    csr_free(&a);
}

TEST(test_without_one)
{
    struct csr a = fixture_random(300, 5000, 0.002, 7, 0, VT_F64), none;
    assert_int_equal(diagonal_find(&a), 0);
    assert_true(csr_alloc(&none, 0, 5, 0, VT_F64, NULL));
    none.ptr[0] = 0;
    assert_int_equal(diagonal_find(&none), 0);
    csr_free(&a);
    csr_free(&none);
}

TESTS(NULL, NULL)
