/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mm_entry: the entry lines of a block of text. */
#ifndef NZ_MM_ENTRY_H
#define NZ_MM_ENTRY_H

#include "core/mm_header.h"

/* A block of whole lines, and what was read from it. */
struct mm_block {
    struct text text;
    struct coo part; /* row, col 0-based; for an array they are filled in later; val NULL for a pattern */
    double *imag;    /* FIELD_COMPLEX: the imaginary parts, val has the real ones */
    int64_t lines;   /* line ends met, up to an error */
    int64_t zeros, nonfinite, overflowed, upper, lower;
    int64_t bad;    /* 0, or the number of the bad line within the block, from 1 */
    struct err err; /* what is wrong there */
};

/* Reads block->text. Fails when a line is bad (block->bad) or memory is short (bad = 0). */
bool mm_block_read(const struct mm_header *h, struct mm_block *block);
void mm_block_free(struct mm_block *block);

/* Coordinates of the values of an array, the first of which is number `first` of the file. Fails as mm_block_read. */
bool mm_block_place(const struct mm_header *h, struct mm_block *block, int64_t first);

/* The line within the block, from 1, of its entry number k, from 0. */
int64_t mm_block_line(const struct mm_block *block, int64_t k);

/* The fewest bytes that an entry line can have, its line end included. */
int mm_entry_bytes(const struct mm_header *h);

#endif
