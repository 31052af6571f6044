/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_reorder_similar: orders of rows: permutations, the same for any number of threads; scattered rows come together,
   rows in a good order stay; strange matrices. */
#include <omp.h>

#include "core/matrix/reorder.h"
#include "core/matrix/row_cluster.h"
#include "core/matrix/row_reuse.h"
#include "core/matrix/similar_rows.h"
#include "core/matrix/tests/csr_valid.h"
#include "core/matrix/tests/fixture.h"
#include "core/matrix/tests/shuffled.h"
#include "core/tests/cmocka.h"

/* Rows of a in that order. */
static struct csr shuffled(struct csr *a)
{
    static const struct reorder method = { .name = "shuffle", .find = shuffle };
    struct csr b;
    struct reordering r;
    assert_true(reorder_make(&method, a, NULL, &r, &b, NULL));
    reordering_free(&r);
    csr_free(a);
    return b;
}

static double reuse(const struct csr *a, const int32_t *order, int64_t rows)
{
    double fetches;
    assert_true(row_reuse(a, order, rows, &fetches, NULL));
    return fetches;
}

/* What the ordering gives: `row` NULL where the file's order stays; rows of X an entry needs there and in the order
   found, in blocks of 32 and 256 rows. */
struct similar_rows {
    int32_t *row;
    double there[2], found[2];
};

static struct similar_rows found(const struct csr *a)
{
    struct similar_rows o = { .row = malloc(((size_t)a->m + 1) * sizeof *o.row) };
    struct err e = { 0 };
    bool same = true;
    if (!reorder_similar.find(a, o.row, NULL, &e) || !reorder_valid(o.row, a->m, &e))
        fail_msg("%s", e.text);
    for (int64_t i = 0; i < a->m; i++)
        same = same && o.row[i] == i;
    for (int k = 0; k < 2; k++) {
        o.there[k] = reuse(a, NULL, k ? 256 : 32);
        o.found[k] = reuse(a, o.row, k ? 256 : 32);
    }
    if (same) {
        free(o.row);
        o.row = NULL;
    }
    return o;
}

/* `blocks` blocks of `rows` rows that have the same 8 columns, scattered, each row with one more of its own. */
static struct csr scattered_blocks(int64_t blocks, int64_t rows)
{
    enum { SHARED = 8 };
    struct csr a;
    const int64_t m = blocks * rows, n = 4 * blocks * SHARED + m;
    assert_true(csr_alloc(&a, m, n, m * (SHARED + 1), VT_F64, NULL));
    a.ptr[0] = 0;
    for (int64_t i = 0; i < m; i++) {
        for (int64_t c = 0; c < SHARED; c++) {
            const int64_t nth =
                i / rows * SHARED + c; /* a column of its own for each: 2579 and 4·blocks·8 are coprime */
            a.ind[i * (SHARED + 1) + c] = (int32_t)(nth * 2579 % (4 * blocks * SHARED));
        }
        for (int64_t c = 1; c < SHARED; c++)
            for (int64_t d = c; d > 0 && a.ind[i * (SHARED + 1) + d] < a.ind[i * (SHARED + 1) + d - 1]; d--) {
                int32_t swap = a.ind[i * (SHARED + 1) + d];
                a.ind[i * (SHARED + 1) + d] = a.ind[i * (SHARED + 1) + d - 1];
                a.ind[i * (SHARED + 1) + d - 1] = swap;
            }
        a.ind[i * (SHARED + 1) + SHARED] = (int32_t)(4 * blocks * SHARED + i);
        a.ptr[i + 1] = (i + 1) * (SHARED + 1);
    }
    for (int64_t p = 0; p < a.nnz; p++)
        vtype_set(a.val, p, a.type, 1);
    assert_true(csr_valid(&a, NULL));
    return shuffled(&a);
}

/* Every block comes together: its rows stand side by side. */
TEST(blocks_come_together)
{
    for (int64_t rows = 4; rows <= 40; rows += 12) {
        struct csr a = scattered_blocks(20000 / rows, rows);
        struct similar_rows o = found(&a);
        assert_non_null(o.row);
        int64_t apart = 0;
        for (int64_t i = 1; i < a.m; i++)
            apart += a.ind[a.ptr[o.row[i]]] != a.ind[a.ptr[o.row[i - 1]]];
        assert_int_equal(apart, 20000 / rows - 1);
        assert_true(o.there[0] > 0.9);
        assert_true(o.found[1] < 1.1 * (8.0 / (double)rows + 1) / 9);
        free(o.row);
        csr_free(&a);
    }
}

/* A grid of side × side points with a stencil of all points that are `near` or less away; the points by rows, or those
   of 16 × 16 patches after each other. */
static struct csr neighbours(int64_t side, int64_t near, int32_t *patches)
{
    enum { PATCH = 16 };
    struct csr a;
    int64_t nnz = 0, m = side * side, at = 0;
    assert_true(csr_alloc(&a, m, m, m * (2 * near + 1) * (2 * near + 1), VT_F64, NULL));
    a.ptr[0] = 0;
    for (int64_t i = 0; i < m; i++) {
        for (int64_t y = i / side - near; y <= i / side + near; y++)
            for (int64_t x = i % side - near; x <= i % side + near; x++)
                if (x >= 0 && y >= 0 && x < side && y < side) {
                    vtype_set(a.val, nnz, a.type, 1);
                    a.ind[nnz++] = (int32_t)(y * side + x);
                }
        a.ptr[i + 1] = nnz;
    }
    a.nnz = nnz;
    for (int64_t p = 0; p < m; p += PATCH * PATCH)
        for (int64_t i = 0; i < PATCH * PATCH; i++) {
            int64_t patch = p / PATCH / PATCH, across = side / PATCH;
            int64_t y = patch / across * PATCH + i / PATCH, x = patch % across * PATCH + i % PATCH;
            patches[at++] = (int32_t)(y * side + x);
        }
    return a;
}

/* Neighbours in the plane whose rows are shuffled need not much more of X than patches of points do. */
TEST(neighbours_come_together)
{
    enum { SIDE = 192 };
    int32_t *patches = malloc(SIDE * SIDE * sizeof *patches);
    struct csr a = neighbours(SIDE, 2, patches);
    double best = reuse(&a, patches, 256), by_rows = reuse(&a, NULL, 256);
    struct csr b = shuffled(&a);
    struct similar_rows o = found(&b);
    assert_non_null(o.row);
    assert_true(o.there[1] > 10 * best);
    assert_true(o.found[1] < 0.7 * by_rows);
    assert_true(o.found[1] < 1.6 * best);
    assert_near(reuse(&b, o.row, 256), o.found[1], 0);
    free(o.row);
    csr_free(&b);
    free(patches);
}

TEST(good_orders_stay)
{
    static const char *const specs[] = { "gen:band:20000:12",
                                         "gen:stencil5:300",
                                         "gen:stencil9:200",
                                         "gen:stencil7:40",
                                         "gen:stencil27:30",
                                         "gen:diag:5000",
                                         "gen:uniform:30000:30000:400000" };
    for (size_t k = 0; k < COUNT(specs); k++) {
        struct csr a = opened(specs[k]);
        struct similar_rows o = found(&a);
        if (o.row)
            fail_msg("%s: %g %g, then %g %g", specs[k], o.there[0], o.there[1], o.found[0], o.found[1]);
        assert_true(o.found[0] <= o.there[0]);
        free(o.row);
        csr_free(&a);
    }
}

TEST(any_number_of_threads)
{
    const int usual = omp_get_max_threads();
    static const int threads[] = { 1, 2, 3, 8 };
    int32_t *patches = malloc(128 * 128 * sizeof *patches);
    struct csr plain = neighbours(128, 1, patches), a = shuffled(&plain);
    struct similar_rows first = { 0 };
    for (size_t k = 0; k < COUNT(threads); k++) {
        omp_set_num_threads(threads[k]);
        struct similar_rows o = found(&a);
        assert_non_null(o.row);
        if (!first.row) {
            first = o;
            continue;
        }
        assert_memory_equal(first.row, o.row, (size_t)a.m * sizeof *o.row);
        assert_memory_equal(first.found, o.found, sizeof o.found);
        free(o.row);
    }
    omp_set_num_threads(usual);
    free(first.row);
    csr_free(&a);
    free(patches);
}

/* A shuffled grid with a dense row, a dense column and empty rows: the grid's rows come together all the same. */
TEST(hubs_do_not_hide_neighbours)
{
    enum { SIDE = 96, EMPTY = 100 };
    int32_t *patches = malloc(SIDE * SIDE * sizeof *patches);
    struct csr grid = neighbours(SIDE, 1, patches), a;
    assert_true(csr_alloc(&a, grid.m + 1 + EMPTY, grid.n + 1, grid.nnz + grid.m + grid.n + 1, VT_F64, NULL));
    int64_t nnz = 0;
    a.ptr[0] = 0;
    for (int64_t i = 0; i < a.m; i++) {
        if (i < grid.m)
            for (int64_t p = grid.ptr[i]; p < grid.ptr[i + 1]; p++)
                a.ind[nnz++] = grid.ind[p];
        for (int64_t j = 0; i == grid.m && j < grid.n; j++)
            a.ind[nnz++] = (int32_t)j;
        if (i <= grid.m)
            a.ind[nnz++] = (int32_t)grid.n;
        a.ptr[i + 1] = nnz;
    }
    assert_int_equal(nnz, a.nnz);
    for (int64_t p = 0; p < nnz; p++)
        vtype_set(a.val, p, a.type, 1);
    struct csr b = shuffled(&a);
    struct similar_rows o = found(&b);
    assert_non_null(o.row);
    assert_true(o.there[1] > 3 * o.found[1]);
    free(o.row);
    csr_free(&b);
    csr_free(&grid);
    free(patches);
}

/* No rows, no columns, no entries, one row, equal rows; whatever clustering finds is an order. */
TEST(strange_matrices)
{
    static const int64_t sizes[][2] = { { 0, 0 }, { 0, 5 }, { 5, 0 }, { 1, 1 }, { 9, 9 }, { 700, 3 } };
    for (size_t k = 0; k < COUNT(sizes); k++) {
        for (int full = 0; full < 2; full++) {
            struct csr a = fixture_random(sizes[k][0], sizes[k][1], full, -1, 0, VT_F64);
            struct similar_rows o = found(&a);
            int32_t *order = malloc(((size_t)a.m + 1) * sizeof *order);
            struct err e = { 0 };
            bool any;
            assert_null(o.row);
            assert_true(row_cluster(&a, 0, order, &any, NULL, &e) && any);
            assert_true(reorder_valid(order, a.m, &e));
            free(order);
            free(o.row);
            csr_free(&a);
        }
    }
}

/* By hand: two blocks of two rows, one column in common in the first, two in the second. */
TEST(reuse_by_hand)
{
    static const double entry[] = {
        1, 1, 0, //
        0, 1, 1, //
        1, 0, 1, //
        1, 0, 1, //
    };
    static const int32_t order[] = { 0, 2, 1, 3 };
    struct csr a = fixture_dense(4, 3, entry, VT_F64);
    assert_near(reuse(&a, NULL, 2), 5.0 / 8, 0);
    assert_near(reuse(&a, order, 2), 6.0 / 8, 0);
    assert_near(reuse(&a, NULL, 100), 3.0 / 8, 0);
    csr_free(&a);
}

static double probe(const struct csr *a)
{
    double gain = -1;
    assert_true(similar_rows_probe(a, &gain, NULL));
    return gain;
}

/* A sample tells scattered blocks from rows that share columns by chance, and says so where it is too small. */
TEST(probe_tells_scattered_from_random)
{
    const int usual = omp_get_max_threads();
    struct csr blocks = scattered_blocks(2000, 10), random = opened("gen:uniform:30000:30000:400000");
    struct csr few = scattered_blocks(20, 10);
    const double gain = probe(&blocks);
    assert_true(gain > 2 && gain < 9.0 * 8 / 16);
    assert_true(probe(&random) < 1.1);
    assert_true(isinf(probe(&few)));
    for (int threads = 1; threads <= 8; threads += 7) {
        omp_set_num_threads(threads);
        assert_near(probe(&blocks), gain, 0);
    }
    omp_set_num_threads(usual);
    csr_free(&few);
    csr_free(&random);
    csr_free(&blocks);
}

/* A dense column that every row draws tells nothing, which must not look like nothing found. */
TEST(probe_is_not_fooled_by_a_hub)
{
    struct csr blocks = scattered_blocks(2000, 10), a;
    int64_t nnz = 0, hub = 0;
    for (int64_t j = 1; j < blocks.n; j++)
        hub = hash_mix((uint64_t)j) < hash_mix((uint64_t)hub) ? j : hub;
    assert_true(csr_alloc(&a, blocks.m, blocks.n, blocks.nnz + blocks.m, VT_F64, NULL));
    for (int64_t i = 0; i < a.m; i++) {
        int64_t p = blocks.ptr[i], end = blocks.ptr[i + 1];
        a.ptr[i] = nnz;
        for (; p < end && blocks.ind[p] < hub; p++)
            a.ind[nnz++] = blocks.ind[p];
        a.ind[nnz++] = (int32_t)hub;
        for (p += p < end && blocks.ind[p] == hub; p < end; p++)
            a.ind[nnz++] = blocks.ind[p];
    }
    a.ptr[a.m] = a.nnz = nnz;
    assert_true(probe(&a) > 2);
    csr_free(&a);
    csr_free(&blocks);
}

/* Most rows draw popular columns, which tells nothing; the others do. */
TEST(probe_hears_those_that_draw_no_hub)
{
    struct csr a = opened("gen:items:200000:2000:2000000:seed=5");
    assert_true(probe(&a) < 1.15);
    csr_free(&a);
}

TEST(cancelling)
{
    struct csr a = scattered_blocks(500, 10);
    for (int looks = 1; looks < 3; looks++) {
        int left = looks;
        struct progress p = { .report = stop_at, .arg = &left };
        int32_t *order = malloc((size_t)a.m * sizeof *order);
        struct err e = { 0 };
        assert_false(reorder_similar.find(&a, order, &p, &e));
        assert_int_equal(e.code, ERR_CANCELLED);
        free(order);
    }
    csr_free(&a);
}

TESTS(NULL, NULL)
