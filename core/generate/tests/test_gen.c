/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_gen: generated matrices have the shape that was asked for, and are the same every time. */
#include <omp.h>

#include "core/base/hash.h"
#include "core/base/limit.h"
#include "core/base/permute.h"
#include "core/generate/gen.h"
#include "core/matrix/tests/csr_valid.h"
#include "core/tests/cmocka.h"

static struct matrix make(const char *spec)
{
    struct matrix a;
    struct err e = { 0 };

    if (!gen_make(spec, limit_default(), NULL, &a, &e) || !csr_valid(&a.csr, &e))
        fail_msg("%s: %s", spec, e.text);
    return a;
}

/* One number that depends on every entry. */
static uint64_t digest(const struct matrix *a)
{
    uint64_t sum = 0, bits;

    for (int64_t i = 0; i < a->csr.m; i++)
        for (int64_t p = a->csr.ptr[i]; p < a->csr.ptr[i + 1]; p++) {
            memcpy(&bits, (const double *)a->csr.val + p, sizeof bits);
            sum += hash_at(bits, (uint64_t)i, (uint64_t)a->csr.ind[p]);
        }
    return sum;
}

struct wanted_shape {
    const char *spec;
    int64_t m, n, nnz;
};
static const struct wanted_shape shapes[] = {
    { "stencil5:3", 9, 9, 33 },
    { "stencil9:3", 9, 9, 49 },
    { "stencil7:3", 27, 27, 135 },
    { "stencil27:3", 27, 27, 343 },
    { "stencil5:1", 1, 1, 1 },
    { "stencil5:3:4", 12, 12, 46 },
    { "stencil27:3:2", 18, 18, 196 },
    { "stencil7:4:0", 0, 0, 0 },
    { "stencil27:0", 0, 0, 0 },
    { "band:10:0", 10, 10, 10 },
    { "band:10:2", 10, 10, 44 },
    { "band:4:100", 4, 4, 16 },
    { "diag:7", 7, 7, 7 },
    { "diag:0", 0, 0, 0 },
    { "uniform:30:20:0", 30, 20, 0 },
    { "uniform:30:20:600", 30, 20, 600 },
    { "uniform:1000:7:3333", 1000, 7, 3333 },
    { "uniform:1:1:1", 1, 1, 1 },
    { "uniform:100000:100000:300000", 100000, 100000, 300000 },
    { "rmat:10:8", 1024, 1024, -1 },
    { "rmat:0:1", 1, 1, 1 },
    { "fem:100", 300, 300, -1 },
    { "denserow:100", 100, 100, 199 },
    { "road:1234", 1234, 1234, -1 },
    { "road:1", 1, 1, 0 },
    { "demo", 18100, 18100, -1 },
    { "short:5000", 5000, 5000, -1 },
    { "short:1", 1, 1, 1 },
    { "scatter:100:7", 100, 100, 700 },
    { "scatter:9:9", 9, 9, 81 },
    { "powerlaw:1:1:30", 1, 1, -1 },
    { "arrow:100", 100, 100, 298 },
    { "hub:100", 100, 100, 199 },
    { "blocks:500:7", 500, 500, 3500 },
    { "blocks:5:5", 5, 5, 25 },
    { "blocks:1:0", 1, 1, 0 },
    { "neighbours:5:9", 25, 25, 225 },
    { "items:50:20:0", 50, 20, 0 },
    { "lp:200:1000", 200, 1000, -1 },
    { "circuit:1024:0", 1024, 1024, -1 },
    { "circuit:1024:64", 1024, 1024, -1 },
    { "hypersparse:1000:0:5", 1000, 1000, 0 },
    { "hypersparse:10:100:10", 10, 10, 100 },
    { "saddle:4", 20, 20, -1 },
    { "wideband:9:8:100", 9, 9, 81 },
    { "web:1:64", 1, 1, -1 },
    { 0 },
};

TEST(sizes)
{
    for (const struct wanted_shape *s = shapes; s->spec; s++) {
        struct matrix a = make(s->spec);
        if (a.csr.m != s->m || a.csr.n != s->n || (s->nnz >= 0 && a.csr.nnz != s->nnz))
            fail_msg("%s: %ld × %ld, %ld entries", s->spec, (long)a.csr.m, (long)a.csr.n, (long)a.csr.nnz);
        matrix_free(&a);
    }
}

TEST(every_example)
{
    for (const struct generator *const *g = generators; *g; g++) {
        struct matrix a = make((*g)->example);
        struct gen_args none = { .count = 0 };
        assert_true(a.csr.nnz > 0);
        if (!strchr((*g)->form, ':'))
            assert_true((uint64_t)a.csr.nnz <= (*g)->size(&none).nnz);
        assert_true((*g)->help && (*g)->what && strncmp((*g)->form, (*g)->name, strlen((*g)->name)) == 0);
        matrix_free(&a);
    }
}

TEST(same_every_time)
{
    static const char *const specs[] = { "demo",
                                         "uniform:700:900:20000",
                                         "rmat:12:9",
                                         "fem:500",
                                         "road:5000",
                                         "band:900:3",
                                         "scatter:999:9",
                                         "powerlaw:999:5:25",
                                         "short:999",
                                         "blocks:900:9",
                                         "neighbours:40:5",
                                         "items:300:90:5000",
                                         "lp:300:4000",
                                         "circuit:2000:9",
                                         "hypersparse:3000:6:8",
                                         "saddle:20",
                                         "wideband:200:30:18",
                                         "web:900:9" };
    int threads = omp_get_max_threads();

    for (size_t k = 0; k < COUNT(specs); k++) {
        char seeded[80];
        omp_set_num_threads(1);
        struct matrix a = make(specs[k]);
        omp_set_num_threads(3);
        struct matrix b = make(specs[k]);
        omp_set_num_threads(threads);
        snprintf(seeded, sizeof seeded, "%s:seed=7", specs[k]);
        struct matrix c = make(seeded);
        assert_true(digest(&a) == digest(&b));
        assert_true(digest(&a) != digest(&c));
        matrix_free(&a);
        matrix_free(&b);
        matrix_free(&c);
    }
    /* and on every machine */
    struct matrix a = make("road:1000");
    assert_int_equal(a.csr.nnz, 2706);
    assert_true(digest(&a) == 0x201f0574ca5bd63a);
    matrix_free(&a);
}

TEST(symmetric_ones)
{
    static const char *const specs[] = { "stencil5:9",   "stencil27:5",  "fem:300",  "road:3000", "band:50:7",
                                         "stencil9:4:7", "stencil7:4:2", "arrow:77", "saddle:30" };

    for (size_t k = 0; k < COUNT(specs); k++) {
        struct matrix a = make(specs[k]);
        struct csr t;
        assert_true(csr_transpose(&a.csr, &t, NULL));
        assert_memory_equal(a.csr.ptr, t.ptr, (size_t)(t.m + 1) * sizeof *t.ptr);
        assert_memory_equal(a.csr.ind, t.ind, (size_t)t.nnz * sizeof *t.ind);
        assert_memory_equal(a.csr.val, t.val, (size_t)t.nnz * sizeof(double));
        csr_free(&t);
        matrix_free(&a);
    }
}

TEST(characters)
{
    struct matrix a = make("demo");
    int64_t empty = 0;

    for (int64_t i = 0; i < a.csr.m; i++)
        empty += a.csr.ptr[i + 1] == a.csr.ptr[i];
    assert_true(a.csr.m >= 5000 && a.csr.m <= 20000 && empty > 20 && csr_row_max(&a.csr) > 800);
    matrix_free(&a);
    a = make("road:100000");
    double mean = (double)a.csr.nnz / (double)a.csr.m;
    assert_true(mean > 2.7 && mean < 2.9);
    matrix_free(&a);
    a = make("powerlaw:100000:8:25");
    mean = (double)a.csr.nnz / (double)a.csr.m;
    assert_true(mean > 7 && mean < 9 && csr_row_max(&a.csr) > 1000);
    matrix_free(&a);
    a = make("short:30000");
    assert_true(csr_row_max(&a.csr) == 3 && a.csr.nnz > 59000 && a.csr.nnz < 61000);
    matrix_free(&a);
    a = make("rmat:14:16");
    assert_true(csr_row_max(&a.csr) > 500 && a.csr.nnz + a.duplicates == 16 << 14);
    matrix_free(&a);
    a = make("uniform:100:100:500:9");
    assert_int_equal(a.field, FIELD_INTEGER);
    for (int64_t p = 0; p < 500; p++) {
        double v = ((const double *)a.csr.val)[p];
        assert_true(v == (double)(int)v && v >= -9 && v <= 9 && v != 0);
    }
    matrix_free(&a);
}

/* Rows of one group have the same columns, and there are 4 to 40 of them, wherever they lie. */
TEST(groups)
{
    enum { D = 6 };
    struct matrix a = make("blocks:2000:6");
    bool *seen = test_calloc((size_t)a.csr.m, sizeof *seen);
    int64_t small = 0, neighbours = 0;

    for (int64_t i = 0; i < a.csr.m; i++) {
        int64_t rows = 1;
        for (int64_t j = i + 1; j < a.csr.m && !seen[i]; j++)
            if (memcmp(&a.csr.ind[i * D], &a.csr.ind[j * D], D * sizeof *a.csr.ind) == 0) {
                seen[j] = true;
                rows++;
                neighbours += j == i + 1;
            }
        if (!seen[i]) {
            assert_true(rows <= 40);
            small += rows < 4;
        }
    }
    assert_true(small <= 1);             /* the last group may be cut off */
    assert_true(neighbours < 2000 / 10); /* out of order */
    test_free(seen);
    matrix_free(&a);
}

/* The points of a matrix in random order are joined to those near them: the entries of a row in the grid's order are
   close. */
TEST(points)
{
    enum { SIDE = 30 };
    struct matrix a = make("neighbours:30:9");
    for (int64_t i = 0; i < a.csr.m; i++) {
        int64_t at = (int64_t)permute(1, SIDE * SIDE, (uint64_t)i);
        bool itself = false;
        for (int64_t p = a.csr.ptr[i]; p < a.csr.ptr[i + 1]; p++) {
            int64_t to = (int64_t)permute(1, SIDE * SIDE, (uint64_t)a.csr.ind[p]);
            assert_true(labs(at % SIDE - to % SIDE) <= 2 && labs(at / SIDE - to / SIDE) <= 2);
            itself = itself || to == at;
        }
        assert_true(itself);
    }
    matrix_free(&a);
    for (uint64_t total = 1; total < 300; total += 7)
        for (uint64_t x = 0; x < total; x++)
            assert_true(permute_inverse(5, total, permute(5, total, x)) == x);
}

TEST(bad_specs)
{
    static const struct {
        const char *spec, *says;
        enum err_code code;
    } bad[] = {
        { "stencl5:3", "stencil5:N", ERR_USAGE },
        { "", "nzscope list generators names all", ERR_USAGE },
        { "twin", "twin:NAME", ERR_USAGE },
        { "band:5:x", "'x' is not a whole number", ERR_USAGE },
        { "band:-5:1", "not a whole number", ERR_USAGE },
        { "diag:1:2:3:4:5:6:7:8", "too many", ERR_USAGE },
        { "stencil5:3:3:9", "1 to 2 arguments are needed, not 3; ", ERR_USAGE },
        { "diag:5:seed=", "seed", ERR_USAGE },
        { "uniform:3:3:10", "more than the M × N", ERR_USAGE },
        { "stencil5:2000000000000000000", "2^31 - 1", ERR_MEMORY },
        { "scatter:9:10", "D must be in 0 .. N", ERR_USAGE },
        { "powerlaw:9:3:20", "ALPHA must be in 21 .. 100; powerlaw:N:D:ALPHA: N rows", ERR_USAGE },
        { "powerlaw:9:10:25", "1 .. N", ERR_USAGE },
        { "arrow:9223372036854775807", "2^31 - 1", ERR_MEMORY },
        { "stencil27:1200", "limit", ERR_MEMORY },
        { "uniform:100000:100000:9999999999", "limit", ERR_MEMORY },
        { "rmat:99:9", "2^31 - 1", ERR_MEMORY },
        { "fem:9223372036854775807", "2^31 - 1", ERR_MEMORY },
        { "blocks:9:10", "D must be in 0 .. N", ERR_USAGE },
        { "neighbours:4:2", "SIDE", ERR_USAGE },
        { "neighbours:9:10", "1 .. 9", ERR_USAGE },
        { "neighbours:9223372036854775807:2", "2^31 - 1", ERR_MEMORY },
        { "items:0:0:3", "no users", ERR_USAGE },
        { "lp:100:100", "200", ERR_USAGE },
        { "circuit:100:1", "1024", ERR_USAGE },
        { "hypersparse:100:101:1", "0 .. 100", ERR_USAGE },
        { "saddle:3", "SIDE", ERR_USAGE },
        { "wideband:9:10:10", "HALF must be in 0 .. N", ERR_USAGE },
        { "web:9:65", "1 .. 64", ERR_USAGE },
    };

    for (size_t k = 0; k < COUNT(bad); k++) {
        struct matrix a;
        struct err e = { 0 };
        if (gen_make(bad[k].spec, 1000000000, NULL, &a, &e))
            fail_msg("%s was accepted", bad[k].spec);
        if (e.code != bad[k].code || !strstr(e.text, bad[k].says))
            fail_msg("%s: %d %s", bad[k].spec, e.code, e.text);
    }
}

/* What is left out is as in the example, of every family but those that want a name. */
TEST(arguments_have_defaults)
{
    static const char *const wholes[][2] = { { "powerlaw", "powerlaw:100000:8:23" },
                                             { "powerlaw:50", "powerlaw:50:8:23" },
                                             { "rmat:5:seed=7", "rmat:5:16:seed=7" },
                                             { "stencil5:9:2", "stencil5:9:2" },
                                             { "uniform:9:9:9:5", "uniform:9:9:9:5" },
                                             { "demo", "demo" },
                                             { "twin", "twin" } };
    char whole[GEN_SPEC];
    struct err e;
    for (size_t i = 0; i < COUNT(wholes); i++) {
        gen_whole(wholes[i][0], whole, sizeof whole);
        assert_string_equal(whole, wholes[i][1]);
    }
    for (const struct generator *const *g = generators; *g; g++)
        assert_int_equal(gen_check((*g)->name, &e), !(*g)->make);
}

TESTS(NULL, NULL)
