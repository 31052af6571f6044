/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mm_entry: parses the entry lines of a block of text. */
#pragma once

#include "core/io/mm_header.h"
#include "core/matrix/bucket.h"

/* A thread's entries of a block before sorting; zeroed at first. */
struct mm_scratch {
    struct coo entry; /* 0-based; row and col unset for an array; no val for a pattern */
    struct text_buffer text;
};

/* Counts of a block of lines, up to an error. */
struct mm_counts {
    int64_t lines, entries, zeros, nonfinite, overflowed, upper, lower;
};

/* Reads the entries of a block into `scratch`. ERR_INPUT: line counts->lines + 1 of the block is bad; ERR_MEMORY. */
bool mm_block_read(const struct mm_header *h, struct text text, struct mm_scratch *scratch, struct mm_counts *counts,
                   struct err *e);
/* The same in two steps: room for *most entries, which the text may hold; parses them into arrays with that room. */
bool mm_block_room(const struct mm_header *h, struct text text, struct mm_scratch *scratch, int64_t *most,
                   struct err *e);
bool mm_block_parse(const struct mm_header *h, struct text text, struct coo *to, struct mm_counts *counts,
                    struct err *e);
/* Reserves room for `count` entries in the arrays that the file needs. */
bool mm_entry_room(const struct mm_header *h, struct coo *c, int64_t count, struct err *e);
void mm_scratch_free(struct mm_scratch *);

/* The minimum length of an entry line, with its line end. */
int mm_entry_bytes(const struct mm_header *h);
