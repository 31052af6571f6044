/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_stats: the figures of small matrices worked out by hand, and of random ones against a slow count. */
#include <time.h>

#include "core/base/text.h"
#include "core/matrix/stats.h"
#include "core/matrix/tests/fixture.h"
#include "core/tests/cmocka.h"

static struct stats stats_of(const struct csr *a)
{
    struct stats s;
    assert_true(stats_compute(a, &s, NULL));
    return s;
}

TEST(figures_by_hand)
{
    /* Rows of 3, 0, 1, 2 entries. Off the diagonal: (0,1) (0,3) (2,0) (3,0) (3,2); the only pair is (0,3) (3,0). */
    static const double entry[] = {
        1,  2, 0, 4, //
        0,  0, 0, 0, //
        5,  0, 0, 0, //
        -4, 0, 6, 0, //
    };
    for (int type = 0; type < VT_COUNT; type++) {
        struct csr a = fixture_dense(4, 4, entry, (enum vtype)type);
        struct stats s = stats_of(&a);
        assert_near(s.row_mean, 1.5, 0);
        assert_near(s.row_std, sqrt((2.25 + 2.25 + 0.25 + 0.25) / 4), 1e-15);
        assert_near(s.row_median, 1.5, 0);
        assert_int_equal(s.row_max, 3);
        assert_int_equal(s.row_min, 0);
        assert_int_equal(s.empty_rows, 1);
        assert_int_equal(s.empty_cols, 0);
        assert_int_equal(s.col_max, 3);
        assert_int_equal(s.bandwidth_lower, 3);
        assert_int_equal(s.bandwidth_upper, 3);
        assert_int_equal(s.profile, 5);
        assert_int_equal(s.diagonal, 1);
        assert_near(s.pattern_symmetry, 2.0 / 5, 1e-15);
        assert_near(s.value_symmetry, 0, 0);
        assert_near(s.value_skew, 2.0 / 5, 1e-15);
        assert_int_equal(s.diagonals, 6); /* 0, 1, 3, -2, -3, -1 */
        assert_true(s.bsr_side == 4 && s.bsr_blocks == 1);
        assert_int_equal(s.sell_slots, 32 * 3);
        assert_int_equal(s.hyb_width, 2); /* three of four rows have at most 2; two have at most 1 */
        assert_int_equal(s.hyb_tail, 1);
        assert_int_equal(s.bins, 3);
        assert_int_equal(s.bin_rows[0], 1);
        assert_int_equal(s.bin_rows[1], 1);
        assert_int_equal(s.bin_rows[2], 2);
        assert_int_equal(s.bin_nnz[0], 0);
        assert_int_equal(s.bin_nnz[1], 1);
        assert_int_equal(s.bin_nnz[2], 5);
        csr_free(&a);
    }
}

/* Dense blocks of one side, here and there, are found to be so. */
TEST(side_of_blocks)
{
    for (int side = 2; side <= 8; side++) {
        enum { LINES = 3000 };
        struct csr a = { 0 };
        struct err e;
        const int64_t n = LINES * side;
        assert_true(csr_alloc(&a, n, n, n * side, VT_F64, &e));
        memset(a.val, 0, (size_t)(n * side) * sizeof(double));
        a.ptr[0] = 0;
        for (int64_t i = 0; i < n; i++) {
            a.ptr[i + 1] = (i + 1) * side;
            for (int64_t p = 0; p < side; p++)
                a.ind[i * side + p] = (int32_t)((i / side * 7 % LINES) * side + p);
        }
        const struct stats s = stats_of(&a);
        assert_int_equal(s.bsr_side, side);
        assert_int_equal(s.bsr_blocks, LINES);
        csr_free(&a);
    }
}

TEST(shapes_without_entries)
{
    static const int64_t size[][2] = { { 0, 0 }, { 0, 5 }, { 5, 0 }, { 3, 3 } };
    for (int c = 0; c < 4; c++) {
        struct csr a = fixture_random(size[c][0], size[c][1], 0, -1, 0, VT_F64);
        struct stats s = stats_of(&a);
        assert_int_equal(s.row_max, 0);
        assert_int_equal(s.empty_rows, size[c][0]);
        assert_int_equal(s.empty_cols, size[c][1]);
        assert_int_equal(s.diagonals, 0);
        assert_int_equal(s.bsr_blocks, 0);
        assert_int_equal(s.sell_slots, 0);
        assert_int_equal(s.bins, size[c][0] ? 1 : 0);
        assert_near(s.row_std, 0, 0);
        assert_near(s.pattern_symmetry, size[c][0] == size[c][1] ? 1 : -1, 0);
        csr_free(&a);
    }
}

static bool has_entry(const struct csr *a, int64_t i, int64_t j, double *v)
{
    for (int64_t p = a->ptr[i]; p < a->ptr[i + 1]; p++) {
        if (a->ind[p] == j) {
            *v = ((const double *)a->val)[p];
            return true;
        }
    }
    return false;
}

/* The same figures by looking at every pair of indices. */
static void compare_slowly(const struct csr *a)
{
    struct stats s = stats_of(a);
    int64_t off = 0, mirrored = 0, equal = 0, opposite = 0, diagonals = 0, blocks = 0;
    for (int64_t i = 0; i < a->m; i++) {
        for (int64_t j = 0; j < a->n; j++) {
            double v, w;
            if (i == j || !has_entry(a, i, j, &v))
                continue;
            off++;
            if (a->m != a->n || !has_entry(a, j, i, &w))
                continue;
            mirrored++;
            equal += v == w;
            opposite += v == -w;
        }
    }
    for (int64_t d = 1 - a->m; d < a->n; d++) {
        bool used = false;
        double v;
        for (int64_t i = 0; i < a->m; i++)
            used = used || (i + d >= 0 && i + d < a->n && has_entry(a, i, i + d, &v));
        diagonals += used;
    }
    int64_t empty_cols = 0, col_max = 0;
    for (int64_t j = 0; j < a->n; j++) {
        int64_t count = 0;
        double v;
        for (int64_t i = 0; i < a->m; i++)
            count += has_entry(a, i, j, &v);
        empty_cols += count == 0;
        col_max = count > col_max ? count : col_max;
    }
    const int side = s.bsr_side;
    for (int64_t i = 0; i < a->m; i += side) {
        for (int64_t j = 0; j < a->n; j += side) {
            bool used = false;
            double v;
            for (int64_t c = 0; c < side * side; c++)
                used = used || (i + c / side < a->m && has_entry(a, i + c / side, j + c % side, &v));
            blocks += used;
        }
    }
    assert_int_equal(s.empty_cols, empty_cols);
    assert_int_equal(s.col_max, col_max);
    assert_int_equal(s.diagonals, diagonals);
    assert_int_equal(s.bsr_blocks, blocks);
    assert_int_equal(s.diagonal, a->nnz - off);
    if (a->m == a->n) {
        assert_near(s.pattern_symmetry, (double)mirrored / (double)off, 1e-12);
        assert_near(s.value_symmetry, (double)equal / (double)off, 1e-12);
        assert_near(s.value_skew, (double)opposite / (double)off, 1e-12);
    }
}

TEST(figures_against_slow_count)
{
    /* Dense enough for several threads to share the symmetry walk; values -1, 0, 1 make equal and opposite pairs. */
    struct csr square = fixture_random(101, 101, 0.4, 17, 1, VT_F64);
    struct csr wide = fixture_random(20, 61, 0.1, -1, 1, VT_F64);
    struct csr tall = fixture_random(61, 20, 0.1, 5, 1, VT_F64);
    /* more columns than rows and entries */
    struct csr hollow = fixture_random(9, 3000, 0.03, -1, 1, VT_F64);
    assert_true(hollow.nnz > 500 && hollow.n > hollow.m + hollow.nnz);
    compare_slowly(&square);
    compare_slowly(&wide);
    compare_slowly(&tall);
    compare_slowly(&hollow);
    csr_free(&hollow);
    csr_free(&tall);
    csr_free(&wide);
    csr_free(&square);
}

/* Two rows at both ends of 2^31 - 1 columns: they cost what three entries cost, not seconds for the columns. */
TEST(empty_columns_cost_nothing)
{
    int64_t ptr[] = { 0, 2, 3 };
    int32_t ind[] = { 0, INT32_MAX - 1, INT32_MAX - 1 };
    double val[] = { 1, 2, 3 };
    struct csr a = { .m = 2, .n = INT32_MAX, .nnz = 3, .ptr = ptr, .ind = ind, .val = val };
    clock_t start = clock();
    struct stats s = stats_of(&a);
    assert_true(clock() - start < CLOCKS_PER_SEC / 2);
    assert_int_equal(s.empty_cols, INT32_MAX - 2);
    assert_int_equal(s.col_max, 2);
    assert_int_equal(s.diagonals, 3);
}

/* 1500 rows: one of 2000 entries, others of i % 5: windows of 1024 and 476 rows, sorted, chunks of 32. */
TEST(sell_windows)
{
    enum { ROWS = 1500, LONG = 2000 };
    static int64_t length[ROWS];
    static bool taken[ROWS];
    int64_t nnz = 0, slots = 0;
    for (int i = 0; i < ROWS; i++)
        nnz += length[i] = i == 700 ? LONG : i % 5;
    struct csr a;
    assert_true(csr_alloc(&a, ROWS, LONG, nnz, VT_F32, NULL));
    a.ptr[0] = 0;
    for (int i = 0; i < ROWS; i++) {
        a.ptr[i + 1] = a.ptr[i] + length[i];
        for (int64_t s = 0; s < length[i]; s++) {
            a.ind[a.ptr[i] + s] = (int32_t)s;
            vtype_set(a.val, a.ptr[i] + s, a.type, 1);
        }
    }
    for (int from = 0; from < ROWS; from += 1024) {
        int to = from + 1024 < ROWS ? from + 1024 : ROWS;
        for (int i = from + 1; i < to; i++) /* insertion, longest first */
            for (int j = i; j > from && length[j] > length[j - 1]; j--) {
                int64_t swap = length[j];
                length[j] = length[j - 1];
                length[j - 1] = swap;
            }
        for (int i = from; i < to; i += 32)
            slots += 32 * length[i];
    }
    assert_int_equal(stats_of(&a).sell_slots, slots);
    for (int i = 0; i < ROWS; i++) { /* each at its place, and none of its chunk is longer */
        int64_t wide;
        const int64_t place = stats_sell_place(&a, i, &wide);
        assert_true(place / 1024 == i / 1024 && length[place] == row_length(&a, i));
        assert_int_equal(wide, length[place - place % 32]);
        assert_true(place >= 0 && !taken[place]);
        taken[place] = true;
    }
    csr_free(&a);
}

TEST(linear_histogram)
{
    struct csr a = fixture_random(200, 30, 0.3, 3, 0, VT_F64);
    int64_t rows[7], nnz[7], all_rows = 0, all_nnz = 0, max = csr_row_max(&a);
    stats_linear(&a, max, 7, rows, nnz);
    for (int b = 0; b < 7; b++) {
        all_rows += rows[b];
        all_nnz += nnz[b];
    }
    assert_int_equal(all_rows, a.m);
    assert_int_equal(all_nnz, a.nnz);
    assert_int_equal(rows[6], 1); /* the full row stands alone */
    assert_int_equal(nnz[6], 30);
    csr_free(&a);
}

TEST(sizes_as_text)
{
    char out[TEXT_SIZE];
    assert_string_equal(text_bytes(out, 0), "0 B");
    assert_string_equal(text_bytes(out, 999), "999 B");
    assert_string_equal(text_bytes(out, 1000), "1.0 kB");
    assert_string_equal(text_bytes(out, 99949), "99.9 kB");
    assert_string_equal(text_bytes(out, 99950), "100 kB");
    assert_string_equal(text_bytes(out, 999499), "999 kB");
    assert_string_equal(text_bytes(out, 999500), "1.0 MB");
    assert_string_equal(text_bytes(out, 12400000000), "12.4 GB");
    assert_string_equal(text_bytes(out, 312500000000000), "313 TB"); /* a tie, whatever is added to it */
    assert_string_equal(text_bytes(out, UINT64_MAX - 1), "18.4 EB");
    assert_string_equal(text_bytes(out, UINT64_MAX), "over 18 EB");
    assert_string_equal(text_count(out, 7), "7");
    assert_string_equal(text_count(out, 999), "999");
    assert_string_equal(text_count(out, 81204), "81,204");
    assert_string_equal(text_count(out, -1234567), "-1,234,567");
    assert_string_equal(text_count(out, INT64_MIN), "-9,223,372,036,854,775,808");
}

TESTS(NULL, NULL)
