/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_column_buckets: every column is found in its bucket from any place of A, and nothing is fuller than allowed. */
#include "core/base/hash.h"
#include "core/tests/cmocka.h"
#include "gpu/layout/column_buckets.h"

enum { N = 30000, MOST = 1000, BLOCKS = 13 };

static struct column_range range[BUCKETS_MOST];
static struct column_buckets b;
static uint32_t entries[N], cell[N], first[BUCKETS_MOST + 1];

static void firsts(int64_t at)
{
    for (uint32_t k = 0; k <= BUCKETS_MOST; k++)
        first[k] = k < b.count ? column_bucket_first(&b.bucket[k], (uint32_t)at) : UINT32_MAX;
}

/* The columns are entered in any order. */
static bool cut(int64_t n, int64_t nnz)
{
    static uint64_t before[N + 1];
    memset(range, 0xff, sizeof range);
    for (int64_t j = 0; j < n; j++)
        before[j + 1] = before[j] + column_cost(entries[j]);
    const struct column_cut c = column_cut_of((uint32_t)before[n], BLOCKS, MOST);
    const int64_t step = n % 7 ? 7 : 11;
    for (int64_t i = 0, j = n / 2; i < n; i++, j = (j + step) % n)
        column_enter(c, (uint32_t)n, (uint32_t)j, before[j], entries[j], range);
    for (int64_t j = 0; j < n; j++)
        cell[j] = column_cell(c, before[j], entries[j], range);
    return column_buckets_join(range, c, n, nnz, &b);
}

/* Entries at `at` in each column go where they should. */
static void check_places(int64_t n, int64_t at)
{
    firsts(at);
    for (int64_t j = 0; j < n; j++) {
        uint32_t word = b.map[j >> b.shift], found = word & ((1u << BUCKET_MAP) - 1);
        for (uint32_t step = (word >> BUCKET_MAP) + (uint32_t)j % 2; step > 0; step--)
            found = column_bucket_step(first, found, step, (uint32_t)j);
        const struct column_bucket *k = &b.bucket[found], *next = k + 1;
        assert_true(found < b.count);
        assert_int_equal(first[found], k->first);
        assert_true(k->first <= j && j < k->first + k->width && k->from <= at);
        assert_true(next == b.bucket + b.count || next->first > j || next->from > at);
    }
}

static bool is_alone(uint32_t column)
{
    int i = 0;
    while (i < BUCKETS_MOST && (range[i].first == UINT32_MAX || range[i].alone == 0 || range[i].stop != column))
        i++;
    return i < BUCKETS_MOST;
}

static void check(int64_t n)
{
    int64_t nnz = 0;
    for (int64_t j = 0; j < n; j++)
        nnz += entries[j];
    assert_true(cut(n, nnz));
    check_places(n, 0);
    check_places(n, nnz / 3);
    check_places(n, nnz > 0 ? nnz - 1 : 0);
    for (uint32_t k = 0; k < b.count; k++) {
        uint64_t sum = 0, cells = 0;
        uint32_t longest = 0;
        const struct column_bucket *own = &b.bucket[k];
        bool parts = entries[own->first] > MOST;
        for (uint32_t c = 0; c < own->width; c++) {
            assert_int_equal(cell[own->first + c] & 0xffff, cells);
            sum += entries[own->first + c];
            longest = entries[own->first + c] > longest ? entries[own->first + c] : longest;
            cells += entries[own->first + c] ? 1u << (cell[own->first + c] >> 16) : 0;
        }
        assert_int_equal(own->cells, longest < BUCKET_SOME && !is_alone(own->first) ? 0 : cells);
        assert_true(parts ? own->width == 1 : sum <= MOST);
        assert_true(own->width + own->cells <= 2 * MOST);
    }
}

TEST(columns_find_their_buckets)
{
    for (int64_t n = 1; n <= N; n = n * 3 + 1)
        for (int kind = 0; kind < 4; kind++) {
            for (int64_t j = 0; j < n; j++) {
                uint64_t x = hash_at(1, (uint64_t)j, (uint64_t)kind);
                entries[j] = kind == 0 ? 0 : (uint32_t)(x % (kind == 1 ? 9 : 40));
                if (kind == 3 && (x >> 32) % 500 < 2)
                    entries[j] = (uint32_t)(x >> 40) % 9000;
            }
            check(n);
        }
}

TEST(blocks_have_equally_many)
{
    for (int64_t j = 0; j < N; j++)
        entries[j] = 10;
    assert_true(cut(N, 10 * N));
    assert_in_range(b.count % BLOCKS, BLOCKS / 2, BLOCKS - 1);
    assert_in_range(b.count, 10 * N / MOST, 11 * N / MOST);
}

TEST(many_entries_have_many_cells)
{
    assert_int_equal(column_cells(BUCKET_FEW), 0);
    for (uint32_t count = BUCKET_FEW + 1; count < 100000; count += count / 3)
        assert_in_range(count >> column_cells(count), BUCKET_FEW / 2, BUCKET_FEW);
}

TEST(too_many_buckets_are_refused)
{
    for (int64_t j = 0; j < N; j++)
        entries[j] = MOST / 2 + 1;
    assert_false(cut(N, N * (MOST / 2 + 1)));
}

TESTS(NULL, NULL)
