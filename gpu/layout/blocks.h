/* SPDX-License-Identifier: GPL-3.0-or-later */
/* blocks: A in b × b blocks, as BSR and as blocked ELLPACK. */
#pragma once

#include "core/matrix/csr.h"

C_NAMES_BEGIN

/* The blocks that have entries: those of block row r are ptr[r] .. ptr[r+1]-1, in block columns ind[], ascending. */
struct block_pattern {
    int64_t b, rows, cols, blocks;
    int64_t width; /* most blocks of a block row */
    int32_t *ptr, *ind;
};

/* At most this many blocks: one per entry. b divides m and n. */
uint64_t blocks_most(const struct csr *a, int64_t b);

/* ERR_MEMORY. Release with blocks_release. */
bool blocks_find(const struct csr *a, int64_t b, struct block_pattern *out, struct err *e);
void blocks_release(struct block_pattern *s);

/* The values of block after block, row-major in each: blocks·b² of them. NULL: *e. */
void *blocks_bsr_values(const struct csr *a, const struct block_pattern *s, struct err *e);

/* Blocked ELLPACK pads every block row to `width` blocks: their block columns, -1 for padding; and the values,
   row-major over the whole width: rows·width·b². NULL: *e. */
int32_t *blocks_ell_columns(const struct block_pattern *s, struct err *e);
void *blocks_ell_values(const struct csr *a, const struct block_pattern *s, struct err *e);

C_NAMES_END
