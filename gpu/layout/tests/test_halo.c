/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_halo: the parts together are A, each finds its columns in what it has and what it takes, and inner rows need
   nothing of others. */
#include "core/tests/cmocka.h"
#include "gpu/layout/halo.h"
#include "gpu/layout/tests/layout_cases.h"

/* column[i]: the column of A that row i of X here is; each once, ascending. */
static int32_t *columns_of(const struct halo *h, const struct halo_part *t)
{
    int32_t *column = malloc(((size_t)t->all + 1) * sizeof *column);
    int64_t at = 0;
    assert_non_null(column);
    for (int s = 0; s < h->parts; s++) {
        const struct halo_part *from = &h->part[s];
        const struct halo_need *n = &t->need[s];
        const bool self = from == t;
        assert_int_equal(self ? t->before : n->at, at);
        for (int64_t i = 0; i < (self ? t->own : n->count); i++) {
            const int64_t row = self ? i : n->row ? n->row[i] : n->first + i;
            assert_true(row >= 0 && row < from->own);
            column[at++] = (int32_t)(from->x + row);
        }
    }
    assert_int_equal(at, t->all);
    for (int64_t i = 1; i < at; i++)
        assert_true(column[i - 1] < column[i]);
    return column;
}

static void check_piece(const struct csr *a, const struct halo_part *t, int at, const int32_t *column, int64_t row)
{
    const struct csr *b = &t->piece[at];
    const int64_t from = t->from[at];
    assert_true(from >= 0 && from + b->n <= t->all);
    assert_int_equal(b->ptr[b->m], b->nnz);
    for (int64_t i = 0; i < b->m; i++) {
        assert_int_equal(row_length(b, i), row_length(a, row + i));
        for (int64_t p = b->ptr[i]; p < b->ptr[i + 1]; p++) {
            const int64_t q = a->ptr[row + i] + p - b->ptr[i], own = from + b->ind[p] - t->before;
            assert_true(b->ind[p] >= 0 && b->ind[p] < b->n);
            assert_int_equal(column[from + b->ind[p]], a->ind[q]);
            assert_true(at != 1 || (own >= 0 && own < t->own));
        }
        const size_t size = vtype_size(a->type);
        if (row_length(b, i) > 0)
            assert_memory_equal((const char *)a->val + (size_t)a->ptr[row + i] * size,
                                (const char *)b->val + (size_t)b->ptr[i] * size, (size_t)row_length(b, i) * size);
    }
}

static void check_parts(const struct csr *a, int parts)
{
    struct halo h;
    int64_t row = 0, x = 0;
    assert_true(halo_build(a, parts, &h, NULL));
    for (int g = 0; g < parts; g++) {
        const struct halo_part *t = &h.part[g];
        int32_t *column = columns_of(&h, t);
        assert_int_equal(t->row, row);
        assert_int_equal(t->x, x);
        for (int i = 0; i < HALO_PIECES; row += t->piece[i++].m)
            check_piece(a, t, i, column, row);
        assert_int_equal(row, t->row + t->rows);
        x += t->own;
        free(column);
    }
    assert_int_equal(row, a->m);
    assert_int_equal(x, a->n);
    halo_release(&h);
}

static void check(const struct csr *a)
{
    for (int parts = 1; parts <= HALO_PARTS; parts += parts < 4 ? 1 : 6)
        check_parts(a, parts);
}

TEST(test_parts_are_a)
{
    for_layout_cases(check);
}

/* A band of three: a neighbour's row on each side, adjacent, and all rows but the outer ones inside. */
TEST(test_band)
{
    enum { N = 300, PARTS = 3 };
    struct csr a;
    struct halo h;
    assert_true(csr_alloc(&a, N, N, 3 * N - 2, VT_F64, NULL));
    int64_t p = 0;
    for (int i = 0; i < N; i++) {
        a.ptr[i] = p;
        for (int j = i - 1; j <= i + 1; j++)
            if (j >= 0 && j < N) {
                ((double *)a.val)[p] = i;
                a.ind[p++] = j;
            }
    }
    a.ptr[N] = p;
    assert_true(halo_build(&a, PARTS, &h, NULL));
    for (int g = 0; g < PARTS; g++) {
        const struct halo_part *t = &h.part[g];
        const int64_t low = g > 0, high = g < PARTS - 1;
        assert_true(t->rows > 90 && t->rows < 110);
        assert_int_equal(t->all, t->own + low + high);
        assert_int_equal(t->piece[0].m, low);
        assert_int_equal(t->piece[2].m, high);
        assert_in_range(t->piece[1].ind[0], 0, 31);
        assert_true(!high || t->piece[2].n <= 34);
        for (int s = 0; s < PARTS; s++) {
            assert_int_equal(t->need[s].count, s == g - 1 || s == g + 1);
            assert_null(t->need[s].row);
        }
    }
    assert_int_equal(h.part[1].need[0].first, h.part[0].own - 1);
    assert_int_equal(h.part[1].need[2].first, 0);
    halo_release(&h);
    csr_free(&a);
}

/* Few columns far apart are packed; most of them are sent as a span. */
TEST(test_packs_or_spans)
{
    struct csr a = fixture_random(400, 400, 0.0005, -1, 0, VT_F32), b = fixture_random(400, 400, 0.2, -1, 0, VT_F32);
    struct halo h;
    assert_true(halo_build(&a, 2, &h, NULL));
    assert_non_null(h.part[0].need[1].row);
    assert_true(h.part[0].need[1].count < 100);
    halo_release(&h);
    assert_true(halo_build(&b, 2, &h, NULL));
    assert_null(h.part[0].need[1].row);
    assert_true(h.part[0].need[1].count > 150);
    assert_int_equal(h.part[0].piece[1].m, 0);
    halo_release(&h);
    csr_free(&a);
    csr_free(&b);
}

TESTS(NULL, NULL)
