/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_published: the table of published results is whole and reads as it is printed; a wrong line says which it is. */
#include "core/catalog/published.h"
#include "core/tests/cmocka.h"

static void load(struct published *p)
{
    struct err e = { 0 };
    if (!published_load(p, &e))
        fail_msg("%s", e.text);
}

static const struct published_row *find(const struct published *p, const char *matrix, const char *kernel, int64_t k)
{
    for (int i = 0; i < p->rows; i++)
        if (strcmp(p->row[i].matrix, matrix) == 0 && strcmp(p->row[i].kernel, kernel) == 0 && p->row[i].k == k)
            return &p->row[i];
    fail_msg("no row %s %s k=%d", matrix, kernel, (int)k);
    return NULL;
}

/* Every matrix is one of the catalogue with as many nonzeros, the lower triangle of one, or a generated one. Where time
   and GFLOPS are both printed, they agree: GFLOPS = 2·nnz·k / time. */
TEST(table_is_whole)
{
    struct published p;
    int triangles = 0, generated = 0, unchecked = 0;
    load(&p);
    assert_int_equal(p.rows, 750);
    for (int i = 0; i < p.rows; i++) {
        const struct published_row *r = &p.row[i];
        struct catalog_entry c;
        unchecked += strncmp(r->machine, "unchecked: ", 11) == 0 && strncmp(r->source, "RoDe ", 5) == 0;
        if (catalog_find(r->matrix, &c, NULL)) {
            assert_int_equal(c.nnz, r->nnz);
        } else if (strncmp(r->matrix, "lower:", 6) == 0) {
            assert_true(catalog_find(r->matrix + 6, &c, NULL) && 2 * r->nnz == c.nnz + c.rows);
            triangles++;
        } else {
            assert_int_equal(strncmp(r->matrix, "uniform:", 8), 0);
            generated++;
        }
        assert_true(r->nnz_per_s > 0 && (r->gflops > 0) == (r->k > 0));
        if (r->time_ms > 0)
            assert_true(fabs(r->nnz_per_s * r->time_ms / 1e3 - (double)r->nnz) < 1e-9 * (double)r->nnz);
        if (r->k)
            assert_true(fabs(r->gflops - 2e-9 * r->nnz_per_s * (double)r->k) < 2e-3 * r->gflops);
    }
    assert_int_equal(triangles, 5); /* the transpositions of cant */
    assert_int_equal(generated, 25);
    assert_int_equal(unchecked, 324);
    published_free(&p);
}

TEST(rows_read_as_printed)
{
    struct published p;
    load(&p);
    const struct published_row *r = find(&p, "cant", "cpu.csr.omp", 64);
    assert_true(r->time_ms == 19.8893 && r->gflops == 25.79 && r->threads == 20);
    assert_string_equal(r->machine, "2x Xeon Silver 4210");
    assert_string_equal(r->source, "Quatrana");
    assert_true(published_variant(r, "cpu.csr.omp", "SCHEDULE=dynamic LOOP=row"));
    assert_false(published_variant(r, "cpu.csr.omp", "SCHEDULE=dynamic LOOP=rows"));
    assert_false(published_variant(r, "cpu.ell.omp", "LOOP=row"));
    r = find(&p, "cant", "gpu.csr.adaptive", 1);
    assert_true(published_variant(r, "gpu.csr.adaptive", "NZ_PER_BLOCK=32 MIN_ROWS_STREAM=2 BLOCK=0 CUT=0 LONG=warp"));
    assert_false(published_variant(r, "gpu.csr.adaptive", "NZ_PER_BLOCK=512 BLOCK=0 CUT=0 LONG=warp"));
    assert_false(published_variant(r, "gpu.csr.adaptive", "NZ_PER_BLOCK=32 BLOCK=0 CUT=0 LONG=block"));
    assert_true(strcmp(r->kernel, "gpu.csr.adaptive") == 0);
    r = find(&p, "cant", "gpu.csr.scalar", 1); /* GFLOPS alone */
    assert_true(r->time_ms == 0 && r->gflops == 15.5308 && fabs(r->nnz_per_s - 15.5308e9 / 2) < 1 && r->threads == 0);
    r = find(&p, "ddi", "cusparse", 32); /* a time alone */
    assert_true(r->time_ms == 0.641161 && !*r->type);
    assert_true(fabs(r->gflops - 2 * 2135822.0 * 32 / 0.641161e6) < 1e-9);
    r = find(&p, "ddi", "gpu.csr.rowtile", 32); /* He prints 7,749,098,403 nnz/s */
    assert_true(fabs(r->nnz_per_s - 7749098403) < 1e5);
    assert_true(r->speedup == 0);
    r = find(&p, "mcfe", "gpu.csr.adaptive", 64); /* printed in percent: 1572.12 */
    assert_true(fabs(r->speedup - 15.7212) < 1e-9);
    r = find(&p, "web-Google", "gpu.transpose.merge", 0);
    assert_true(r->time_ms == 3327.56 && r->gflops == 0);
    published_free(&p);
}

TEST(names_of_matrices)
{
    static const struct {
        const char *name;
        int64_t rows, nnz;
        const char *as;
        bool twin;
    } cases[] = {
        { "cage4", 9, 49, "cage4", false },
        { "Cage4", 9, 49, "cage4", false },
        { "cage4", 9, 48, NULL, false }, /* another one */
        { "cage4", 10, 49, NULL, false },
        { "twin:cant", 62451, 4007383, "cant", true },
        { "twin:cant:seed=7", 62451, 4007383, "cant", true },
        { "ogbl-ddi", 4267, 2135822, "ddi", false },
        { "uniform:500000:500000:10000000", 500000, 10000000, "uniform:500000:500000:10000000", false },
        { "uniform:500000:500000:10000000:seed=3", 500000, 10000000, "uniform:500000:500000:10000000", false },
        { "uniform:500000:500000:10000000:100", 500000, 10000000, "uniform:500000:500000:10000000", false },
        { "uniform:500000:500000:1000000", 500000, 1000000, NULL, false },
        { "lower:cant", 62451, 2034917, "lower:cant", false },
        { "twin:lower:cant", 62451, 2034000, "lower:cant", true },
        { "demo", 9, 49, NULL, false },
        { "", 0, 0, NULL, false },
    };
    struct published p;
    load(&p);
    for (size_t i = 0; i < COUNT(cases); i++) {
        bool twin;
        const char *as = published_name(&p, cases[i].name, cases[i].rows, cases[i].rows, cases[i].nnz, &twin);
        if (!as != !cases[i].as || (as && strcmp(as, cases[i].as) != 0))
            fail_msg("'%s' is %s", cases[i].name, as ? as : "nothing");
        assert_true(!as || twin == cases[i].twin);
    }
    published_free(&p);
}

#define HEAD "# said first\nmatrix\tnnz\top\tk\ttype\tkernel\tthreads\ttime_ms\tgflops\tspeedup\tmachine\tsource\n"

/* Each wrong line is named with its number and with what is wrong. */
TEST(broken_lines)
{
    static const struct {
        const char *text, *says;
    } cases[] = {
        { "", "is empty" },
        { "# nothing else\n", "is empty" },
        { "a\tb\n", ":1: should name" },
        { HEAD "cant\t9\tmul\t1\n", ":3: wants 12 fields" },
        { HEAD "c\t9\tmul\t1\t\tx\t\t1\t\t\tm\ts\tmore\n", ":3: wants 12 fields" },
        { HEAD "\n", ":3: wants 12 fields" },
        { HEAD "c\t9\tmul\t1\t\tx\t\t1\t\t\tm\ts\n# fine\n\t9\tmul\t1\t\tx\t\t1\t\t\tm\ts\n", ":5: lacks" },
        { HEAD "c\t9\tmul\t1\t\tx\t\t1\t\t\t\ts\n", ":3: lacks" },
        { HEAD "c\t9\tadd\t1\t\tx\t\t1\t\t\tm\ts\n", "has an unknown op" },
        { HEAD "c\t\tmul\t1\t\tx\t\t1\t\t\tm\ts\n", "not a count" },
        { HEAD "c\tnine\tmul\t1\t\tx\t\t1\t\t\tm\ts\n", "not a count" },
        { HEAD "c\t9\tmul\t\t\tx\t\t1\t\t\tm\ts\n", "not a count" }, /* a product has a k */
        { HEAD "c\t9\ttranspose\t4\t\tx\t\t1\t\t\tm\ts\n", "not a count" },
        { HEAD "c\t9\tmul\t1\t\tx\t-3\t1\t\t\tm\ts\n", "not a count" },
        { HEAD "c\t9\tmul\t1\t\tx\t\t\t\t\tm\ts\n", "neither a time" },
        { HEAD "c\t9\tmul\t1\t\tx\t\t1ms\t\t\tm\ts\n", "neither a time" },
        { HEAD "c\t9\tmul\t1\t\tx\t\tnan\t\t\tm\ts\n", "neither a time" },
        { HEAD "c\t9\tmul\t1\t\tx\t\tinf\t\t\tm\ts\n", "neither a time" },
        { HEAD "c\t9\tmul\t1\t\tx\t\t-1\t2\t\tm\ts\n", "neither a time" },
        { HEAD "c\t9\ttranspose\t\t\tx\t\t\t5\t\tm\ts\n", "neither a time" },
        { HEAD "c\t9\tmul\t1\t\tx\t\t1\t\t\ta machine whose name goes on and on and on and on\ts\n", "too long" },
        { HEAD "c\t9\tmul\t1\t\tx\t\t1\t\t40%\tm\ts\n", "a speedup that is not a number" },
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        char path[] = "/tmp/nzscope-published-XXXXXX";
        struct published p;
        struct err e = { 0 };
        int fd = mkstemp(path);
        assert_true(fd >= 0);
        assert_int_equal(write(fd, cases[i].text, strlen(cases[i].text)), strlen(cases[i].text));
        close(fd);
        bool ok = published_read(path, &p, &e);
        unlink(path);
        if (ok || e.code != ERR_INPUT || !strstr(e.text, cases[i].says) || !strstr(e.text, path))
            fail_msg("'%s' is answered with '%s'", cases[i].text, ok ? "fine" : e.text);
        assert_null(p.row);
    }
}

TEST(missing_file)
{
    struct published p;
    struct err e = { 0 };
    assert_false(published_read("/nowhere/published.tsv", &p, &e));
    assert_int_equal(e.code, ERR_INPUT);
    assert_non_null(strstr(e.text, "/nowhere/published.tsv"));
}

TESTS(NULL, NULL)
