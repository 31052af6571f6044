/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_array: an array grows to any length and keeps its elements; a length that no memory holds is refused. */
#include "core/base/array.h"
#include "core/tests/cmocka.h"

TEST(it_grows_and_keeps_its_elements)
{
    int64_t *squares = NULL;
    for (int64_t i = 0; i < 100000; i++) {
        assert_true(array_grow(&squares, i, sizeof *squares));
        squares[i] = i * i;
    }
    for (int64_t i = 0; i < 100000; i++)
        assert_int_equal(squares[i], i * i);
    free(squares);
}

/* After elements were taken away, it grows on from a count that it had before. */
TEST(it_grows_again_after_it_shrank)
{
    char *letters = NULL;
    for (int64_t i = 0; i < 100; i++)
        assert_true(array_grow(&letters, i, 1));
    for (int64_t i = 10; i < 300; i++) {
        assert_true(array_grow(&letters, i, 1));
        letters[i] = 'a';
    }
    assert_int_equal(letters[299], 'a');
    free(letters);
}

/* The next rooms, 2^62 and 2^63 elements of 8 bytes, are 0 bytes in 64 bits. */
TEST(sizes_do_not_wrap)
{
    double one = 1, *array = &one;
    assert_false(array_grow(&array, INT64_C(1) << 61, sizeof *array));
    assert_false(array_grow(&array, INT64_C(1) << 62, sizeof *array));
    assert_ptr_equal(array, &one);
}

TESTS(NULL, NULL)
