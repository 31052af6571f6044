/* SPDX-License-Identifier: GPL-3.0-or-later */
/* row_blocks: A cut into blocks of consecutive rows with about equally many entries, each the work of a thread block or
   warp (algorithm 2 of Greathouse and Daga, SC 2014). */
#pragma once

#include "core/matrix/csr.h"

C_NAMES_BEGIN

/* The entries begin .. begin+count-1: all of rows row .. row+rows-1. If rows is 0: a piece of a cut row, whose sum is
   line `row` of the partial sums. */
struct row_block {
    int64_t row, begin;
    int32_t count, rows;
};

/* Row `row` is the sum of lines first .. first+count-1 of the partial sums. */
struct cut_row {
    int64_t row, first, count;
};

/* A block ends before it has more than `nz` entries or `rows` rows; the second limit matters if rows are empty. A row
   with more than nz entries is its own block; a row alone in its block with more than `cut` entries is cut into pieces
   of that many. */
struct row_limits {
    int64_t nz, rows, cut;
};

struct row_blocks {
    int64_t blocks, pieces, cuts; /* blocks: with the pieces of cut rows */
    struct row_block *block;
    struct cut_row *cut;
};

/* O(m). ERR_MEMORY. Release *out even after a failure. */
bool row_blocks_find(const struct csr *a, struct row_limits limits, struct row_blocks *out, struct err *e);
void row_blocks_release(struct row_blocks *b);

/* Upper bounds from the longest row alone: the bytes of `block` and `cut`, and the pieces. */
uint64_t row_blocks_bytes(const struct csr *a, int64_t row_max, struct row_limits limits);
uint64_t row_blocks_pieces(const struct csr *a, int64_t row_max, struct row_limits limits);

C_NAMES_END
