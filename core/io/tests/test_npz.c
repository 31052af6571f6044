/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_npz: matrices of SciPy are read as they are. */
#include "core/io/tests/npz_parts.h"

static void reads(const struct npz_part *part, int parts, const double wanted[4], enum field field)
{
    static struct zip_bytes z;
    static const int64_t ptr[] = { 0, 2, 2, 4 };
    static const int32_t ind[] = { 1, 2, 0, 2 };

    for (int deflated = 0; deflated < 2; deflated++) {
        struct matrix a;
        struct err e;
        pack(&z, part, parts, deflated);
        if (!read_zip(&z, &a, &e))
            fail_msg("%s", e.text);
        assert_int_equal(a.csr.m, 3);
        assert_int_equal(a.csr.n, 3);
        assert_memory_equal(a.csr.ptr, ptr, sizeof ptr);
        assert_memory_equal(a.csr.ind, ind, sizeof ind);
        assert_memory_equal(a.csr.val, wanted, 4 * sizeof *wanted);
        assert_int_equal(a.field, field);
        assert_int_equal(a.symmetry, SYM_GENERAL);
        matrix_free(&a);
    }
}

TEST(three_formats)
{
    static const int32_t row[] = { 2, 0, 2, 0, 0 };
    static const int64_t col[] = { 2, 2, 0, 1, 1 };
    static const float val[] = { 4, 2, 3, -1, 2 };
    const struct npz_part csc[] = {
        FORMAT("csc"),
        PART("shape.npy", "<i4", "(2L,)", ((const int32_t[]){ 3, 3 })),
        PART("data.npy", "<f8", "(4,)", by_col),
        PART("indices.npy", "<i8", "(4,)", ind64),
        PART("indptr.npy", "<i8", "(4,)", ptr64),
    };
    const struct npz_part coo[] = {
        FORMAT("coo"),
        PART("shape.npy", "<i8", "(2,)", shape33),
        PART("data.npy", "<f4", "(5,)", val),
        PART("row.npy", "<i4", "(5,)", row),
        PART("col.npy", "<i8", "(5,)", col),
    };

    reads(csr, CSR_PARTS, by_row, FIELD_REAL);
    reads(csc, 5, by_row, FIELD_REAL);
    reads(coo, 5, by_row, FIELD_REAL);
}

TEST(types_of_values)
{
    static const double ones[] = { 1, 1, 1, 1 }, bits[] = { 1, 0, 1, 1 }, small[] = { -1, 2, -128, 127 },
                        large[] = { 255, 2, 3, 254 };
    struct npz_part p[CSR_PARTS];

    memcpy(p, csr, sizeof csr);
    p[IS_DATA] = (struct npz_part){ "data.npy", "|b1", "(4,)", "\1\1\1\1", 4 };
    reads(p, CSR_PARTS, ones, FIELD_PATTERN);
    p[IS_DATA] = (struct npz_part){ "data.npy", "|b1", "(4,)", "\1\0\1\1", 4 };
    reads(p, CSR_PARTS, bits, FIELD_INTEGER);
    p[IS_DATA] = (struct npz_part){ "data.npy", "|i1", "(4,)", "\xFF\x02\x80\x7F", 4 };
    reads(p, CSR_PARTS, small, FIELD_INTEGER);
    p[IS_DATA] = (struct npz_part){ "data.npy", "|u1", "(4,)", "\xFF\x02\x03\xFE", 4 };
    reads(p, CSR_PARTS, large, FIELD_INTEGER);
    p[IS_DATA] = (struct npz_part)PART("data.npy", "<i8", "(4,)", ((const int64_t[]){ -1, 2, -128, 127 }));
    reads(p, CSR_PARTS, small, FIELD_INTEGER);
    p[IS_DATA] = (struct npz_part)PART("data.npy", "<u2", "(4,)", ((const uint16_t[]){ 255, 2, 3, 254 }));
    reads(p, CSR_PARTS, large, FIELD_INTEGER);
}

/* Columns in any order, twice the same one, NaN, Inf and stored zeros; entries behind the last pointer do not count. */
TEST(unsorted_and_noticed)
{
    static struct zip_bytes z;
    static const int32_t ptr[] = { 0, 4, 4, 6 }, ind[] = { 2, 0, 2, 1, 1, 0, 99 };
    static const int64_t want_ptr[] = { 0, 3, 3, 5 };
    static const int32_t want_ind[] = { 0, 1, 2, 0, 1 };
    const double val[] = { 1, 0, 2, NAN, 4, -INFINITY, NAN };
    const struct npz_part parts[] = {
        FORMAT("csr"),
        PART("shape.npy", "<i8", "(2,)", shape33),
        PART("data.npy", "<f8", "(7,)", val),
        PART("indices.npy", "<i4", "(7,)", ind),
        PART("indptr.npy", "<i4", "(4,)", ptr),
    };
    struct matrix a;
    struct err e;

    pack(&z, parts, 5, true);
    if (!read_zip(&z, &a, &e))
        fail_msg("%s", e.text);
    const double *v = a.csr.val;
    assert_memory_equal(a.csr.ptr, want_ptr, sizeof want_ptr);
    assert_memory_equal(a.csr.ind, want_ind, sizeof want_ind);
    assert_true(v[0] == 0 && isnan(v[1]) && v[2] == 3 && v[3] == -INFINITY && v[4] == 4);
    assert_int_equal(a.stored, 6);
    assert_int_equal(a.duplicates, 1);
    assert_int_equal(a.zeros, 1);
    assert_int_equal(a.nonfinite, 2);
    matrix_free(&a);
}

TEST(empty)
{
    static struct zip_bytes z;
    const struct npz_part parts[] = {
        FORMAT("csr"),
        PART("shape.npy", "<i8", "(2,)", ((const int64_t[]){ 0, 5 })),
        { "data.npy", "<f8", "(0,)", "", 0 },
        { "indices.npy", "<i4", "(0,)", "", 0 },
        PART("indptr.npy", "<i4", "(1,)", ((const int32_t[]){ 0 })),
    };
    struct matrix a;
    struct err e;

    pack(&z, parts, 5, false);
    assert_true(read_zip(&z, &a, &e));
    assert_int_equal(a.csr.m, 0);
    assert_int_equal(a.csr.n, 5);
    assert_int_equal(a.csr.nnz, 0);
    matrix_free(&a);
}

/* Python appends a member that is written again, and reads the last one. */
TEST(the_last_of_a_name)
{
    struct npz_part p[1 + CSR_PARTS] = { PART("data.npy", "<f8", "(4,)", by_col) };

    memcpy(p + 1, csr, sizeof csr);
    reads(p, 1 + CSR_PARTS, by_row, FIELD_REAL);
}

int main(void)
{
    if (without_libzip()) {
        puts("built without libzip: skipped");
        return 0;
    }
    return tests_run(NULL, NULL);
}
