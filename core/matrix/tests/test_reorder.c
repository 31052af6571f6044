/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_reorder: every reordering finds a permutation, the same each time, and what is made by it is PA or PAPᵀ to the
   bit; strange matrices, refusals, cancellation. */
#include <signal.h>

#include "core/base/apart.h"
#include "core/matrix/graph.h"
#include "core/matrix/reorder.h"
#include "core/matrix/stats.h"
#include "core/matrix/tests/csr_valid.h"
#include "core/matrix/tests/fixture.h"
#include "core/matrix/tests/shuffled.h"
#include "core/tests/cmocka.h"

/* Whether METIS is missing, which is no failure of ours as long as it is said. */
static bool left_out(const struct reorder *o)
{
    struct err why = { 0 };
    if (!o->ready || o->ready(&why))
        return false;
    assert_int_equal(why.code, ERR_UNSUPPORTED);
    assert_non_null(strstr(why.text, "METIS"));
    return true;
}

/* b = a in order r, entry for entry: each row of b, put back, is the row of a. */
static void assert_reordered(const struct csr *a, const struct reordering *r, const struct csr *b)
{
    struct err e = { 0 };
    if (!csr_valid(b, &e) || !reorder_valid(r->row, a->m, &e))
        fail_msg("%s", e.text);
    assert_int_equal(b->m, a->m);
    assert_int_equal(b->n, a->n);
    assert_int_equal(b->nnz, a->nnz);
    uint64_t *line = calloc((size_t)a->n + 1, sizeof *line); /* the bits of one row of a, spread out */
    bool *there = calloc((size_t)a->n + 1, sizeof *there);
    const uint64_t *av = a->val, *bv = b->val;
    for (int64_t i = 0; i < a->m; i++) {
        int64_t from = a->ptr[r->row[i]], to = a->ptr[r->row[i] + 1];
        assert_int_equal(b->ptr[i + 1] - b->ptr[i], to - from);
        for (int64_t p = from; p < to; p++) {
            line[a->ind[p]] = av[p];
            there[a->ind[p]] = true;
        }
        for (int64_t q = b->ptr[i]; q < b->ptr[i + 1]; q++) {
            int64_t j = r->col ? r->col[b->ind[q]] : b->ind[q];
            assert_true(there[j]);
            assert_true(line[j] == bv[q]);
        }
        for (int64_t p = from; p < to; p++)
            there[a->ind[p]] = false;
    }
    free(there);
    free(line);
}

static void make(const struct reorder *o, const struct csr *a, struct reordering *r, struct csr *b)
{
    struct err e = { 0 };
    if (!reorder_make(o, a, NULL, r, b, &e))
        fail_msg("%s: %s", o->name, e.text);
}

static void try_all(const struct csr *a)
{
    for (int i = 1; reorders[i]; i++) {
        struct reordering r, again;
        struct csr b, c;
        if (left_out(reorders[i]) || (reorders[i]->both && a->m != a->n))
            continue;
        make(reorders[i], a, &r, &b);
        assert_reordered(a, &r, &b);
        make(reorders[i], a, &again, &c);
        if (a->m > 0)
            assert_memory_equal(r.row, again.row, (size_t)a->m * sizeof *r.row);
        assert_csr_same(&b, &c);
        reordering_free(&again);
        reordering_free(&r);
        csr_free(&c);
        csr_free(&b);
    }
}

TEST(generated_matrices)
{
    static const char *const specs[] = { "gen:demo",      "gen:stencil5:70",  "gen:rmat:9:8",
                                         "gen:fem:60",    "gen:denserow:300", "gen:uniform:40:60:300",
                                         "gen:road:5000", "gen:diag:50",      "gen:arrow:200" };
    for (size_t k = 0; k < COUNT(specs); k++) {
        struct csr a = opened(specs[k]);
        try_all(&a);
        csr_free(&a);
    }
}

/* No rows, no columns, no entries; one entry; only loops; an unsymmetric pattern; many components; NaN. */
TEST(strange_matrices)
{
    static const int64_t sizes[][2] = { { 0, 0 }, { 0, 5 }, { 5, 0 }, { 1, 1 }, { 6, 6 } };
    for (size_t k = 0; k < COUNT(sizes); k++) {
        struct csr a = fixture_random(sizes[k][0], sizes[k][1], 0, -1, 0, VT_F64);
        try_all(&a);
        csr_free(&a);
    }
    const double one[] = { 3 }, loops[] = { 1, 0, 0, 0, 2, 0, 0, 0, 3 }, upper[] = { 0, 1, 1, 0, 0, 1, 0, 0, 0 },
                 apart[] = { 1, 2, 0, 0, 3, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, NAN };
    const struct {
        int64_t n;
        const double *entry;
    } small[] = { { 1, one }, { 3, loops }, { 3, upper }, { 4, apart } };
    for (size_t k = 0; k < COUNT(small); k++) {
        struct csr a = fixture_dense(small[k].n, small[k].n, small[k].entry, VT_F64);
        try_all(&a);
        csr_free(&a);
    }
    struct csr dense = fixture_random(300, 300, 0.01, 17, 0, VT_F64);
    try_all(&dense);
    csr_free(&dense);
}

static const struct reorder *named(const char *name)
{
    struct err e = { 0 };
    const struct reorder *o = reorder_find(name, &e);
    if (!o)
        fail_msg("%s", e.text);
    return o;
}

TEST(names)
{
    struct err e = { 0 };
    static const char *const listed[] = {
#define REORDERING(id, name) name,
#include "core/matrix/reorderings.list"
    };
    for (int i = 0; reorders[i]; i++)
        assert_string_equal(reorders[i]->name, listed[i]);
    assert_string_equal(reorders[0]->name, "none");
    assert_null(reorders[0]->find);
    assert_null(reorder_find("rmc", &e));
    assert_int_equal(e.code, ERR_USAGE);
    assert_non_null(strstr(e.text, "none, rowlen, rcm, metis-nd, metis-kway, similar"));
}

static void check_rows_by_length(const char *spec)
{
    struct csr a = opened(spec), b;
    struct reordering r;
    make(named("rowlen"), &a, &r, &b);
    for (int64_t i = 1; i < b.m; i++) {
        int64_t before = b.ptr[i] - b.ptr[i - 1], here = b.ptr[i + 1] - b.ptr[i];
        assert_true(here < before || (here == before && r.row[i - 1] < r.row[i]));
    }
    assert_null(r.col);
    reordering_free(&r);
    csr_free(&b);
    csr_free(&a);
}

/* The second is sorted in parts. */
TEST(rows_by_length)
{
    check_rows_by_length("gen:rmat:8:6");
    check_rows_by_length("gen:rmat:17:2");
}

/* Its rows and columns in that order. */
static struct csr shuffled(const char *spec)
{
    static const struct reorder method = { .name = "shuffle", .both = true, .find = shuffle };
    struct csr a = opened(spec), b;
    struct reordering r;
    assert_true(reorder_make(&method, &a, NULL, &r, &b, NULL));
    assert_reordered(&a, &r, &b);
    reordering_free(&r);
    csr_free(&a);
    return b;
}

static int64_t bandwidth(const struct csr *a)
{
    struct stats s;
    assert_true(stats_compute(a, &s, NULL));
    assert_int_equal(s.bandwidth_lower, s.bandwidth_upper); /* of symmetric patterns */
    return s.bandwidth_upper;
}

/* Known bandwidths come back from a shuffle: a level of a band of half-width h has h vertices, of a grid at most its
   diagonal, and an entry reaches at most two levels. */
TEST(rcm_undoes_shuffles)
{
    static const struct {
        const char *spec;
        int64_t most;
    } cases[] = {
        { "gen:band:4000:3", 6 }, { "gen:band:999:1", 1 }, { "gen:stencil5:40", 41 }, { "gen:stencil7:12", 240 }
    };
    for (size_t k = 0; k < COUNT(cases); k++) {
        struct csr a = shuffled(cases[k].spec), b;
        struct reordering r;
        assert_true(bandwidth(&a) > 2 * cases[k].most);
        make(named("rcm"), &a, &r, &b);
        if (bandwidth(&b) > cases[k].most)
            fail_msg("%s: bandwidth %ld", cases[k].spec, (long)bandwidth(&b));
        reordering_free(&r);
        csr_free(&b);
        csr_free(&a);
    }
}

/* Entries of a shuffled grid come together: most of them join vertices of one part. */
TEST(parts_hold_together)
{
    const struct reorder *o = named("metis-kway");
    if (left_out(o))
        skip();
    struct csr a = shuffled("gen:stencil5:128"), b; /* 4 parts of 4096 */
    struct reordering r;
    make(o, &a, &r, &b);
    int64_t within = 0;
    for (int64_t i = 0; i < b.m; i++)
        for (int64_t p = b.ptr[i]; p < b.ptr[i + 1]; p++)
            within += i / 4096 == b.ind[p] / 4096;
    assert_true(within > b.nnz * 9 / 10);
    reordering_free(&r);
    csr_free(&b);
    csr_free(&a);
}

TEST(refusals)
{
    struct csr a = fixture_random(3, 4, 0.5, 0, 0, VT_F64), b;
    struct reordering r;
    struct err e = { 0 };
    assert_false(reorder_make(named("rcm"), &a, NULL, &r, &b, &e));
    assert_int_equal(e.code, ERR_UNSUPPORTED);
    assert_non_null(strstr(e.text, "needs a square matrix, and this one is 3 × 4"));
    assert_true(reorder_takes(named("rowlen"), &a, &e));
    struct csr tall = { .m = (int64_t)INT32_MAX + 1, .n = 1 };
    assert_false(reorder_takes(named("rowlen"), &tall, &e));
    assert_non_null(strstr(e.text, "32 bits"));
    csr_free(&a);
}

TEST(cancelling)
{
    struct csr a = opened("gen:stencil5:300"), b;
    for (int i = 1; reorders[i]; i++) {
        if (left_out(reorders[i]))
            continue;
        for (int looks = 1; looks < 3; looks++) {
            int left = looks;
            struct progress p = { .report = stop_at, .arg = &left };
            struct reordering r;
            struct err e = { 0 };
            bool ok = reorder_make(reorders[i], &a, &p, &r, &b, &e);
            assert_int_equal(e.code, ok ? ERR_NONE : ERR_CANCELLED);
            assert_true(!ok || left > 0);
            if (ok) {
                reordering_free(&r);
                csr_free(&b);
            }
        }
    }
    csr_free(&a);
}

TEST(invalid_orders)
{
    const int32_t good[] = { 2, 0, 1 }, twice[] = { 0, 1, 1 }, far[] = { 0, 3, 1 }, negative[] = { -1, 0, 1 };
    struct err e = { 0 };
    assert_true(reorder_valid(good, 3, &e));
    assert_false(reorder_valid(twice, 3, &e));
    assert_int_equal(e.code, ERR_CHECK);
    assert_false(reorder_valid(far, 3, &e));
    assert_false(reorder_valid(negative, 3, &e));
}

/* What is told before anything is allocated: neighbours to the last one, room for what is made at least. */
TEST(told_before)
{
    static const char *const specs[] = { "gen:stencil5:20", "gen:rmat:8:5", "gen:diag:9", "gen:uniform:90:90:500" };
    for (size_t k = 0; k < COUNT(specs); k++) {
        struct csr a = opened(specs[k]);
        struct stats s;
        struct graph g;
        assert_true(stats_compute(&a, &s, NULL) && graph_make(&a, &g, NULL));
        assert_int_equal(graph_edges(&a, &s), g.ptr[g.n]);
        assert_int_equal(reorder_bytes(reorders[0], &a, &s), 0);
        for (int i = 1; reorders[i]; i++)
            assert_true(reorder_bytes(reorders[i], &a, &s) >= 12 * (uint64_t)a.nnz + 12 * (uint64_t)a.m);
        graph_free(&g);
        csr_free(&a);
    }
}

TEST(graphs)
{
    const double entry[] = { 1, 1, 0, 0, 0, 0, 1, 0, 1, 0, 1, 0, 0, 0, 0, 1 };
    struct csr a = fixture_dense(4, 4, entry, VT_F64);
    struct graph g;
    assert_true(graph_make(&a, &g, NULL));
    const int64_t ptr[] = { 0, 2, 4, 6, 6 };
    const int32_t adj[] = { 1, 2, 0, 2, 0, 1 };
    assert_memory_equal(g.ptr, ptr, sizeof ptr);
    assert_memory_equal(g.adj, adj, sizeof adj);
    graph_free(&g);
    csr_free(&a);
}

/* ---- a process of its own ---- */

static int leave(void *arg)
{
    *(int *)arg = 42;
    return 7;
}

static int fall(void *arg)
{
    signal(SIGABRT, SIG_DFL);
    abort();
}

static int hang(void *arg)
{
    while (pause() != 0)
        ;
    return 0;
}

TEST(a_process_of_its_own)
{
    int *shared = apart_alloc(sizeof *shared), status = 0, left = 3;
    struct err e = { 0 };
    assert_non_null(shared);
    assert_true(apart_run(leave, shared, "leaving", NULL, &status, &e));
    assert_int_equal(status, 7);
    assert_int_equal(*shared, 42);
    assert_false(apart_run(fall, NULL, "falling", NULL, &status, &e));
    assert_int_equal(e.code, ERR_UNSUPPORTED);
    assert_non_null(strstr(e.text, "falling failed with signal"));
    struct progress p = { .report = stop_at, .arg = &left };
    assert_false(apart_run(hang, NULL, "hanging", &p, &status, &e));
    assert_int_equal(e.code, ERR_CANCELLED);
    apart_free(shared, sizeof *shared);
}

TESTS(NULL, NULL)
