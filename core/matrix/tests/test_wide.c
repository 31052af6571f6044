/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_wide: sizes past 2^31: row pointers that are there, entries that are not. */
#include <sys/mman.h>

#include "core/base/limit.h"
#include "core/io/nzs_layout.h"
#include "core/matrix/coo.h"
#include "core/matrix/format.h"
#include "core/matrix/spy.h"
#include "core/measure/check.h"
#include "core/measure/kernel.h"
#include "core/measure/product.h"
#include "core/tests/cmocka.h"

enum { ROWS = 4 };
static const int64_t pointers[ROWS + 1] = { 0, 3000000000, 3000000000, 3000000001, 6500000000 };

static struct csr wide(void)
{
    struct csr a = { .m = ROWS, .n = INT32_MAX, .nnz = pointers[ROWS], .type = VT_F64 };

    a.ptr = (int64_t *)(uintptr_t)pointers;
    return a;
}

TEST(sizes)
{
    struct csr a = wide();
    uint64_t nnz = (uint64_t)a.nnz;

    assert_true(csr_row_max(&a) == 3499999999);
    assert_true(kernel_csr_bytes(&a) == 8 * (ROWS + 1) + 12 * nnz);
    assert_true(size_csr(ROWS, nnz, 8) == 8 * (ROWS + 1) + 12 * nnz);
    assert_true(coo_peak_bytes(ROWS, nnz, false) > 28 * nnz);
    assert_true(coo_peak_bytes(ROWS, UINT64_MAX / 20, false) == UINT64_MAX);
    assert_true(reference_samples(&a, 1));
    struct problem p = { .op = OP_MUL, .a = &a };
    operations[OP_MUL]->pose(&p, 1, ROW_MAJOR);
    assert_true(kernel_compulsory_bytes(&p) == 8 * (ROWS + 1) + 12 * nnz + 8 * ((uint64_t)a.n + ROWS));
    p = (struct problem){ .a = &a, .y = dense_shape(ROWS, 2, VT_F64, ROW_MAJOR) }; /* a product without an X */
    assert_true(product_compulsory_bytes(&p) == 8 * (ROWS + 1) + 12 * nnz + 16 * (uint64_t)ROWS);
    p = (struct problem){ .op = OP_TRANSPOSE, .a = &a };
    operations[OP_TRANSPOSE]->pose(&p, 1, ROW_MAJOR);
    assert_true(kernel_compulsory_bytes(&p) == 8 * (ROWS + 1) + 8 * ((uint64_t)a.n + 1) + 24 * nnz);
}

TEST(formats_cost)
{
    struct csr a = wide();
    struct stats s = { .row_max = 3499999999,
                       .diagonals = 4000000000,
                       .bsr_side = 3,
                       .bsr_blocks = 3000000000,
                       .sell_slots = 6500000064 };
    struct format_cost c;

    c = format_find("csr")->cost(&a, &s, 8);
    assert_true(c.slots == a.nnz && c.bytes == 8 * (ROWS + 1) + 12 * (uint64_t)a.nnz);
    c = format_find("coo")->cost(&a, &s, 4);
    assert_true(c.slots == a.nnz && c.bytes == 12 * (uint64_t)a.nnz);
    c = format_find("ell")->cost(&a, &s, 8);
    assert_true(c.slots == ROWS * s.row_max && c.bytes >= 12 * (uint64_t)c.slots);
    c = format_find("dia")->cost(&a, &s, 8);
    assert_true(c.slots >= s.diagonals && c.bytes >= 8 * (uint64_t)s.diagonals);
    c = format_find("bsr")->cost(&a, &s, 8);
    assert_true(c.slots == 9 * s.bsr_blocks && c.bytes > 76 * (uint64_t)s.bsr_blocks);
    c = format_find("sell")->cost(&a, &s, 8);
    assert_true(c.slots == s.sell_slots && c.bytes >= 12 * (uint64_t)s.sell_slots);
}

TEST(packed_layout)
{
    struct nzs_header h = { .m = ROWS, .n = 5, .nnz = pointers[ROWS], .value_size = 8 };
    struct nzs_layout l = nzs_layout(&h);

    assert_true(l.part[1].bytes == 4 * (uint64_t)h.nnz && l.part[2].bytes == 8 * (uint64_t)h.nnz);
    assert_true(l.part[2].at >= l.part[1].at + l.part[1].bytes && l.part[2].at % NZS_PAGE == 0);
    assert_true(l.size == l.sums_at + 8 * l.blocks && l.sums_at >= l.part[2].at + l.part[2].bytes);
    h.nnz = INT64_MAX;
    assert_true(nzs_layout(&h).size == UINT64_MAX);
}

/* A pattern whose 2^31 + 10 columns are zeros of the system that nobody has touched: entries are looked at only in the
   last row, which begins past 2^31. */
TEST(rows_past_2_31)
{
    int64_t far = ((int64_t)1 << 31) + 10, ptr[] = { 0, far, far + 3 };
    size_t bytes = ((size_t)far + 3) * sizeof(int32_t);
    int32_t *ind = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

    if (ind == MAP_FAILED)
        skip();
    ind[far] = 1;
    ind[far + 1] = 5;
    ind[far + 2] = 7;
    struct csr a = { .m = 2, .n = 8, .nnz = far + 3, .ptr = ptr, .ind = ind };
    struct spy s;
    struct err e;
    assert_true(spy_make(&a, 1, 8, 1, 2, 0, 8, &s, &e));
    assert_true(s.max == 1);
    int64_t all = 0;
    for (int c = 0; c < 8; c++)
        all += s.count[c];
    assert_true(all == 3 && s.count[1] == 1 && s.count[5] == 1 && s.count[7] == 1);
    spy_free(&s);
    munmap(ind, bytes);
}

TESTS(NULL, NULL)
