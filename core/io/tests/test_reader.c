/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_reader: what a file holds decides who reads it, not its name; what names say. */
#include "core/base/matrix_file.h"
#include "core/io/nzs.h"
#include "core/io/reader.h"
#include "core/io/tests/mm_text.h"
#include "core/tests/cmocka.h"

static const struct reader *reader_of_bytes(const char *bytes, size_t n)
{
    char *path = file_of(bytes, n);
    const struct reader *r = reader_of(path);

    file_drop(path);
    return r;
}

TEST(bytes_decide)
{
    assert_ptr_equal(reader_of_bytes("\x89NZS\r\n\x1a\n", 8), &reader_nzs);
    assert_ptr_equal(reader_of_bytes("\x89NZS", 4), &reader_mm);
    assert_ptr_equal(reader_of_bytes("%%MatrixMarket", 14), &reader_mm);
    assert_ptr_equal(reader_of_bytes("\x1F\x8B", 2), &reader_mm);
    assert_ptr_equal(reader_of_bytes("PK\x03\x04\x14", 5), &reader_npz);
    assert_ptr_equal(reader_of_bytes("", 0), &reader_mm);
    assert_ptr_equal(reader_of_bytes("# a graph\n0 1\n", 14), &reader_edges);
    assert_ptr_equal(reader_of_bytes("% sym unweighted\n", 17), &reader_edges);
    assert_ptr_equal(reader_of_bytes(" 12\t13\n", 7), &reader_edges);
    assert_ptr_equal(reader_of_bytes("12,13\n", 6), &reader_edges);
    assert_ptr_equal(reader_of_bytes("1138_bus/1138_bus.mtx", 21), &reader_mm); /* as a tar archive begins */
    assert_ptr_equal(reader_of_bytes("%MatrixMarket", 13), &reader_mm);
    assert_ptr_equal(reader_of_bytes("-1 2\n", 5), &reader_mm);
    assert_ptr_equal(reader_of("/nonexistent"), &reader_mm);
    assert_ptr_equal(reader_of("/tmp"), &reader_mm);
}

/* A packed matrix called .mtx, and one without a name in it called by its file's. */
TEST(suffix_does_not_matter)
{
    static const char text[] = "%%MatrixMarket matrix coordinate real general\n2 2 1\n1 2 3\n";
    char folder[] = "/tmp/nzscope-test-XXXXXX", path[64];
    struct matrix a, b;
    struct written m = { 0 };

    assert_true(open_text(text, &a, NULL));
    a.name[0] = 0;
    assert_true(nzs_write(&a, (struct mm_sink){ memory_put, &m }, NULL, NULL));
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/A.MTX.gz", folder);
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    assert_int_equal(fwrite(m.bytes, 1, m.used, f), m.used);
    fclose(f);
    assert_true(matrix_open(path, limit_default(), NULL, &b, NULL));
    assert_int_equal(b.csr.nnz, 1);
    assert_string_equal(b.name, "A");
    unlink(path);
    rmdir(folder);
    free(m.bytes);
    matrix_free(&a);
    matrix_free(&b);
}

static void stem_is(const char *name, const char *wanted)
{
    char stem[64];

    strcpy(stem, name);
    matrix_file_stem(stem);
    assert_string_equal(stem, wanted);
}

TEST(names)
{
    stem_is("bcsstk13.mtx.gz", "bcsstk13");
    stem_is("bcsstk13.tar.gz", "bcsstk13");
    stem_is("a.mtx.tgz", "a");
    stem_is("A.MTX", "A");
    stem_is("a.nzs", "a");
    stem_is("a.npz", "a");
    stem_is("a.b.c", "a.b.c");
    stem_is(".mtx", ".mtx");
    stem_is("", "");
    assert_true(matrix_file_offered("a.mtx"));
    assert_true(matrix_file_offered("a.mtx.gz"));
    assert_true(matrix_file_offered("a.nzs"));
    assert_true(matrix_file_offered("a.npz"));
    assert_false(matrix_file_offered("a.tar.gz"));
    assert_false(matrix_file_offered("a.gz"));
    assert_false(matrix_file_offered("mtx"));
    assert_false(matrix_file_offered(".mtx"));
}

/* A file's name stands before what is wrong, even if that begins with the same letters. */
TEST(errors_name_the_file)
{
    char folder[] = "/tmp/nzscope-test-XXXXXX", here[4096];
    struct matrix a;
    struct err e;

    assert_non_null(getcwd(here, sizeof here));
    assert_non_null(mkdtemp(folder));
    assert_int_equal(chdir(folder), 0);
    FILE *f = fopen("is", "w");
    fputs("PK\x03\x04\x14", f);
    fclose(f);
    assert_false(reader_read("is", limit_default(), NULL, &a, &e));
    assert_int_equal(strncmp(e.text, "is: is ", 7), 0); /* damaged, or a zip file without libzip */
    unlink("is");
    assert_int_equal(chdir(here), 0);
    rmdir(folder);
}

TESTS(NULL, NULL)
