/* SPDX-License-Identifier: GPL-3.0-or-later */
/* nonzero_split: A cut into strips of equally many entries, whatever rows they belong to. The end of a row is a bit
   of its last entry's column, so that kernels need no row pointers. */
#ifndef NZ_NONZERO_SPLIT_H
#define NZ_NONZERO_SPLIT_H

#include "core/matrix/csr.h"

#ifdef __cplusplus
extern "C" {
#endif

/* An entry's word is its column, and ENTRY_LAST in the last entry of a row. Column n is padding: the one entry of an
   empty row, and what fills blocks up. */
static const uint32_t ENTRY_LAST = 1u << 31;
enum { ENTRY_QUAD = 4, SPLIT_BLOCK_MOST = 1 << 15 };

/* A thread block has `strips` strips, one for each of its lane groups, `groups` of them to a warp; a strip has
   `length` consecutive entries, a multiple of ENTRY_QUAD. A warp's strips are interleaved in quads: the first quad of
   each, then the second … A row that does not fit into what is left of a block begins the next block if no more than
   `spare` entries are left and it fits there. */
struct split_shape {
    int strips, groups, length, spare;
};

/* The rows that a block has entries of: `rows` of them end there, row .. row+rows-1; the first began in block `from`,
   and the one that is open at the end ends in block `to`; both are the block itself where no row is cut. The block's
   part of a cut row is number `piece`, that of a second one the next. Long rows of column_tiling.h: number skip ..
   skip_end-1 may stand between the block's rows, those before skip stand before them. */
struct block_range {
    uint32_t row, rows, from, to, piece, skip, skip_end;
};

/* Of a strip: the rows that end before it in its block, and whether its first row began before it. */
enum { STRIP_BEFORE = SPLIT_BLOCK_MOST - 1, STRIP_OPEN = SPLIT_BLOCK_MOST };

struct nonzero_split {
    int64_t blocks, pieces, rows; /* pieces: parts of cut rows; rows: the most that end in a block */
    struct block_range *range;    /* a block each */
    uint16_t *strip;              /* a strip each */
    uint32_t *ind;
    void *val;
};

/* What is cut: row i is entries begin[i] .. end[i]-1 of A. */
struct row_spans {
    int64_t count;
    const int64_t *begin, *end;
};

/* The most entries, padding included, that any such split of A stores. */
uint64_t nonzero_split_most(const struct csr *a, int64_t empty_rows, const struct split_shape *shape);

/* ERR_MEMORY. Release *out also after a failure. */
bool nonzero_split_build(const struct csr *a, const struct row_spans *rows, const struct split_shape *shape,
                         struct nonzero_split *out, struct err *e);
void nonzero_split_release(struct nonzero_split *s);

#ifdef __cplusplus
}
#endif
#endif
