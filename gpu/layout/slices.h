/* SPDX-License-Identifier: GPL-3.0-or-later */
/* slices: SELL-C-σ in the order in which warps read it: slices of rows of similar length. */
#pragma once

#include "core/matrix/value_codes.h"

C_NAMES_BEGIN

enum {
    SLICE_LANES = 32,
    SLICE_WINDOW = 1024, /* σ: rows are sorted within windows of this size, so that a warp's writes stay cached */
    SLICE_NO_ROW = 0xffff,
    SLICE_WAYS_SHIFT = 29,
    SLICE_ROWS_MOST = 1 << SLICE_WAYS_SHIFT,
};

/* Units unit .. unit+units-1, each `step` entries for every lane. A row has `ways` neighbouring lanes: its entry e is
   entry e/ways of lane e%ways. The slice's rows are those at places `first` .. of the order, as many as its lanes serve
   and its row window has. A warp reads this struct in one access. */
struct row_slice {
    uint32_t unit, units;
    uint32_t first; /* and log2(ways) from bit SLICE_WAYS_SHIFT on */
    int32_t base;   /* columns are counted from here */
} __attribute__((aligned(16)));

struct slices_limits {
    int ways;    /* least lanes of a row, a power of two */
    int64_t cut; /* longer rows are left out */
    bool narrow; /* columns as 16-bit distances from the slice's least */
    bool coded;  /* and narrow: values as 8-bit codes, if there are at most VALUE_CODES */
};

struct sliced_rows {
    struct row_slice *slice;
    int64_t slices;
    uint16_t *order; /* the row, within its window, at each place; SLICE_NO_ROW: left out; NULL: rows are in order */
    int64_t *long_row, long_rows;
    bool coded;
    double code[VALUE_CODES];
    int64_t slots; /* of ind and val, which are NULL unless coded: slice_fill stores them at their destination */
    uint16_t *ind; /* all bits set: padding */
    uint8_t *val;
};

/* Reads only sizes and row pointers of A unless narrow. ERR_MEMORY; ERR_UNSUPPORTED if distances do not fit, or there
   are too many units. Release with slices_release. */
bool slices_build(const struct csr *a, const struct slices_limits *l, struct sliced_rows *out, struct err *e);
void slices_release(struct sliced_rows *s);

#ifdef __CUDACC__
#define SLICE_DEVICE __host__ __device__
#else
#define SLICE_DEVICE
#endif

/* The source and destination of filling slices without codes. */
struct slice_filling {
    const struct row_slice *slice;
    const uint16_t *order; /* as in sliced_rows */
    const int32_t *place;  /* the row of A for each row of the slices; NULL: its own */
    int64_t m;
    const int64_t *ptr; /* of A, as are `from` and from_val */
    const int32_t *from;
    const void *from_val;
    void *ind, *val; /* ind: int32_t or, if narrow, uint16_t; all bits set: padding */
    bool narrow, wide;
};

/* The row of the slices whose entries a lane of a slice has; -1: none. */
static inline SLICE_DEVICE int64_t slice_row(const struct slice_filling *f, int64_t first, int64_t at)
{
    if (at >= f->m || at / SLICE_WINDOW != first / SLICE_WINDOW)
        return -1;
    if (!f->order)
        return at;
    return f->order[at] == SLICE_NO_ROW ? -1 : at / SLICE_WINDOW * SLICE_WINDOW + f->order[at];
}

/* Stores the entries of a lane of slice i, padding included. */
static inline SLICE_DEVICE void slice_fill(const struct slice_filling *f, int64_t i, int lane)
{
    const struct row_slice *s = &f->slice[i];
    const int64_t first = s->first & (SLICE_ROWS_MOST - 1), ways = 1 << (s->first >> SLICE_WAYS_SHIFT);
    const int64_t row = slice_row(f, first, first + lane / ways), source = row >= 0 && f->place ? f->place[row] : row;
    const int64_t begin = source < 0 ? 0 : f->ptr[source], end = source < 0 ? 0 : f->ptr[source + 1];
    int64_t e = begin + lane % ways, to = (int64_t)s->unit * SLICE_LANES + lane;
    for (uint32_t u = 0; u < s->units; u++, e += ways, to += SLICE_LANES) {
        const bool in = e < end;
        if (f->narrow)
            ((uint16_t *)f->ind)[to] = in ? (uint16_t)(f->from[e] - s->base) : UINT16_MAX;
        else
            ((int32_t *)f->ind)[to] = in ? f->from[e] : -1;
        if (f->wide)
            ((double *)f->val)[to] = in ? ((const double *)f->from_val)[e] : 0;
        else
            ((float *)f->val)[to] = in ? ((const float *)f->from_val)[e] : 0;
    }
}

C_NAMES_END
