/* SPDX-License-Identifier: GPL-3.0-or-later */
/* row_blocks: A cut into blocks of consecutive rows with about as many entries each, a thread block's or warp's work
   (algorithm 2 of Greathouse and Daga, SC 2014). */
#ifndef NZ_ROW_PLAN_CUH
#define NZ_ROW_PLAN_CUH

#include "gpu/lib/mul.cuh"

/* The entries begin .. begin+count-1, which are all of rows row .. row+rows-1.
   When rows is 0: a piece of a cut row, whose sum goes to line `row` of the partial sums. */
struct row_block {
    int64_t row, begin;
    int32_t count, rows;
};

/* Lines first .. first+count-1 of the partial sums make up row `row`. */
struct cut_row {
    int64_t row, first, count;
};

/* A block ends before it has more than `nz` entries or `rows` rows; the second matters where rows are empty. A row of
   more than nz entries is a block of its own, and when it has more than `cut`, is cut into pieces of so many. */
struct row_limits {
    int64_t nz, rows, cut;
};

struct row_blocks {
    int64_t blocks, pieces, cuts; /* blocks: pieces of cut rows included */
    struct row_block *block;      /* on the device, like cut */
    struct cut_row *cut;
};

/* Finds the blocks on the host in O(m), and uploads them. */
bool row_blocks_upload(const struct problem *p, struct row_limits limits, struct row_blocks *out, struct plan *plan,
                       struct err *e);
void row_blocks_release(struct row_blocks *b);

/* At least the bytes of `block` and `cut`, and the lines of partial sums, without a look at the rows. */
uint64_t row_blocks_bytes(const struct problem *p, struct row_limits limits);
uint64_t row_blocks_pieces(const struct problem *p, struct row_limits limits);

/* A plan of a kernel on CSR that works on row blocks. */
struct row_plan {
    struct mul_plan mul; /* first: mul_empty and mul_plan_new know it by this */
    struct row_blocks rows;
    void *sum; /* a line of k values per piece */
};
bool row_plan_prepare(const struct problem *p, struct row_limits limits, struct plan *plan, struct err *e);
void row_plan_release(void *plan_data);
uint64_t row_plan_bytes(const struct problem *p, struct row_limits limits);

#endif
