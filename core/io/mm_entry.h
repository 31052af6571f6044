/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mm_entry: the entry lines of a block of text. */
#pragma once

#include "core/io/mm_header.h"
#include "core/matrix/bucket.h"

/* Where a thread puts the entries of a block until they are sorted; begins with zeros. */
struct mm_scratch {
    struct coo entry; /* row, col 0-based, not for an array; val not for a pattern */
    struct text_buffer text;
};

/* Counts of a block of lines, up to an error. */
struct mm_counts {
    int64_t lines, entries, zeros, nonfinite, overflowed, upper, lower;
};

/* Reads the entries of a block into `scratch`. Fails when a line is bad, and then it is line number counts->lines + 1
   of the block, or when memory is short (ERR_MEMORY). */
bool mm_block_read(const struct mm_header *h, struct text text, struct mm_scratch *scratch, struct mm_counts *counts,
                   struct err *e);
/* The same in two steps: room for what the text may hold, of which *most is the number; and the entries, into any
   arrays with that room. */
bool mm_block_room(const struct mm_header *h, struct text text, struct mm_scratch *scratch, int64_t *most,
                   struct err *e);
bool mm_block_parse(const struct mm_header *h, struct text text, struct coo *to, struct mm_counts *counts,
                    struct err *e);
/* Makes room for `count` entries of the kind of the file. */
bool mm_entry_room(const struct mm_header *h, struct coo *c, int64_t count, struct err *e);
void mm_scratch_free(struct mm_scratch *);

/* Sets the coordinates of the values of an array that are in `entry`, the first of which is number `first` of the file.
   A value that may not stand where it does is ERR_INPUT, and its number, from `first` on, in *bad. */
bool mm_array_place(const struct mm_header *h, int64_t first, struct coo *entry, int64_t *bad, struct err *e);

/* The fewest bytes that an entry line can have, its line end included. */
int mm_entry_bytes(const struct mm_header *h);
