/* SPDX-License-Identifier: GPL-3.0-or-later */
/* nonzero_split: A cut into strips of equally many entries, regardless of rows. A bit of the last entry's column marks
   the end of a row, so kernels need no row pointers. */
#pragma once

#include "core/matrix/csr.h"

C_NAMES_BEGIN

/* An entry's word is its column, and ENTRY_LAST in the last entry of a row. Column n is padding: the one entry of an
   empty row, and what fills blocks up. */
static const uint32_t ENTRY_LAST = 1u << 31;
enum { ENTRY_QUAD = 4, SPLIT_BLOCK_MOST = 1 << 15 };

/* Threads place chunks of rows in parallel: as many rows as fill this many blocks with one entry each. A chunk begins a
   block, which wastes at most 1/SPLIT_CHUNK of all entries. */
enum { SPLIT_CHUNK = 32 };

/* A thread block has `strips` strips, one for each of its lane groups, `groups` of them to a warp; a strip has
   `length` consecutive entries, a multiple of ENTRY_QUAD. A warp's strips are interleaved in quads: the first quad of
   each, then the second … or, `beside`, what every lane loads first, then second … are consecutive entries of the
   warp. A row that does not fit into what is left of a block begins the next block if no more than `spare` entries are
   left and it fits there; so does the first row of a chunk. */
struct split_shape {
    int strips, groups, length, spare;
    bool beside;
};

/* The rows with entries in a block: `rows` of them end there, row .. row+rows-1; the first began in block `from`, and
   the one still open at the end ends in block `to`; both are the block itself if no row is cut. The block's part of a
   cut row is number `piece`, that of a second one the next. */
struct block_range {
    uint32_t row, rows, from, to, piece;
};

/* For a strip: the number of rows that end before it in its block, and whether its first row began before it. */
enum { STRIP_BEFORE = SPLIT_BLOCK_MOST - 1, STRIP_OPEN = SPLIT_BLOCK_MOST };

struct nonzero_split {
    int64_t blocks, pieces, rows; /* pieces: parts of cut rows; rows: the most that end in a block */
    struct block_range *range;    /* a block each */
    uint16_t *strip;              /* a strip each */
    int64_t *entry;               /* a strip each: its first entry's number in A */
};

/* The rows to cut: row i is entries begin[i] .. end[i]-1 of A. */
struct row_spans {
    int64_t count;
    const int64_t *begin, *end;
};

/* The most entries, padding included, that any such split of A stores. */
uint64_t nonzero_split_most(const struct csr *a, int64_t empty_rows, const struct split_shape *shape);

/* The places of all rows; split_fill then stores their entries. ERR_MEMORY. Release *out even after a failure. */
bool nonzero_split_build(const struct row_spans *rows, const struct split_shape *shape, struct nonzero_split *out,
                         struct err *e);
void nonzero_split_release(struct nonzero_split *s);

#ifdef __CUDACC__
#define SPLIT_DEVICE __host__ __device__
#else
#define SPLIT_DEVICE
#endif

/* The source and destination of filling a split: values of 8 or 4 bytes. */
struct split_filling {
    struct split_shape shape;
    const struct block_range *range;
    const uint16_t *strip;
    const int64_t *entry, *begin, *end; /* begin, end: of row_spans */
    const uint32_t *from;               /* columns */
    const void *from_val;
    uint32_t n, *ind;
    void *val;
    bool wide;
};

/* Where entry i of strip u of a block is stored. */
static inline SPLIT_DEVICE int64_t split_place(const struct split_shape *s, int64_t u, int i)
{
    const int64_t warp = u / s->groups, lane = u % s->groups, quads = s->groups * ENTRY_QUAD;
    const int64_t in = lane * s->length + i, left = in % quads;
    if (s->beside)
        return warp * s->groups * s->length + in - left + left % s->groups * ENTRY_QUAD + left / s->groups;
    return warp * s->groups * s->length + i / ENTRY_QUAD * quads + lane * ENTRY_QUAD + i % ENTRY_QUAD;
}

/* Stores strip `number`, padding included. */
static inline SPLIT_DEVICE void split_fill(const struct split_filling *f, int64_t number)
{
    const struct split_shape *s = &f->shape;
    const int64_t b = number / s->strips, u = number % s->strips;
    const struct block_range *r = &f->range[b];
    int64_t row = r->row + (f->strip[number] & STRIP_BEFORE), e = f->entry[number];
    const int64_t last = (int64_t)r->row + r->rows + (r->to != b);
    for (int i = 0; i < s->length; i++) {
        const int64_t at = b * s->strips * s->length + split_place(s, u, i);
        const bool stored = row < last && f->begin[row] < f->end[row];
        uint32_t word = stored ? f->from[e] : f->n;
        if (f->wide)
            ((double *)f->val)[at] = stored ? ((const double *)f->from_val)[e] : 0;
        else
            ((float *)f->val)[at] = stored ? ((const float *)f->from_val)[e] : 0;
        if (row < last && ++e >= f->end[row]) {
            word |= ENTRY_LAST;
            if (++row < last)
                e = f->begin[row];
        }
        f->ind[at] = word;
    }
}

C_NAMES_END
