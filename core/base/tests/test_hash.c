/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_hash: the checksum has its published values. */
#include "core/base/hash.h"
#include "core/tests/cmocka.h"

/* FNV-1a's published values; pieces give the sum of the whole. */
TEST(sums)
{
    assert_true(hash_fnv1a(HASH_FNV1A, "", 0) == UINT64_C(0xcbf29ce484222325));
    assert_true(hash_fnv1a(HASH_FNV1A, "a", 1) == UINT64_C(0xaf63dc4c8601ec8c));
    assert_true(hash_fnv1a(HASH_FNV1A, "foobar", 6) == UINT64_C(0x85944171f73967e8));
    assert_true(hash_fnv1a(hash_fnv1a(HASH_FNV1A, "foo", 3), "bar", 3) == UINT64_C(0x85944171f73967e8));
}

TESTS(NULL, NULL)
