/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_value_codes: values are numbered in the order in which they appear, on any number of threads. */
#include <omp.h>

#include "core/matrix/value_codes.h"
#include "core/tests/cmocka.h"

enum { ENTRIES = 300000 };

/* One row; value v appears first at entry v * v * 4, then now and again. */
static struct csr squares(int values)
{
    struct csr a;
    assert_true(csr_alloc(&a, 1, ENTRIES, ENTRIES, VT_F64, NULL));
    a.ptr[0] = 0;
    a.ptr[1] = ENTRIES;
    int seen = 0;
    for (int64_t p = 0; p < ENTRIES; p++) {
        seen += seen + 1 < values && p >= 4ll * (seen + 1) * (seen + 1);
        a.ind[p] = (int32_t)p;
        ((double *)a.val)[p] = 0.5 + (p % 4 ? (double)(p % (seen + 1)) : (double)seen);
    }
    return a;
}

TEST(values_are_numbered_as_they_appear)
{
    const int usual = omp_get_max_threads();
    struct csr a = squares(VALUE_CODES - 1);
    for (int threads = 1; threads <= 5; threads += 2) {
        struct value_codes codes;
        omp_set_num_threads(threads);
        assert_true(value_codes_find(&a, true, &codes));
        assert_int_equal(codes.count, VALUE_CODES);
        for (int c = 1; c < VALUE_CODES; c++)
            assert_true(codes.value[c] == c - 0.5);
        for (int64_t p = 0; p < ENTRIES; p += 97) {
            uint8_t code;
            value_store(&a, p, &codes, &code, 0);
            assert_true(codes.value[code] == ((const double *)a.val)[p]);
        }
    }
    omp_set_num_threads(usual);
    csr_free(&a);
}

/* Each part has few, all together have one too many. */
TEST(too_many_values)
{
    struct csr a = squares(VALUE_CODES);
    struct value_codes codes;
    assert_true(value_codes_likely(&a));
    assert_false(value_codes_find(&a, true, &codes));
    csr_free(&a);
}

TESTS(NULL, NULL)
