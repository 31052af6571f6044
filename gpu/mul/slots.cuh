/* SPDX-License-Identifier: GPL-3.0-or-later */
/* slots: A cut into shares of equally many entries, whatever rows they belong to; where rows end is a bit of the column
   index, so that nobody looks for it. */
#ifndef NZ_SLOTS_CUH
#define NZ_SLOTS_CUH

#include <cstdint>
#include <memory>
#include <vector>

#include "core/matrix/csr.h"

/* A slot's word: whether its entry is the last of its row, and the column; n for no entry: what an empty row has, and
   what fills blocks up. */
static const uint32_t SLOT_LAST = 1u << 31;
enum { SLOT_QUAD = 4, SLOT_BLOCK_MOST = 1 << 15 };

/* Blocks of `units` units, `teams` of them to a warp, of `steps` slots each, a multiple of SLOT_QUAD. A unit's slots
   are consecutive entries, and those of a warp stand in quads: its units' first ones, then the second ones … A row that
   does not fit what is left of a block goes to the next when no more than `spare` slots are left, and it fits there. */
struct slots_shape {
    int units, teams, steps, spare;
};

/* The rows that a block has slots of: `rows` of them end there, row .. row+rows-1; the first began in block `from`, and
   what is left after them ends in block `to`; both are the block itself where rows are not cut. Its part of a cut row
   is number `piece`, that of a second one the next. Of what weave.cuh calls long rows, number skip .. skip_end-1 may
   stand between its rows, and those before skip before them. */
struct share {
    uint32_t row, rows, from, to, piece, skip, skip_end;
};

/* Of a unit: the rows that end before it in its block, and whether its first row began before it. */
enum { UNIT_BEFORE = SLOT_BLOCK_MOST - 1, UNIT_OPEN = SLOT_BLOCK_MOST };

struct slots {
    int64_t blocks, pieces, rows; /* rows: the most that end in a block */
    std::vector<struct share> share;
    std::vector<uint16_t> unit;
    std::unique_ptr<uint32_t[]> ind;
    std::unique_ptr<unsigned char[]> val;
};

/* The most slots that any such cut of A has. */
uint64_t slots_most(const struct csr *a, int64_t empty_rows, const struct slots_shape *shape);

/* What is cut: row i is entries begin[i] .. end[i]-1 of A. */
struct slot_rows {
    int64_t count;
    const int64_t *begin, *end;
};

/* May throw std::bad_alloc. */
void slots_build(const struct csr *a, const struct slot_rows *rows, const struct slots_shape *shape, struct slots *out);

#endif
