/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_check_transpose: a transposition passes when it is exact to the bit, and not otherwise. */
#include "core/matrix/tests/fixture.h"
#include "core/measure/check.h"
#include "core/tests/cmocka.h"

static struct compressed compress(const struct csr *b, bool wide)
{
    struct compressed t = { .lines = b->m, .nnz = b->nnz, .wide = wide };
    t.ptr = malloc(((size_t)b->m + 1) * 8);
    t.ind = malloc((size_t)b->nnz * 4 + 1);
    t.val = malloc((size_t)b->nnz * vtype_size(b->type) + 1);
    for (int64_t j = 0; j <= b->m; j++)
        compressed_set_ptr(&t, j, b->ptr[j]);
    memcpy(t.ind, b->ind, (size_t)b->nnz * 4);
    memcpy(t.val, b->val, (size_t)b->nnz * vtype_size(b->type));
    return t;
}

static void compressed_free(struct compressed *t)
{
    free(t->val);
    free(t->ind);
    free(t->ptr);
}

static bool transposed(const struct csr *b, const struct compressed *t, struct check *c)
{
    check_transpose(b, t, c);
    return c->passed;
}

TEST(transposes_are_exact)
{
    for (int wide = 0; wide < 2; wide++) {
        struct csr a = fixture_random(40, 70, 0.2, 5, 0, VT_F64), b;
        struct check c;
        assert_true(csr_transpose(&a, &b, NULL));
        struct compressed t = compress(&b, wide);
        assert_true(transposed(&b, &t, &c));
        double *val = t.val;
        int64_t p = b.ptr[9];
        val[p] = nextafter(val[p], 2);
        assert_false(transposed(&b, &t, &c));
        assert_int_equal(c.col, 9);
        assert_int_equal(c.row, b.ind[p]);
        assert_non_null(strstr(c.text, "column 9, row "));
        val[p] = ((const double *)b.val)[p];
        int32_t swap = t.ind[p]; /* right entries in the wrong order */
        t.ind[p] = t.ind[p + 1];
        t.ind[p + 1] = swap;
        assert_false(transposed(&b, &t, &c));
        t.ind[p + 1] = t.ind[p];
        t.ind[p] = swap;
        assert_true(transposed(&b, &t, &c));
        compressed_set_ptr(&t, 20, compressed_ptr(&t, 20) + 1);
        assert_false(transposed(&b, &t, &c));
        assert_non_null(strstr(c.text, "column 19: "));
        compressed_free(&t);
        csr_free(&b);
        csr_free(&a);
    }
}

TEST(transposes_keep_bits)
{
    static const double entry[] = { NAN, 0.5 };
    struct csr b = fixture_dense(2, 1, entry, VT_F64);
    struct compressed t = compress(&b, false);
    struct check c;
    assert_true(transposed(&b, &t, &c)); /* the same NaN, though NaN ≠ NaN */
    uint64_t *bits = t.val;
    bits[0] ^= 1; /* another payload */
    assert_false(transposed(&b, &t, &c));
    bits[0] ^= 1;
    ((double *)b.val)[1] = 0.0;
    ((double *)t.val)[1] = -0.0;
    assert_false(transposed(&b, &t, &c));
    compressed_free(&t);
    csr_free(&b);
}

TEST(empty_transposes)
{
    struct csr a = fixture_random(3, 0, 0, -1, 0, VT_F32), b;
    struct check c;
    assert_true(csr_transpose(&a, &b, NULL));
    struct compressed t = compress(&b, false);
    assert_true(transposed(&b, &t, &c));
    *(int32_t *)t.ptr = (int32_t)0xAAAAAAAA; /* the poison, never written */
    assert_false(transposed(&b, &t, &c));
    compressed_free(&t);
    csr_free(&b);
    csr_free(&a);
}

TESTS(NULL, NULL)
