/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_ell: ELLPACK holds A to the bit, padded as documented, in as many bytes as the cost model says. */
#include "core/matrix/ell.h"
#include "core/matrix/format.h"
#include "core/matrix/tests/fixture.h"
#include "core/tests/cmocka.h"

static const char *value_at(const void *val, int64_t p, enum vtype type)
{
    return (const char *)val + (size_t)p * vtype_size(type);
}

/* Slot (i, s) is entry s of row i, and past the end of the row 0 in the column of its last entry. */
static void check_slots(const struct csr *a, const struct ell *b)
{
    static const double zero = 0;
    for (int64_t i = 0; i < a->m; i++) {
        int64_t first = a->ptr[i], length = a->ptr[i + 1] - first;
        assert_true(length <= b->width);
        for (int64_t s = 0; s < b->width; s++) {
            int64_t slot = b->column_major ? i + s * b->m : i * b->width + s;
            int64_t p = first + (s < length ? s : length - 1);
            const void *value = s < length ? value_at(a->val, p, a->type) : (const void *)&zero;
            assert_int_equal(b->ind[slot], length > 0 ? a->ind[p] : 0);
            assert_memory_equal(value_at(b->val, slot, b->type), value, vtype_size(a->type));
        }
    }
}

static void check_both_orders(const struct csr *a)
{
    static const char *const format[] = { "ell", "ell.col" };
    struct stats s;
    assert_true(stats_compute(a, &s, NULL));
    for (int column_major = 0; column_major < 2; column_major++) {
        struct ell b;
        assert_true(ell_build(a, column_major, &b, NULL));
        assert_int_equal(b.m, a->m);
        assert_int_equal(b.n, a->n);
        assert_int_equal(b.nnz, a->nnz);
        assert_int_equal(b.type, a->type);
        assert_int_equal(b.width, s.row_max);
        assert_int_equal(format_find(format[column_major])->cost(a, &s, vtype_size(a->type)).bytes,
                         (uint64_t)b.m * (uint64_t)b.width * (4 + vtype_size(b.type)));
        check_slots(a, &b);
        ell_release(&b);
    }
}

TEST(every_entry_is_there)
{
    static const struct {
        int64_t m, n;
        double share;
        int64_t full;
        int scale;
    } shape[] = {
        { 0, 0, 0, -1, 0 },      { 0, 7, 0, -1, 0 },      { 7, 0, 0, -1, 0 },     { 1, 1, 1, -1, 0 },
        { 5, 5, 0, -1, 0 },      { 1, 40, 0.5, -1, 0 },   { 40, 1, 0.5, -1, 0 },  { 40, 1, 0.5, -1, 1 },
        { 130, 90, 0.05, 3, 0 }, { 130, 90, 0.02, 3, 1 }, { 64, 64, 0.3, -1, 1 }, { 65, 200, 0.01, 64, 2 },
    };
    for (size_t c = 0; c < COUNT(shape); c++) {
        for (int type = 0; type < VT_COUNT; type++) {
            struct csr a =
                fixture_random(shape[c].m, shape[c].n, shape[c].share, shape[c].full, shape[c].scale, (enum vtype)type);
            check_both_orders(&a);
            csr_free(&a);
        }
    }
}

/* Rows that look like padding: empty, one +0 in column 0, one -0 there, one NaN there, zeros after it. */
TEST(stored_zeros_stay)
{
    static const int64_t ptr[] = { 0, 0, 1, 1, 2, 3, 6, 6, 7 };
    static const int32_t ind[] = { 0, 0, 0, 0, 1, 2, 0 };
    static const double val[] = { 0.0, -0.0, NAN, 0.0, 0.0, 0.0, 0.0 };
    struct csr a;
    assert_true(csr_alloc(&a, 8, 3, 7, VT_F64, NULL));
    memcpy(a.ptr, ptr, sizeof ptr);
    memcpy(a.ind, ind, sizeof ind);
    memcpy(a.val, val, sizeof val);
    check_both_orders(&a);
    csr_free(&a);
}

TEST(layout)
{
    static const double entry[] = {
        0, 1, 2, //
        0, 0, 0, //
        0, 3, 0, //
    };
    static const int32_t by_row[] = { 1, 2, 0, 0, 1, 1 }, by_slot[] = { 1, 0, 1, 2, 0, 1 };
    static const double val_by_row[] = { 1, 2, 0, 0, 3, 0 }, val_by_slot[] = { 1, 0, 3, 2, 0, 0 };
    struct csr a = fixture_dense(3, 3, entry, VT_F64);
    struct ell b;
    assert_true(ell_build(&a, false, &b, NULL));
    assert_int_equal(b.width, 2);
    assert_memory_equal(b.ind, by_row, sizeof by_row);
    assert_memory_equal(b.val, val_by_row, sizeof val_by_row);
    ell_release(&b);
    assert_true(ell_build(&a, true, &b, NULL));
    assert_memory_equal(b.ind, by_slot, sizeof by_slot);
    assert_memory_equal(b.val, val_by_slot, sizeof val_by_slot);
    ell_release(&b);
    csr_free(&a);
}

/* Slots are counted before a byte is allocated; only the row pointers are read. */
TEST(overflow_is_refused)
{
    int64_t ptr[] = { 0, INT64_C(1) << 62 };
    struct csr one = { .m = 1, .n = INT32_MAX, .nnz = ptr[1], .ptr = ptr };
    struct ell b;
    struct err why;
    assert_false(ell_build(&one, false, &b, &why));
    assert_int_equal(why.code, ERR_MEMORY);
}

TESTS(NULL, NULL)
