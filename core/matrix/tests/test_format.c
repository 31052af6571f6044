/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_format: what is built gives A back to the bit, costs what was said, and what cannot be had is refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/matrix/format.h"
#include "core/matrix/tests/fixture.h"

/* The bytes that a built matrix really holds, at the widths of a plan. */
static uint64_t bytes_built(const struct format *f, const void *built)
{
    if (strcmp(f->name, "csr") == 0) {
        const struct csr *a = built;
        return 4 * ((uint64_t)a->m + 1) + (uint64_t)a->nnz * (4 + vtype_size(a->type));
    }
    const struct ell *b = built;
    return (uint64_t)b->m * (uint64_t)b->width * (4 + vtype_size(b->type));
}

static void build_and_back(const struct csr *a)
{
    struct stats s;
    assert_true(stats_compute(a, &s, NULL));
    int built_formats = 0;
    for (const struct format *const *f = formats; *f; f++) {
        void *built;
        struct csr back;
        if (!(*f)->build)
            continue;
        built_formats++;
        assert_true((*f)->build(a, &built, NULL));
        assert_int_equal((*f)->cost(a, &s, a->type).bytes, bytes_built(*f, built));
        assert_true((*f)->to_csr(built, &back, NULL));
        (*f)->free(built);
        assert_csr_same(a, &back);
        csr_free(&back);
    }
    assert_int_equal(built_formats, 3);
}

static void formats_give_the_matrix_back(void **state)
{
    (void)state;
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
    for (size_t c = 0; c < sizeof shape / sizeof *shape; c++) {
        for (int type = 0; type < VT_COUNT; type++) {
            struct csr a =
                fixture_random(shape[c].m, shape[c].n, shape[c].share, shape[c].full, shape[c].scale, (enum vtype)type);
            build_and_back(&a);
            csr_free(&a);
        }
    }
}

/* Rows that padding could be mistaken for: empty, one +0 in column 0, one -0 there, one NaN there, zeros after it. */
static void stored_zeros_are_not_padding(void **state)
{
    (void)state;
    static const int64_t ptr[] = { 0, 0, 1, 1, 2, 3, 6, 6, 7 };
    static const int32_t ind[] = { 0, 0, 0, 0, 1, 2, 0 };
    static const double val[] = { 0.0, -0.0, NAN, 0.0, 0.0, 0.0, 0.0 };
    struct csr a;
    assert_true(csr_alloc(&a, 8, 3, 7, VT_F64, NULL));
    memcpy(a.ptr, ptr, sizeof ptr);
    memcpy(a.ind, ind, sizeof ind);
    memcpy(a.val, val, sizeof val);
    build_and_back(&a);
    csr_free(&a);
}

static void ellpack_layout(void **state)
{
    (void)state;
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

static const char *verdict(const char *name, const struct csr *a, const struct stats *s, uint64_t limit,
                           struct format_cost *cost, struct err *why)
{
    *why = (struct err){ 0 };
    return format_verdict(format_find(name), a, s, VT_F64, limit, cost, why);
}

/* Costs follow from the figures alone: a matrix that nobody could hold. */
static void costs_and_verdicts(void **state)
{
    (void)state;
    const struct csr a = { .m = 1000000, .n = 1000000, .nnz = 3000000 };
    const struct stats s = { .row_max = 1034,
                             .sell_slots = 3200000,
                             .hyb_width = 3,
                             .hyb_tail = 1000,
                             .blocks3 = 1500000,
                             .diagonals = 999000 };
    struct format_cost c;
    struct err why;
    assert_string_equal(verdict("csr", &a, &s, 0, &c, &why), "ok");
    assert_int_equal(c.bytes, 4 * 1000001 + 12 * 3000000);
    assert_string_equal(verdict("coo", &a, &s, 0, &c, &why), "ok");
    assert_int_equal(c.bytes, 16 * 3000000);
    assert_string_equal(verdict("sell", &a, &s, 0, &c, &why), "ok");
    assert_int_equal(c.bytes, 12 * 3200000 + 4 * (31250 + 1) + 4 * 1000000);
    assert_string_equal(verdict("hyb", &a, &s, 0, &c, &why), "ok");
    assert_int_equal(c.bytes, 12 * 3000000 + 16 * 1000);
    assert_int_equal(c.slots, 3001000);
    assert_string_equal(verdict("bsr3", &a, &s, 0, &c, &why), "wasteful");
    assert_int_equal(c.bytes, 76 * 1500000 + 4 * (333334 + 1));
    assert_int_equal(c.slots, 13500000);
    assert_string_equal(verdict("dia", &a, &s, 0, &c, &why), "wasteful");
    assert_int_equal(c.bytes, 999000ull * (8000000 + 4));
    assert_string_equal(verdict("ell", &a, &s, 8000000000, &c, &why), "too big");
    assert_int_equal(c.bytes, 12408000000);
    assert_string_equal(why.text, "f64 ELLPACK needs 12.4 GB, limit 8.0 GB");
    assert_int_equal(why.code, ERR_MEMORY);
    assert_string_equal(verdict("ell.col", &a, &s, 12408000000, &c, &why), "wasteful");
}

/* Exactly three slots a nonzero are not yet wasteful. */
static void wasteful_begins_above_three(void **state)
{
    (void)state;
    const struct csr a = { .m = 9, .n = 9, .nnz = 6 };
    struct stats s = { .row_max = 2 };
    struct format_cost c;
    struct err why;
    assert_string_equal(verdict("ell", &a, &s, 0, &c, &why), "ok");
    s.row_max = 3;
    assert_string_equal(verdict("ell", &a, &s, 0, &c, &why), "wasteful");
}

static void pointers_widen(void **state)
{
    (void)state;
    const struct stats s = { 0 };
    struct csr a = { .m = 9, .n = 9, .nnz = INT32_MAX };
    struct format_cost c;
    struct err why;
    verdict("csr", &a, &s, 0, &c, &why);
    assert_int_equal(c.bytes, 4 * 10 + 12ull * INT32_MAX);
    a.nnz++;
    verdict("csr", &a, &s, 0, &c, &why);
    assert_int_equal(c.bytes, 8 * 10 + 12ull * (INT32_MAX + 1ull));
}

static void overflow_is_refused(void **state)
{
    (void)state;
    const struct csr a = { .m = INT64_C(1) << 40, .n = INT32_MAX, .nnz = INT64_C(1) << 41 };
    const struct stats s = {
        .row_max = INT32_MAX, .hyb_width = INT32_MAX, .blocks3 = INT64_MAX, .diagonals = INT64_MAX
    };
    struct format_cost c;
    struct err why;
    assert_string_equal(verdict("ell", &a, &s, 0, &c, &why), "too big");
    assert_true(c.bytes == UINT64_MAX);
    assert_true(c.slots == INT64_MAX);
    assert_non_null(strstr(why.text, "over 18 EB"));
    assert_string_equal(verdict("bsr3", &a, &s, 0, &c, &why), "too big");
    assert_string_equal(verdict("coo", &a, &s, 0, &c, &why), "no");
    assert_int_equal(why.code, ERR_UNSUPPORTED);
    assert_non_null(strstr(why.text, "1,099,511,627,776 rows"));
    assert_string_equal(verdict("dia", &a, &s, 0, &c, &why), "no");

    /* Built all the same: m × width slots are counted before a byte is asked for. Only the pointers are looked at. */
    int64_t ptr[] = { 0, INT64_C(1) << 62 };
    struct csr one = { .m = 1, .n = INT32_MAX, .nnz = ptr[1], .ptr = ptr };
    struct ell b;
    assert_false(ell_build(&one, false, &b, &why));
    assert_int_equal(why.code, ERR_MEMORY);
}

static void names(void **state)
{
    (void)state;
    static const char *const name[] = { "csr", "ell", "ell.col", "coo", "sell", "hyb", "bsr3", "dia" };
    for (int i = 0; i < 8; i++) {
        assert_string_equal(formats[i]->name, name[i]);
        assert_ptr_equal(format_find(name[i]), formats[i]);
    }
    assert_null(formats[8]);
    assert_null(format_find("ELL"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(formats_give_the_matrix_back),
        cmocka_unit_test(stored_zeros_are_not_padding),
        cmocka_unit_test(ellpack_layout),
        cmocka_unit_test(costs_and_verdicts),
        cmocka_unit_test(wasteful_begins_above_three),
        cmocka_unit_test(pointers_widen),
        cmocka_unit_test(overflow_is_refused),
        cmocka_unit_test(names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
