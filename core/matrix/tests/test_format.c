/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_format: what formats cost, and what is said about those that cost too much. */
#include "core/matrix/format.h"
#include "core/matrix/tests/fixture.h"
#include "core/tests/cmocka.h"

static const char *verdict(const char *name, const struct csr *a, const struct stats *s, uint64_t limit,
                           struct format_cost *cost, struct err *why)
{
    *why = (struct err){ 0 };
    return format_verdict(format_find(name), a, s, VT_F64, limit, cost, why);
}

/* Costs follow from the figures alone: a matrix that nobody could hold. */
TEST(costs_and_verdicts)
{
    const struct csr a = { .m = 1000000, .n = 1000000, .nnz = 3000000 };
    const struct stats s = { .row_max = 1034,
                             .sell_slots = 3200000,
                             .hyb_width = 3,
                             .hyb_tail = 1000,
                             .bsr_side = 3,
                             .bsr_blocks = 1500000,
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
    assert_string_equal(verdict("bsr", &a, &s, 0, &c, &why), "wasteful");
    assert_int_equal(c.bytes, 76 * 1500000 + 4 * (333334 + 1));
    assert_int_equal(c.slots, 13500000);
    assert_string_equal(verdict("dia", &a, &s, 0, &c, &why), "wasteful");
    assert_int_equal(c.bytes, 999000ull * (8000000 + 4));
    assert_string_equal(verdict("dense", &a, &s, 0, &c, &why), "wasteful");
    assert_true(c.slots == a.m * a.n && c.bytes == 8 * (uint64_t)c.slots);
    assert_string_equal(verdict("ell", &a, &s, 8000000000, &c, &why), "too big");
    assert_int_equal(c.bytes, 12408000000);
    assert_string_equal(why.text,
                        "f64 ELLPACK needs 12.4 GB, limit 8.0 GB: 1,034,000,000 slots for 3,000,000 entries; take a "
                        "format that pads less: CSR needs 40.0 MB");
    assert_int_equal(why.code, ERR_MEMORY);
    assert_string_equal(verdict("ell.col", &a, &s, 12408000000, &c, &why), "wasteful");
}

/* Exactly twice the bytes of CSR, here 4·3 + 12, are wasteful. */
TEST(wasteful_begins_at_twice_csr)
{
    const struct csr a = { .m = 2, .n = 2, .nnz = 1 };
    struct stats s = { .row_max = 1 };
    struct format_cost c;
    struct err why;
    assert_string_equal(verdict("ell", &a, &s, 0, &c, &why), "ok");
    assert_int_equal(c.bytes, 24);
    s.row_max = 2;
    assert_string_equal(verdict("ell", &a, &s, 0, &c, &why), "wasteful");
    assert_int_equal(c.bytes, 48);
}

TEST(pointers_widen)
{
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

TEST(overflow_is_refused)
{
    const struct csr a = { .m = INT64_C(1) << 40, .n = INT32_MAX, .nnz = INT64_C(1) << 41 };
    const struct stats s = {
        .row_max = INT32_MAX, .hyb_width = INT32_MAX, .bsr_side = 3, .bsr_blocks = INT64_MAX, .diagonals = INT64_MAX
    };
    struct format_cost c;
    struct err why;
    assert_string_equal(verdict("ell", &a, &s, 0, &c, &why), "too big");
    assert_true(c.bytes == UINT64_MAX);
    assert_true(c.slots == INT64_MAX);
    assert_non_null(strstr(why.text, "over 18 EB"));
    assert_string_equal(verdict("bsr", &a, &s, 0, &c, &why), "too big");
    assert_string_equal(verdict("coo", &a, &s, 0, &c, &why), "no");
    assert_int_equal(why.code, ERR_UNSUPPORTED);
    assert_non_null(strstr(why.text, "1,099,511,627,776 rows"));
    assert_string_equal(verdict("dia", &a, &s, 0, &c, &why), "no");
}

TEST(names)
{
    static const char *const name[] = { "csr", "ell", "ell.col", "coo", "sell", "hyb", "bsr", "dia", "dense" };
    for (int i = 0; i < 9; i++) {
        assert_string_equal(formats[i].name, name[i]);
        assert_ptr_equal(format_find(name[i]), &formats[i]);
    }
    assert_null(formats[9].name);
    assert_ptr_equal(format_find("csr.packed"), &formats[0]);
    assert_null(format_find("csrs"));
    assert_null(format_find("ELL"));
}

TESTS(NULL, NULL)
