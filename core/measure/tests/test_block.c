/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_block: the serial building blocks against definitions, and that the check sees what is wrong. */
#include "core/measure/block.h"
#include "core/tests/cmocka.h"

/* 3 × 4: columns {0, 2, 3}, {}, {0, 3} */
static int64_t ptr[] = { 0, 3, 3, 5 };
static int32_t ind[] = { 0, 2, 3, 0, 3 };
static const struct csr a = { .m = 3, .n = 4, .nnz = 5, .ptr = ptr, .ind = ind, .type = VT_F64 };
enum { NNZ = 5, N = 4 };

TEST(scans)
{
    uint32_t out[NNZ], right[] = { 0, 0, 2, 5, 5 }, wrapped[2];
    int32_t large[] = { -1, 5 };
    block_scan(ind, NNZ, out);
    assert_memory_equal(out, right, sizeof right);
    block_scan(large, 2, wrapped); /* mod 2³² */
    assert_int_equal(wrapped[1], UINT32_MAX);
    block_scan(NULL, 0, NULL);
}

static uint64_t pair(uint64_t column, uint64_t position)
{
    return column << 32 | position;
}

/* Equal columns keep their order; the last segment is shorter. */
TEST(sorts_segments)
{
    int32_t in[] = { 3, 1, 3, 1, 2, 0, 0 };
    uint64_t out[7], by3[] = { pair(1, 1), pair(3, 0), pair(3, 2), pair(0, 5), pair(1, 3), pair(2, 4), pair(0, 6) };
    uint64_t all[] = { pair(0, 5), pair(0, 6), pair(1, 1), pair(1, 3), pair(2, 4), pair(3, 0), pair(3, 2) };
    block_segsort(in, 7, 3, out);
    assert_memory_equal(out, by3, sizeof by3);
    block_segsort(in, 7, 100, out);
    assert_memory_equal(out, all, sizeof all);
}

/* A pair of segments, then one that has no other, then none. */
TEST(merges_pairs)
{
    int32_t in[] = { 3, 1, 1, 3, 2, 0, 0 };
    uint64_t sorted[7], out[7], right[7];
    for (int64_t segment = 1; segment <= 8; segment++) {
        block_segsort(in, 7, segment, sorted);
        block_segsort(in, 7, 2 * segment, right);
        block_merge(sorted, 7, segment, out);
        assert_memory_equal(out, right, sizeof right);
    }
    block_merge(NULL, 0, 4, NULL);
}

TEST(converts_pointers)
{
    uint32_t columns[N + 1], right[] = { 0, 2, 2, 3, 5 };
    int32_t rows[NNZ], row[] = { 0, 0, 0, 2, 2 };
    block_index2ptr(ind, NNZ, N, columns);
    assert_memory_equal(columns, right, sizeof right);
    block_ptr2index(ptr, 3, rows);
    assert_memory_equal(rows, row, sizeof row);
}

/* Every operation: its right result passes, and one wrong element anywhere does not. */
TEST(checks_see_one_wrong_element)
{
    for (int op = OP_SCAN; op <= OP_PTR2INDEX; op++) {
        struct check c;
        struct err e = { 0 };
        size_t width = op == OP_SEGSORT || op == OP_MERGE || op == OP_MERGEBIG ? 8 : 4;
        size_t bytes = (size_t)block_bytes((enum op)op, &a);
        unsigned char *got = malloc(bytes);
        assert_non_null(got);
        assert_null(operations[op]->pose); /* no operands */
        assert_int_equal(bytes, width * (op == OP_INDEX2PTR ? N + 1 : NNZ));
        if (op == OP_SCAN)
            block_scan(ind, NNZ, (uint32_t *)(void *)got);
        else if (op == OP_INDEX2PTR)
            block_index2ptr(ind, NNZ, N, (uint32_t *)(void *)got);
        else if (op == OP_PTR2INDEX)
            block_ptr2index(ptr, 3, (int32_t *)(void *)got);
        else
            block_segsort(ind, NNZ, 2, (uint64_t *)(void *)got);
        assert_true(block_check((enum op)op, &a, 2, got, &c, &e));
        assert_true(c.passed);
        for (size_t at = 0; at < bytes; at += width) {
            got[at] ^= 1;
            assert_true(block_check((enum op)op, &a, 2, got, &c, &e));
            assert_false(c.passed);
            assert_true(strlen(c.text) > 0);
            got[at] ^= 1;
        }
        free(got);
    }
}

TESTS(NULL, NULL)
