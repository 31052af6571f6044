/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_twin: synthetic twins are as like their matrices as is promised; the catalogue is read, and finds files. */
#include <dirent.h>

#include "core/base/limit.h"
#include "core/catalog/twin.h"
#include "core/engine/open.h"
#include "core/generate/gen.h"
#include "core/matrix/stats.h"
#include "core/matrix/tests/csr_valid.h"
#include "core/tests/cmocka.h"

/* What is promised of a twin: the share by which it may be off. */
static const double off_mean = 0.001, off_std = 0.02, off_max = 0.1;

static bool close_to(double got, double want, double share)
{
    return fabs(got - want) <= share * fabs(want);
}

/* Mean, deviation and maximum of m lengths. */
struct twin_moments {
    double mean, std;
    int64_t max;
};
static struct twin_moments measure(const int32_t *length, int64_t m)
{
    struct twin_moments t = { 0, 0, 0 };
    double square = 0;

    for (int64_t i = 0; i < m; i++) {
        t.mean += length[i];
        t.max = length[i] > t.max ? length[i] : t.max;
    }
    t.mean /= m > 0 ? (double)m : 1;
    for (int64_t i = 0; i < m; i++)
        square += (length[i] - t.mean) * (length[i] - t.mean);
    t.std = sqrt(square / (m > 0 ? (double)m : 1));
    return t;
}

static void compare(const struct catalog_entry *c, double slack)
{
    int32_t *length = malloc(((size_t)c->rows + 1) * sizeof *length);
    struct err e = { 0 };
    assert_non_null(length);
    if (!twin_lengths(c, length, &e))
        fail_msg("%s: %s", c->name, e.text);
    struct twin_moments t = measure(length, c->rows);
    bool good = close_to(t.mean, (double)c->nnz / (double)c->rows, off_mean);
    good = good && (c->row_std < 0 || fabs(t.std - c->row_std) <= off_std * c->row_std + slack);
    good = good && (c->row_max < 0 || close_to((double)t.max, (double)c->row_max, off_max));
    if (!good)
        fail_msg("%s: mean %g, deviation %g (%g), maximum %ld (%ld)", c->name, t.mean, t.std, c->row_std, (long)t.max,
                 (long)c->row_max);
    free(length);
}

TEST(whole_catalogue)
{
    struct catalog c;
    struct err e = { 0 };
    int checked = 0;

    if (!catalog_load(&c, &e))
        fail_msg("%s", e.text);
    for (int i = 0; i < c.count; i++) {
        compare(&c.entry[i], 0);
        checked += c.entry[i].row_std >= 0 && c.entry[i].row_max >= 0;
        assert_true(*c.entry[i].kind && *twin_kind(c.entry[i].kind)->name);
    }
    assert_true(c.count >= 48);
    assert_true(checked >= 25);
    struct catalog_entry small, large;
    assert_true(catalog_find("cage4", &small, &e) && catalog_find("cant", &large, &e));
    assert_true(small.row_max == 6 && small.row_max_checked);
    assert_true(large.row_max == 78 && !large.row_max_checked);
    catalog_free(&c);
}

/* Matrices of any origin: what is measured of the real one is what its twin is asked for. Small ones have too few rows
   for two per cent, so one row's worth of length is let pass. */
TEST(real_ones)
{
    const char *shared = getenv("NZSCOPE_SHARED");
    char folder[1000], path[2000];
    snprintf(folder, sizeof folder, "%s/matrices-real", shared ? shared : "../shared");
    DIR *d = opendir(folder);
    int looked = 0;

    if (!d)
        skip();
    for (struct dirent *f = readdir(d); f; f = readdir(d)) {
        struct matrix a;
        struct stats s;
        struct catalog_entry c = { .kind = "mesh" };
        if (!strstr(f->d_name, ".mtx"))
            continue;
        snprintf(path, sizeof path, "%s/%s", folder, f->d_name);
        if (!matrix_open(path, limit_default(), NULL, &a, NULL))
            continue;
        assert_true(stats_compute(&a.csr, &s, NULL));
        snprintf(c.name, sizeof c.name, "%.60s", f->d_name);
        c.rows = a.csr.m;
        c.cols = a.csr.n;
        c.nnz = a.csr.nnz;
        c.row_std = s.row_std;
        c.row_max = s.row_max;
        matrix_free(&a);
        if (c.nnz > 0) {
            compare(&c, c.rows < 2000 ? 0.25 : 0.02);
            looked++;
        }
    }
    closedir(d);
    assert_true(looked > 100);
}

TEST(built)
{
    static const char *const names[] = { "cage4", "adder_dcop_32", "west2021",        "cavity10",   "bcsstk17",
                                         "dc1",   "lung2",         "mac_econ_fwd500", "roadNet-PA", "webbase-1M" };

    for (size_t k = 0; k < COUNT(names); k++) {
        char spec[100];
        struct matrix a;
        struct catalog_entry c;
        struct stats s;
        struct err e = { 0 };
        snprintf(spec, sizeof spec, "twin:%s", names[k]);
        assert_true(catalog_find(names[k], &c, &e));
        if (!gen_make(spec, (uint64_t)1 << 32, NULL, &a, &e) || !csr_valid(&a.csr, &e))
            fail_msg("%s: %s", spec, e.text);
        assert_true(stats_compute(&a.csr, &s, NULL));
        assert_true(a.csr.m == c.rows && a.csr.n == c.cols && a.csr.nnz == c.nnz);
        assert_true(close_to(s.row_std, c.row_std, off_std));
        assert_true(c.row_max < 0 || s.row_max == c.row_max);
        assert_non_null(strstr(a.title, "twin of"));
        assert_non_null(strstr(a.title, "synthetic"));
        if (strcmp(c.kind, "fem-block") == 0) /* dense 3×3 blocks, and near the diagonal */
            assert_true(s.bsr_side == 3 && (double)c.nnz > 0.6 * 9 * (double)s.bsr_blocks);
        if (strcmp(c.kind, "circuit") == 0)
            assert_true(s.diagonal > c.rows * 9 / 10);
        if (strcmp(c.kind, "web") == 0)
            assert_true((double)s.col_max > 100 * s.row_mean);
        matrix_free(&a);
    }
}

TEST(seeded)
{
    struct matrix a, b, c;
    assert_true(gen_make("twin:west2021", UINT64_MAX, NULL, &a, NULL));
    assert_true(gen_make("twin:WEST2021:seed=1", UINT64_MAX, NULL, &b, NULL));
    assert_true(gen_make("twin:west2021:seed=2", UINT64_MAX, NULL, &c, NULL));
    assert_memory_equal(a.csr.ptr, b.csr.ptr, (size_t)(a.csr.m + 1) * sizeof *a.csr.ptr);
    assert_memory_equal(a.csr.ind, b.csr.ind, (size_t)a.csr.nnz * sizeof *a.csr.ind);
    assert_memory_equal(a.csr.val, b.csr.val, (size_t)a.csr.nnz * sizeof(double));
    assert_memory_not_equal(a.csr.ind, c.csr.ind, (size_t)a.csr.nnz * sizeof *a.csr.ind);
    matrix_free(&a);
    matrix_free(&b);
    matrix_free(&c);
}

TEST(refused)
{
    struct matrix a;
    struct err e = { 0 };
    assert_false(gen_make("twin:nothing-like-it", UINT64_MAX, NULL, &a, &e));
    assert_int_equal(e.code, ERR_USAGE);
    assert_non_null(strstr(e.text, "nothing-like-it"));
    assert_false(gen_make("twin", UINT64_MAX, NULL, &a, &e));
    assert_int_equal(e.code, ERR_USAGE);
    assert_false(gen_make("twin:Cube_Coup_dt0", 1000000000, NULL, &a, &e));
    assert_int_equal(e.code, ERR_MEMORY);

    /* no such lengths, one by one */
    static const struct catalog_entry bad[] = {
        { .name = "full", .rows = 2, .cols = 2, .nnz = 5, .row_std = 0, .row_max = -1 },
        { .name = "most", .rows = 9, .cols = 9, .nnz = 40, .row_std = 0, .row_max = 4 },
        { .name = "wide", .rows = 9, .cols = 5, .nnz = 20, .row_std = 0, .row_max = 6 },
        { .name = "one", .rows = 9, .cols = 9, .nnz = 3, .row_std = 0, .row_max = 4 },
        { .name = "none", .rows = 0, .cols = 9, .nnz = 0, .row_std = 0, .row_max = -1 },
    };
    int32_t length[16];
    for (size_t k = 0; k < COUNT(bad); k++) {
        e = (struct err){ 0 };
        assert_false(twin_lengths(&bad[k], length, &e));
        assert_int_equal(e.code, ERR_INPUT);
    }
}

/* Every kind gives different ascending columns inside the matrix, for every length, even at the edges. */
TEST(columns)
{
    static const char *const kinds[] = { "mesh", "fem-block", "circuit", "chemical",  "economics", "lp",
                                         "road", "web",       "network", "power-law", "" };
    enum { N = 130 };
    int32_t ind[N + 1];

    for (size_t k = 0; k < COUNT(kinds); k++)
        for (int64_t n = 1; n <= N; n = n < 12 ? n + 1 : 2 * n + 1)
            for (int64_t length = 0; length <= n; length++)
                for (int64_t i = 0; i < 40; i++) {
                    ind[length] = -7;
                    twin_columns(twin_kind(kinds[k]), 5, 40, n, i, length, ind);
                    for (int64_t p = 0; p < length; p++)
                        if (ind[p] < 0 || ind[p] >= n || (p > 0 && ind[p] <= ind[p - 1]))
                            fail_msg("%s: row %ld of %ld columns, length %ld", kinds[k], (long)i, (long)n,
                                     (long)length);
                    assert_int_equal(ind[length], -7);
                }
}

TEST(found_by_name)
{
    char folder[] = "/tmp/nzscope-catalog-XXXXXX", path[200], got[300];
    struct matrix a;
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/cage4.mtx", folder);
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fputs("%%MatrixMarket matrix coordinate real general\n2 2 1\n1 2 3\n", f);
    fclose(f);
    setenv("NZSCOPE_MATRICES", folder, 1);
    assert_true(catalog_path_of("cage4", got, sizeof got));
    assert_string_equal(got, path);
    assert_true(matrix_open("cage4", UINT64_MAX, NULL, &a, NULL));
    assert_string_equal(a.name, "cage4");
    assert_int_equal(a.csr.nnz, 1);
    matrix_free(&a);
    assert_false(catalog_path_of("no-such-matrix", got, sizeof got));
    remove(path);
    rmdir(folder);
}

TESTS(NULL, NULL)
