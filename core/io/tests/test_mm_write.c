/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_mm_write: what is written reads back bit for bit. */
#include <float.h>

#include "core/base/hash.h"
#include "core/io/mm_dense.h"
#include "core/io/tests/mm_text.h"
#include "core/tests/cmocka.h"

/* A 600 × 50 matrix of values of all kinds. */
static struct csr values(enum vtype type)
{
    static const double special[] = { 0,    -0.0,    DBL_MAX, DBL_MIN, 0x1p-1074, 0.1,
                                      1e22, -1e-300, FLT_MAX, FLT_MIN, 0x1p-149 };
    struct csr a;

    assert_true(csr_alloc(&a, 600, 50, 600 * 20, type, NULL));
    for (int64_t i = 0; i <= 600; i++)
        a.ptr[i] = 20 * i;
    for (int64_t p = 0; p < a.nnz; p++) {
        uint64_t bits = hash_at(3, (uint64_t)p, 0);
        double x = hash_signed(bits) * pow(2, (double)(bits % 100) - 50);
        if (p < 11)
            x = special[p];
        a.ind[p] = (int32_t)(p % 20 * 2 + (int64_t)(bits >> 63));
        vtype_set(a.val, p, type, type == VT_F32 && fabs(x) > FLT_MAX ? 3 : x);
    }
    return a;
}

static struct matrix read_back(struct written *out)
{
    struct matrix b;
    struct err e = { 0 };

    if (!open_text(out->bytes, &b, &e))
        fail_msg("%s\n%.300s", e.text, out->bytes);
    return b;
}

TEST(round_trip)
{
    for (int type = 0; type < VT_COUNT; type++) {
        struct written out = { 0 };
        struct csr a = values((enum vtype)type), c;
        struct err e = { 0 };
        assert_true(mm_write_csr(&a, FIELD_REAL, "a comment", (struct mm_sink){ memory_put, &out }, NULL, &e));
        struct matrix b = read_back(&out);
        assert_string_equal(b.title, "a comment");
        assert_true(csr_cast(&b.csr, a.type, &c, &e));
        assert_int_equal(c.nnz, a.nnz);
        assert_memory_equal(a.ptr, c.ptr, (size_t)(a.m + 1) * sizeof *a.ptr);
        assert_memory_equal(a.ind, c.ind, (size_t)a.nnz * sizeof *a.ind);
        assert_memory_equal(a.val, c.val, (size_t)a.nnz * vtype_size(a.type));
        csr_free(&c);
        csr_free(&a);
        matrix_free(&b);
        free(out.bytes);
    }
}

TEST(fields)
{
    static const char ones[] = "%%MatrixMarket matrix coordinate pattern general\n2 3 2\n1 2\n2 3\n";
    static const char whole[] = "%%MatrixMarket matrix coordinate integer general\n2 3 2\n1 2 -4\n2 3 1\n";
    static const char *const text[] = { ones, whole };
    struct err e = { 0 };

    for (int k = 0; k < 2; k++) {
        struct written out = { 0 };
        struct matrix a;
        assert_true(open_text(text[k], &a, &e));
        assert_true(mm_write_csr(&a.csr, a.field, NULL, (struct mm_sink){ memory_put, &out }, NULL, &e));
        assert_string_equal(out.bytes, text[k]);
        out.used = 0;
        ((double *)a.csr.val)[0] = 0.5; /* no longer what the field says */
        assert_true(mm_write_csr(&a.csr, a.field, NULL, (struct mm_sink){ memory_put, &out }, NULL, &e));
        assert_non_null(strstr(out.bytes, "coordinate real general\n2 3 2\n1 2 0.5\n"));
        matrix_free(&a);
        free(out.bytes);
    }
}

/* An integer of 64 bits is written as one, with all its digits; only larger ones need the digits of reals. */
TEST(large_integers)
{
    static const char head[] = "%%MatrixMarket matrix coordinate integer general\n";
    static const char in[] = "1 5 5\n1 1 9007199254740993\n1 2 -9223372036854775807\n1 3 18446744073709549568\n"
                             "1 4 -0\n1 5 3\n";
    static const char want[] = "1 5 5\n1 1 9007199254740992\n1 2 -9223372036854775808\n1 3 18446744073709549568\n"
                               "1 4 0\n1 5 3\n";
    char text[400];
    struct written out = { 0 };
    struct matrix a;
    struct err e = { 0 };

    snprintf(text, sizeof text, "%s%s", head, in);
    assert_true(open_text(text, &a, &e));
    assert_int_equal(a.rounded, 3);
    assert_true(mm_write_csr(&a.csr, a.field, NULL, (struct mm_sink){ memory_put, &out }, NULL, &e));
    assert_true(strncmp(out.bytes, head, sizeof head - 1) == 0);
    assert_string_equal(out.bytes + sizeof head - 1, want);
    ((double *)a.csr.val)[4] = 0x1p64;
    out.used = 0;
    assert_true(mm_write_csr(&a.csr, a.field, NULL, (struct mm_sink){ memory_put, &out }, NULL, &e));
    assert_non_null(strstr(out.bytes, "coordinate real general\n"));
    matrix_free(&a);
    free(out.bytes);
}

TEST(multivectors)
{
    for (int layout = 0; layout < 2; layout++) {
        struct written out = { 0 };
        struct dense x, y;
        struct err e = { 0 };
        assert_true(dense_alloc(&x, 300, 3, VT_F64, (enum layout)layout, &e));
        dense_random(&x, 42);
        dense_set(&x, 1, 0, 0);
        assert_true(mm_write_dense(&x, NULL, (struct mm_sink){ memory_put, &out }, NULL, &e));
        char *path = file_of(out.bytes, out.used);
        assert_true(mm_read_dense(path, limit_default(), NULL, VT_F64, &y, &e));
        assert_true(y.n == 300 && y.k == 3);
        for (int64_t i = 0; i < 300; i++)
            for (int64_t j = 0; j < 3; j++)
                assert_true(dense_get(&x, i, j) == dense_get(&y, i, j));
        file_drop(path);
        dense_free(&x);
        dense_free(&y);
        free(out.bytes);
    }
}

static bool refuse(void *arg, const char *bytes, size_t n, struct err *e)
{
    return err_set(e, ERR_INPUT, "the disk is full");
}

TEST(a_sink_that_fails)
{
    struct csr a = values(VT_F64);
    struct err e = { 0 };

    assert_false(mm_write_csr(&a, FIELD_REAL, NULL, (struct mm_sink){ refuse, NULL }, NULL, &e));
    assert_string_equal(e.text, "the disk is full");
    csr_free(&a);
}

TEST(empty_matrices)
{
    struct err e = { 0 };

    for (int m = 0; m < 2; m++) {
        struct written out = { 0 };
        struct csr a;
        assert_true(csr_alloc(&a, m, 0, 0, VT_F64, &e));
        a.ptr[0] = a.ptr[m] = 0;
        assert_true(mm_write_csr(&a, FIELD_PATTERN, NULL, (struct mm_sink){ memory_put, &out }, NULL, &e));
        struct matrix b = read_back(&out);
        assert_true(b.csr.m == m && b.csr.n == 0 && b.csr.nnz == 0);
        matrix_free(&b);
        csr_free(&a);
        free(out.bytes);
    }
}

TESTS(NULL, NULL)
