/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_mm_read: Matrix Market text as it should be, as it is found, and as it is refused. */
#include <sys/stat.h>
#include <zlib.h>

#include "core/base/hash.h"
#include "core/engine/open.h"
#include "core/io/mm_dense.h"
#include "core/io/tests/mm_text.h"
#include "core/matrix/tests/csr_valid.h"
#include "core/tests/cmocka.h"

#define GENERAL "%%MatrixMarket matrix coordinate real general\n"

static double at(const struct matrix *a, int64_t i, int64_t j)
{
    for (int64_t p = a->csr.ptr[i]; p < a->csr.ptr[i + 1]; p++)
        if (a->csr.ind[p] == j)
            return ((const double *)a->csr.val)[p];
    return -999;
}

static struct matrix read_good(const char *text)
{
    struct matrix a;
    struct err e = { 0 };

    if (!open_text(text, &a, &e))
        fail_msg("%s\n%s", e.text, text);
    if (!csr_valid(&a.csr, &e))
        fail_msg("%s\n%s", e.text, text);
    return a;
}

static void check_text(const char *text, int64_t m, int64_t n, int64_t nnz)
{
    struct matrix a = read_good(text);

    assert_int_equal(a.csr.m, m);
    assert_int_equal(a.csr.n, n);
    assert_int_equal(a.csr.nnz, nnz);
    matrix_free(&a);
}

TEST(layout_of_text)
{
    check_text(GENERAL "2 3 2\n1 1 1\n2 3 4\n", 2, 3, 2);
    check_text(GENERAL "\n% a comment\n\n  %another\n2 3 2\n\n1 1 1\n\n2 3 4", 2, 3, 2);
    check_text("%%MatrixMarket matrix coordinate real general\r\n2 3 2\r\n1 1 1\r\n\r\n2 3 4\r\n", 2, 3, 2);
    check_text("%%MatrixMarket matrix coordinate real general\r% c\r2 3 2\r1 1 1\r\r2 3 4", 2, 3, 2);
    check_text("%%matrixmarket  MATRIX\tCoordinate Real GENERAL  \n \t2 3\t2  \n\t 1  1\t1 \n 2 3 4\t\n", 2, 3, 2);
    check_text("\xEF\xBB\xBF" GENERAL "2 3 2\n1 1 1\n2 3 4\n", 2, 3, 2);
    check_text(GENERAL "0 0 0\n", 0, 0, 0);
    check_text(GENERAL "0 5 0", 0, 5, 0);
    check_text(GENERAL "5 0 0\n\n\n", 5, 0, 0);
    check_text(GENERAL "3 3 0\n", 3, 3, 0);
}

/* SuiteSparse files have it in brackets, below the name of the collection. */
TEST(title_in_brackets)
{
    struct matrix a = read_good(GENERAL "%---\n% UF Collection\n% name: HB/x\n% [OIL RIG]\n% [notes]\n1 1 1\n1 1 1\n");
    assert_string_equal(a.title, "OIL RIG");
    matrix_free(&a);
}

TEST(what_the_file_says)
{
    struct matrix a =
        read_good("%%MatrixMarket matrix coordinate integer symmetric\n%%GraphBLAS type int64_t\n%----\n%\n"
                  "%  a \x1b[31mtitle\xe2\x80\xae\xff \n% more\n2 2 2\n1 1 0\n2 1 -3\n");
    assert_string_equal(a.title, "a \xef\xbf\xbd[31mtitle\xef\xbf\xbd\xef\xbf\xbd");
    assert_int_equal(a.field, FIELD_INTEGER);
    assert_int_equal(a.symmetry, SYM_SYMMETRIC);
    assert_false(a.array);
    assert_int_equal(a.stored, 2);
    assert_int_equal(a.zeros, 1);
    assert_int_equal(a.csr.nnz, 3);
    matrix_free(&a);
}

TEST(duplicates_are_summed)
{
    struct matrix a = read_good(GENERAL "2 2 5\n2 1 1\n1 2 5\n2 1 2.5\n1 1 0\n2 1 -1\n");
    assert_int_equal(a.csr.nnz, 3);
    assert_int_equal(a.duplicates, 2);
    assert_int_equal(a.zeros, 1);
    assert_true(at(&a, 1, 0) == 2.5 && at(&a, 0, 1) == 5 && at(&a, 0, 0) == 0);
    matrix_free(&a);
    a = read_good("%%MatrixMarket matrix coordinate real symmetric\n2 2 4\n2 1 1\n2 1 2\n1 1 4\n1 1 5\n");
    assert_int_equal(a.csr.nnz, 3);
    assert_int_equal(a.duplicates, 2);
    assert_true(at(&a, 1, 0) == 3 && at(&a, 0, 1) == 3 && at(&a, 0, 0) == 9);
    matrix_free(&a);
}

TEST(symmetric_kinds)
{
    struct matrix a = read_good("%%MatrixMarket matrix coordinate real symmetric\n3 3 3\n1 3 7\n3 2 5\n2 2 1\n");
    assert_int_equal(a.csr.nnz, 5);
    assert_int_equal(a.upper, 1);
    assert_true(at(&a, 0, 2) == 7 && at(&a, 2, 0) == 7 && at(&a, 1, 2) == 5 && at(&a, 2, 1) == 5);
    matrix_free(&a);
    a = read_good("%%MatrixMarket matrix coordinate real skew-symmetric\n2 2 1\n2 1 3\n");
    assert_true(at(&a, 1, 0) == 3 && at(&a, 0, 1) == -3);
    matrix_free(&a);
    a = read_good("%%MatrixMarket matrix coordinate pattern symmetric\n2 2 2\n2 1\n2 2\n");
    assert_true(at(&a, 1, 0) == 1 && at(&a, 0, 1) == 1 && at(&a, 1, 1) == 1);
    matrix_free(&a);
}

TEST(complex_gives_magnitudes)
{
    /* (3+4i) alone; (1+2i) + (2+2i) = 3+4i summed before the magnitude is taken */
    struct matrix a = read_good("%%MatrixMarket matrix coordinate complex general\n2 2 3\n1 1 3 4\n2 1 1 2\n2 1 2 2\n");
    assert_int_equal(a.field, FIELD_COMPLEX);
    assert_true(at(&a, 0, 0) == 5 && at(&a, 1, 0) == 5);
    matrix_free(&a);
    a = read_good("%%MatrixMarket matrix coordinate complex hermitian\n2 2 2\n1 1 3 0\n2 1 0 -2\n");
    assert_true(at(&a, 0, 1) == 2 && at(&a, 1, 0) == 2);
    matrix_free(&a);
}

TEST(arrays)
{
    struct matrix a = read_good("%%MatrixMarket matrix array real general\n2 3\n1\n2\n\n3\n4\n5\n0\n");
    assert_true(a.array && a.csr.nnz == 6 && a.zeros == 1);
    assert_true(at(&a, 0, 0) == 1 && at(&a, 1, 0) == 2 && at(&a, 0, 1) == 3 && at(&a, 1, 2) == 0);
    matrix_free(&a);
    a = read_good("%%MatrixMarket matrix array real symmetric\n3 3\n1\n2\n3\n4\n5\n6\n");
    assert_true(at(&a, 2, 0) == 3 && at(&a, 0, 2) == 3 && at(&a, 1, 1) == 4 && at(&a, 1, 2) == 5 && at(&a, 2, 2) == 6);
    matrix_free(&a);
    a = read_good("%%MatrixMarket matrix array integer skew-symmetric\n3 3\n1\n2\n3\n");
    assert_true(a.csr.nnz == 6 && at(&a, 1, 0) == 1 && at(&a, 2, 0) == 2 && at(&a, 2, 1) == 3 && at(&a, 1, 2) == -3);
    matrix_free(&a);
    check_text("%%MatrixMarket matrix array real general\n0 4\n", 0, 4, 0);
    check_text("%%MatrixMarket matrix array real skew-symmetric\n1 1\n", 1, 1, 0);
}

TEST(values_beyond_double)
{
    struct matrix a =
        read_good(GENERAL "1 6 6\n1 1 inf\n1 2 -Infinity\n1 3 NaN\n1 4 1e9999\n1 5 -1e400\n1 6 1e-9999\n");
    assert_int_equal(a.nonfinite, 5);
    assert_int_equal(a.overflowed, 2);
    assert_true(isinf(at(&a, 0, 3)) && at(&a, 0, 4) == -(double)INFINITY && at(&a, 0, 5) == 0 && isnan(at(&a, 0, 2)));
    matrix_free(&a);
}

struct bad {
    const char *text, *line, *says;
};
static const struct bad bad[] = {
    { "hello\n", ":1:", "not a Matrix Market file" },
    { "\n" GENERAL, ":1:", "blank" },
    { "version https://git-lfs.github.com/spec/v1\n", ":1:", "git lfs pull" },
    { "matrix\tm\tn\tnnz\top\ttype\n", ":1:", "`nzscope list FILE` shows it" },
    { "%%MatrixMarket matrix coordinate real\n1 1 0\n", ":1:", "4 words" },
    { "%%MatrixMarket vector coordinate real general\n", ":1:", "'vector'" },
    { "%%MatrixMarket matrix coordinate double general\n", ":1:", "'double'" },
    { "%%MatrixMarket matrix array pattern general\n", ":1:", "pattern" },
    { "%%MatrixMarket matrix coordinate real hermitian\n", ":1:", "complex" },
    { GENERAL, ":1:", "before the size line" },
    { GENERAL "1 1\n", ":2:", "2 numbers" },
    { GENERAL "1 -1 1\n", ":2:", "negative" },
    { GENERAL "1 x\x1b 1\n1 1 1\n", ":2:", "'x\xef\xbf\xbd'" },
    { GENERAL "1 99999999999999999999 1\n", ":2:", "64 bits" },
    { GENERAL "1 1 1\n1 1\n\n", ":3:", "value is missing" },
    { GENERAL "1 1 1\n1 1 abc\n", ":3:", "'abc'" },
    { GENERAL "1 1 1\n1 1 1 1\n", ":3:", "too many numbers" },
    { GENERAL "1 1 1\n1 2 1\n", ":3:", "out of range" },
    { GENERAL "1 1 1\n0 1 1\n", ":3:", "out of range" },
    { GENERAL "1 1 1\n1.5 1 1\n", ":3:", "not a whole number" },
    { GENERAL "1 1 1\n%c\n1 1 1\n", ":3:", "comment after the size line" },
    { GENERAL "2 2 2\n1 1 1\n2 2 2\n1 2 3\n", ":5:", "one entry more" },
    { GENERAL "2 2 2\n1 1 1.000000\n", ":3:", "ends after 1 entries" },
    { "%%MatrixMarket matrix coordinate integer general\n1 1 1\n1 1 1.5\n", ":3:", "not an integer" },
    { "%%MatrixMarket matrix coordinate real skew-symmetric\n1 1 1\n1 1 1\n", ":3:", "diagonal" },
    { "%%MatrixMarket matrix coordinate real symmetric\n3 3 3\n2 1 5\n\n3 3 1\n1 2 5\n", ":6:", "both stored" },
    { 0 },
};

TEST(bad_files)
{
    for (const struct bad *b = bad; b->text; b++) {
        struct matrix a;
        struct err e = { 0 };
        if (open_text(b->text, &a, &e))
            fail_msg("was accepted: %s", b->text);
        if (e.code != ERR_INPUT || !strstr(e.text, b->line) || !strstr(e.text, b->says) || strchr(e.text, '\n'))
            fail_msg("'%s' says '%s', not '%s … %s'", b->text, e.text, b->line, b->says);
    }
}

TEST(sizes_over_the_limit)
{
    struct matrix a;
    struct err e = { 0 };
    static const char tall[] = GENERAL "1000000000 3 1\n1 1 1\n";

    assert_false(open_bytes(tall, strlen(tall), 1000000000, &a, &e));
    assert_int_equal(e.code, ERR_MEMORY);
    assert_non_null(strstr(e.text, ":2: "));
    assert_non_null(strstr(e.text, "limit 1.0 GB"));
    assert_false(open_text(GENERAL "3 4294967296 1\n1 1 1\n", &a, &e));
    assert_int_equal(e.code, ERR_MEMORY);
    assert_non_null(strstr(e.text, "2^31 - 1"));
    /* entries that the file cannot hold are a bad file, not a large one */
    assert_false(open_text(GENERAL "3 3 9000000000000000000\n1 1 1\n", &a, &e));
    assert_int_equal(e.code, ERR_INPUT);
}

/* The file of that folder with nearly this name is named. */
TEST(mistyped_names)
{
    char folder[] = "/tmp/nzscope-test-XXXXXX", there[100], typed[100];
    struct matrix a;
    struct err e = { 0 };
    assert_non_null(mkdtemp(folder));
    snprintf(there, sizeof there, "%s/bcsstk13.mtx.gz", folder);
    fclose(fopen(there, "w"));
    snprintf(typed, sizeof typed, "%s/bcstk13.mtx", folder);
    assert_false(matrix_open(typed, 1 << 30, NULL, &a, &e));
    assert_non_null(strstr(e.text, "No such file or directory; did you mean bcsstk13.mtx.gz?"));
    snprintf(typed, sizeof typed, "%s/other.mtx", folder);
    assert_false(matrix_open(typed, 1 << 30, NULL, &a, &e));
    assert_null(strstr(e.text, "did you mean"));
    unlink(there);
    snprintf(there, sizeof there, "%s/a.mtx", folder); /* another name, not a mistyped one */
    fclose(fopen(there, "w"));
    snprintf(typed, sizeof typed, "%s/b.mtx", folder);
    assert_false(matrix_open(typed, 1 << 30, NULL, &a, &e));
    assert_null(strstr(e.text, "did you mean"));
    unlink(there);
    rmdir(folder);
}

TEST(files_that_are_none)
{
    static const char *const packed[] = { "BZh91AY", "\xFD\x37zXZ", "\x28\xB5\x2F\xFD" };
    struct matrix a;
    struct err e = { 0 };
    char *path = file_of("", 0);

    assert_false(matrix_open(path, 1 << 30, NULL, &a, &e));
    assert_non_null(strstr(e.text, "is empty"));
    unlink(path);
    assert_false(matrix_open(path, 1 << 30, NULL, &a, &e));
    assert_non_null(strstr(e.text, "No such file"));
    assert_int_equal(e.code, ERR_INPUT);
    assert_int_equal(mkfifo(path, 0600), 0);
    assert_false(matrix_open(path, 1 << 30, NULL, &a, &e));
    assert_non_null(strstr(e.text, "is a pipe"));
    file_drop(path);
    assert_false(matrix_open("/tmp", 1 << 30, NULL, &a, &e));
    assert_non_null(strstr(e.text, "is a folder"));
    assert_false(matrix_open("/dev/null", 1 << 30, NULL, &a, &e));
    assert_non_null(strstr(e.text, "is a device"));
    for (size_t k = 0; k < COUNT(packed); k++) {
        assert_false(open_text(packed[k], &a, &e));
        assert_non_null(strstr(e.text, "unpack it first"));
    }
}

/* A matrix of many pieces and blocks, in random order with duplicates, as text. */
static char *long_text(int64_t m, int64_t n, int64_t count, const char *newline)
{
    char *text = malloc((size_t)count * 48 + 200);
    int at = sprintf(text, "%%%%MatrixMarket matrix coordinate real general%s%ld %ld %ld%s", newline, (long)m, (long)n,
                     (long)count, newline);

    for (int64_t k = 0; k < count; k++) {
        uint64_t h = hash_at(5, (uint64_t)k, 0);
        at += sprintf(text + at, "%d %d %.*g%s", (int)(h % (uint64_t)m) + 1, (int)((h >> 32) % (uint64_t)n) + 1,
                      (int)(k % 17) + 1, hash_signed(hash_mix(h)), newline);
    }
    return text;
}

static void same_as_naive(const struct matrix *a, const double *x)
{
    for (int64_t i = 0; i < a->csr.m; i++) {
        int64_t p = a->csr.ptr[i];
        for (int64_t j = 0; j < a->csr.n; j++) {
            double v = p < a->csr.ptr[i + 1] && a->csr.ind[p] == j ? ((const double *)a->csr.val)[p++] : 0;
            double w = x[i * a->csr.n + j];
            if (!(v == w || (isnan(v) && isnan(w))))
                fail_msg("(%ld, %ld): %a, not %a", (long)i, (long)j, v, w);
        }
    }
}

TEST(many_blocks)
{
    static const char *const newline[] = { "\n", "\r\n", "\r" };
    int64_t m, n;

    for (int k = 0; k < 3; k++) {
        char *text = long_text(1500, 1700, 400000, newline[k]);
        char *plain = long_text(1500, 1700, 400000, "\n");
        double *x = read_naively(plain, &m, &n);
        struct matrix a = read_good(text);
        assert_true(a.stored == 400000 && a.csr.nnz + a.duplicates == a.stored && a.duplicates > 0);
        same_as_naive(&a, x);
        matrix_free(&a);
        /* the same through gzip, whatever the name */
        char *path = file_of("", 0);
        gzFile gz = gzopen(path, "wb1");
        assert_int_equal(gzwrite(gz, text, (unsigned)strlen(text)), (int)strlen(text));
        assert_int_equal(gzclose(gz), Z_OK);
        struct err e = { 0 };
        assert_true(matrix_open(path, limit_default(), NULL, &a, &e));
        same_as_naive(&a, x);
        matrix_free(&a);
        /* cut off in the middle */
        struct stat st;
        assert_int_equal(stat(path, &st), 0);
        assert_int_equal(truncate(path, st.st_size / 2), 0);
        assert_false(matrix_open(path, limit_default(), NULL, &a, &e));
        assert_int_equal(e.code, ERR_INPUT);
        assert_non_null(strstr(e.text, "damaged"));
        file_drop(path);
        free(x);
        free(text);
        free(plain);
    }
}

/* The line number is right far into the file, and the first of several errors is the one reported. */
TEST(lines_of_errors)
{
    char *text = long_text(1500, 1700, 300000, "\n"), *p = text;
    struct matrix a;
    struct err e = { 0 };

    for (int line = 1; line < 200000; line++)
        p = strchr(p, '\n') + 1;
    *p = 'x';
    p[strlen(p) / 2] = 'y';
    assert_false(open_text(text, &a, &e));
    assert_non_null(strstr(e.text, ":200000: the row is 'x"));
    free(text);
}

static bool stop_soon(void *arg, const char *what, uint64_t done, uint64_t total)
{
    assert_true(total == 0 || done <= total);
    return --*(int *)arg > 0;
}

TEST(stops_when_asked)
{
    char *text = long_text(1500, 1700, 300000, "\n"), *path = file_of(text, strlen(text));

    /* how many blocks and buckets the thread that asks has taken depends on the others */
    for (int steps = 1;; steps++) {
        int left = steps;
        struct progress p = { stop_soon, &left };
        struct matrix a;
        struct err e = { 0 };
        if (matrix_open(path, limit_default(), &p, &a, &e)) {
            matrix_free(&a);
            assert_true(steps > 3);
            break;
        }
        assert_int_equal(e.code, ERR_CANCELLED);
    }
    file_drop(path);
    free(text);
}

TEST(into_a_multivector)
{
    static const char text[] = "%%MatrixMarket matrix array real general\n2 2\n1\n2\n3\n4\n";
    char *path = file_of(text, strlen(text));
    struct dense x;
    struct err e = { 0 };

    assert_true(mm_read_dense(path, 1 << 20, NULL, VT_F32, &x, &e));
    assert_true(x.n == 2 && x.k == 2 && ((float *)x.data)[1] == 3 && dense_get(&x, 1, 0) == 2);
    dense_free(&x);
    file_drop(path);
}

TESTS(NULL, NULL)
