/* SPDX-License-Identifier: GPL-3.0-or-later */
/* weave: the longest rows of A are taken together, column after column, so that they share what they need of x. */
#ifndef NZ_WEAVE_CUH
#define NZ_WEAVE_CUH

#include "gpu/mul/slots.cuh"

/* x in x_tiles tiles; a strand is what a long row has in one of them. Rows to be cut into slots: the strands of the
   first tile, one for each long row, those of the second …, then the other rows of A in order. Nothing is woven: no
   long rows. */
struct weave {
    int64_t x_tiles;
    std::vector<uint32_t> long_row; /* ascending */
    std::vector<int64_t> begin, end;
};

enum weave_when { WEAVE_AUTO, WEAVE_NO, WEAVE_YES };

static inline int64_t weave_strands(const struct weave *w)
{
    return w->x_tiles * (int64_t)w->long_row.size();
}

/* The most strands that A is ever cut into. */
int64_t weave_most(const struct csr *a, enum weave_when when);

/* May throw std::bad_alloc. */
void weave_build(const struct csr *a, enum weave_when when, struct weave *out);

/* The rows to cut. */
struct slot_rows weave_rows(const struct csr *a, const struct weave *w);

/* Tells every share which long rows stand between its rows. */
void weave_shares(const struct weave *w, struct slots *s);

#endif
