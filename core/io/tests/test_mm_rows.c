/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_mm_rows: entries in order of rows and columns, and such whose order ends somewhere, make the same matrix. */
#include <omp.h>

#include "core/io/mm_rows.h"
#include "core/io/tests/mm_text.h"
#include "core/matrix/tests/csr_valid.h"
#include "core/tests/cmocka.h"

/* Row i has an entry in every column of 0 .. i % 7 - 1, times 3, so that every seventh row is empty; more than three
   blocks of 256 KiB. */
enum { ROWS = 70000, COLUMNS = 20, ENTRIES = ROWS / 7 * 21 };

static double value_of(int64_t i, int j)
{
    return (double)(i * 1000 + j) / 7;
}

/* Where the lines are not in order: two of them are exchanged. */
struct order {
    int a, b;
};

static char *text_of(struct order o, bool pattern, bool twice)
{
    char *text = malloc((size_t)ENTRIES * 40 + 100), *p = text;
    static int row[ENTRIES], column[ENTRIES];
    int count = 0;

    assert_non_null(text);
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < i % 7; j++) {
            row[count] = i;
            column[count++] = 3 * j;
        }
    assert_int_equal(count, ENTRIES);
    p += sprintf(p, "%%%%MatrixMarket matrix coordinate %s general\n%d %d %d\n", pattern ? "pattern" : "real", ROWS,
                 COLUMNS, ENTRIES + twice);
    for (int k = 0; k < ENTRIES; k++) {
        int q = k == o.a ? o.b : k == o.b ? o.a : k;
        p += sprintf(p, "%d %d", row[q] + 1, column[q] + 1);
        p += pattern ? sprintf(p, "\n") : sprintf(p, " %.17g\n", value_of(row[q], column[q]));
    }
    if (twice)
        sprintf(p, "%d %d%s\n", row[ENTRIES - 1] + 1, column[ENTRIES - 1] + 1, pattern ? "" : " 0.5");
    return text;
}

static void read_one(struct order o, bool pattern, bool twice)
{
    char *text = text_of(o, pattern, twice);
    struct matrix a;
    struct err e = { 0 };
    int64_t at = 0;

    assert_true(strlen(text) > 3u << 18);
    assert_true(open_text(text, &a, &e));
    assert_true(csr_valid(&a.csr, &e));
    assert_int_equal(a.csr.nnz, ENTRIES);
    assert_int_equal(a.duplicates, twice);
    for (int64_t i = 0; i < ROWS; i++)
        for (int j = 0; j < i % 7; j++, at++) {
            double more = twice && at == ENTRIES - 1 ? (pattern ? 1 : 0.5) : 0;
            assert_int_equal(a.csr.ind[at], 3 * j);
            assert_true(((double *)a.csr.val)[at] == (pattern ? 1 : value_of(i, 3 * j)) + more);
        }
    assert_int_equal(a.csr.ptr[ROWS], at);
    matrix_free(&a);
    free(text);
}

TEST(any_order)
{
    static const struct order orders[] = {
        { -1, -1 }, { 0, 1 }, { 0, ENTRIES - 1 }, { ENTRIES - 2, ENTRIES - 1 }, { ENTRIES / 2, ENTRIES / 2 + 1 }
    };
    const int most = omp_get_max_threads();

    for (int threads = 1; threads <= 4; threads += 3)
        for (size_t k = 0; k < COUNT(orders); k++)
            for (int kind = 0; kind < 4; kind++) {
                omp_set_num_threads(threads);
                read_one(orders[k], kind & 1, kind & 2);
            }
    omp_set_num_threads(most);
}

/* ---- symmetric: one thread unfolds a triangle, four sort by buckets ---- */

enum { SIDE = 30000, REACH = 6 };

/* Entries (i, j) and, `above`, one of (j, i) at the end, by rows or by columns of the lower triangle or, `upper`, of
   the other. */
static char *triangle_of(bool columns, bool upper, bool above, const char *field)
{
    const bool pattern = field[0] == 'p';
    char *text = malloc((size_t)SIDE * REACH * 40 + 100), *p = text;
    int count = 0;

    assert_non_null(text);
    for (int i = 0; i < SIDE; i++)
        for (int r = 0; r < REACH; r++)
            count += (i + r * r * 50 < SIDE);
    p += sprintf(p, "%%%%MatrixMarket matrix coordinate %s symmetric\n%d %d %d\n", field, SIDE, SIDE, count + above);
    for (int i = 0; i < SIDE; i++)
        for (int r = 0; r < REACH; r++) {
            /* line i of a triangle: places i + d, or i - d in falling distance */
            const int d = columns ? r * r * 50 : (REACH - 1 - r) * (REACH - 1 - r) * 50, j = columns ? i + d : i - d;
            if (j < 0 || j >= SIDE)
                continue;
            const int row = columns != upper ? j : i, column = columns != upper ? i : j;
            p += sprintf(p, "%d %d", row + 1, column + 1);
            p += pattern ? sprintf(p, "\n") : sprintf(p, " %d\n", 7 * i + j);
        }
    if (above)
        sprintf(p, "%d %d%s\n", upper ? SIDE : 1, upper ? 1 : SIDE, pattern ? "" : " 5");
    return text;
}

TEST(triangles)
{
    const int most = omp_get_max_threads();

    for (int kind = 0; kind < 16; kind++) {
        char *text = triangle_of(kind & 1, kind & 2, kind & 4, kind & 8 ? "pattern" : "integer");
        struct matrix one, four;
        struct err e = { 0 };
        omp_set_num_threads(1);
        assert_true(open_text(text, &one, &e));
        omp_set_num_threads(4);
        assert_true(open_text(text, &four, &e));
        assert_true(csr_valid(&one.csr, &e));
        assert_int_equal(one.csr.nnz, four.csr.nnz);
        assert_int_equal(one.upper, four.upper);
        assert_memory_equal(one.csr.ptr, four.csr.ptr, (SIDE + 1) * sizeof *one.csr.ptr);
        assert_memory_equal(one.csr.ind, four.csr.ind, (size_t)one.csr.nnz * sizeof *one.csr.ind);
        assert_memory_equal(one.csr.val, four.csr.val, (size_t)one.csr.nnz * sizeof(double));
        matrix_free(&one);
        matrix_free(&four);
        free(text);
    }
    omp_set_num_threads(most);
}

/* Whether a triangle of a large matrix that begins with entry (row, 0) is unfolded. */
static bool unfolds(int32_t row)
{
    const struct mm_header h = { .symmetry = SYM_SYMMETRIC, .m = 100000, .n = 100000, .entries = 500000 };
    const struct coo x = { .count = 1, .row = &row, .col = &(int32_t){ 0 } };
    struct mm_rows rows = { 0 };
    bool in_order = false;

    assert_true(mm_rows_keep(&rows, &h, &x, &in_order, NULL));
    csr_free(&rows.a);
    return in_order;
}

TEST(buckets_get_triangles_with_entries_far_from_the_diagonal)
{
    assert_true(unfolds(1000));
    assert_false(unfolds(90000));
}

TESTS(NULL, NULL)
