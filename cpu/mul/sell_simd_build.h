/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sell_simd_build: sorts the rows of sell_simd within windows, cuts them into chunks and fills the chunks. Compiled
   once per value type T and instruction set. */
#pragma once

#include <omp.h>

#include "cpu/device/memory.h"
#include "cpu/lib/split.h"

#include "cpu/mul/sell_simd_diagonals.h"

enum { SIGMA, GATHER, PIECES, STREAM, ORDER };
enum { GATHER_LOADS, GATHER_INSTRUCTION, GATHER_AUTO };

/* Reads of x: a load per lane; the gather instruction; one load if the lanes are neighbours; one load per diagonal. */
enum sell_fetch { FETCH_LOADS, FETCH_GATHER, FETCH_NEIGHBOURS, FETCH_DIAGONALS };

/* The segments of long rows are sorted and filled like rows: the same entries under more row pointers. Or empty. */
struct sell_segments {
    int64_t rows, count; /* numbers of rows of A and of segments */
    int64_t *ptr;        /* row pointers of whole rows and segments, in the order of their entries */
    int32_t *target;     /* the row of Y of each; for segment s, rows + s */
    int32_t *row;        /* the row of Y of each segment */
};

struct sell_simd {
    struct plan_held held;
    int64_t chunks;
    int64_t *begin; /* chunks + 1: first slot of each chunk */
    int32_t *perm;  /* chunks × LANES: the row of each lane; for segment s, rows of A + s; -1: none */
    int32_t *ind;
    struct sell_diagonal *diagonal; /* of each slot, instead of ind */
    T *val;
    struct sell_segments cuts;
    T *part; /* the sums of each segment, part_ld apart */
    int64_t part_ld;
    struct plan_vectors v;
    int threads, pieces;
    enum sell_fetch fetch;
    bool stream;
    int64_t cut[]; /* pieces + 1: the chunks of each piece; pieces have equal slots and rows */
};

/* Longer rows are split: they would pad all lanes of their chunk and occupy one thread alone (circuit, k = 1: 10×). */
static int64_t longest_whole(const struct problem *p)
{
    enum { LEAST = 256, MEANS = 8, ROWS_MOST = INT32_MAX / 2 };
    const int64_t mean = p->a->nnz / (p->a->m + 1) + 1;

    if (p->a->m > ROWS_MOST || p->a->nnz / LEAST > ROWS_MOST / 2)
        return INT64_MAX;
    return mean * MEANS > LEAST ? mean * MEANS : LEAST;
}

/* The longest line; lines are whole rows and segments. */
static int64_t longest_line(const struct problem *p)
{
    const int64_t whole = longest_whole(p);

    return p->stats->row_max < whole ? p->stats->row_max : whole;
}

/* The number of segments of a row of `len` entries; 0: it stays whole. */
static int64_t segments_of(int64_t len, int64_t whole)
{
    return len > whole ? (len - 1) / whole + 1 : 0;
}

/* The number of all segments; *rows: of the split rows. */
static int64_t segments_count(const struct problem *p, int64_t *rows)
{
    const int64_t whole = longest_whole(p);
    int64_t count = 0;

    *rows = 0;
    for (int64_t i = 0; p->stats->row_max > whole && i < p->a->m; i++) {
        count += segments_of(row_length(p->a, i), whole);
        *rows += row_length(p->a, i) > whole;
    }
    return count;
}

static int64_t lines_of(const struct problem *p)
{
    int64_t rows, segments = segments_count(p, &rows);

    return p->a->m - rows + segments;
}

/* An upper bound of the slots: in a window of sorted lines a chunk is padded to its longest line, and no line of chunk
   c is shorter than the longest of chunk c + 1. So the padding is at most C × (longest - shortest); missing lines have
   length 0. */
static uint64_t slots_most(const struct problem *p, int64_t sigma)
{
    const int64_t whole = longest_whole(p);
    int64_t lines = 0, most = 0, least = INT64_MAX;
    uint64_t slots = (uint64_t)p->a->nnz;

    for (int64_t i = 0; i < p->a->m; i++) {
        int64_t left = row_length(p->a, i);
        do {
            const int64_t len = left < whole ? left : whole;
            most = len > most ? len : most;
            least = len < least ? len : least;
            left -= len;
            if (++lines == sigma) {
                slots = size_add(slots, (uint64_t)(most - least) * LANES);
                lines = most = 0;
                least = INT64_MAX;
            }
        } while (left > 0);
    }
    return size_add(slots, (uint64_t)most * LANES);
}

static bool lengths_differ(const struct problem *p)
{
    return p->stats->row_std > p->stats->row_mean;
}

/* Windows are whole chunks. If lengths vary much, they are wide, which reduces padding (R-MAT, k = 1: 1.4×), else
   narrow, which keeps neighbours together; a thread's share of the rows has several, since two threads that cut a
   window between them write to the same lines of Y (2 µs). */
static int64_t sigma_of(const struct problem *p)
{
    enum { NARROW = 256, WIDE = 16384, WINDOWS = 4 };
    const int64_t most = lengths_differ(p) ? WIDE : NARROW,
                  part = p->threads > 1 ? p->a->m / p->threads / WINDOWS : p->a->m, usual = part < most ? part : most;
    const int64_t wish = p->param[SIGMA] ? p->param[SIGMA] : usual,
                  sigma = wish < p->a->m ? wish : p->a->m; /* ≤ lines_of */

    return (sigma + LANES - 1) / LANES * LANES + (sigma == 0) * LANES;
}

/* Whether slots may be diagonals: rows in the file's order, none split, and no gaps in X and Y. */
static bool diagonals_wanted(const struct problem *p)
{
    return p->x.k == 1 && p->x.ld == 1 && p->y.ld == 1 && p->param[SIGMA] == 0 && p->param[ORDER] == 0 &&
           p->param[GATHER] != GATHER_INSTRUCTION && p->stats->row_max <= longest_whole(p) && diagonals_promise(p->a);
}

static uint64_t chunks_of(const struct problem *p)
{
    return ((uint64_t)lines_of(p) + LANES - 1) / LANES;
}

static uint64_t pieces_of(const struct problem *p)
{
    const int64_t each = p->param[PIECES] ? p->param[PIECES] : plan_dealt(p);

    return (uint64_t)p->threads * (uint64_t)each;
}

/* Sorts the window of `lines` lines from `first` on into `to`, part of perm: a stable counting sort by descending
   length. count: all 0, before and after. */
static void order_window(int32_t *to, const struct csr *a, int64_t first, int64_t lines, uint64_t *count)
{
    int64_t most = 0, least = INT64_MAX;
    uint64_t longer = 0;

    for (int64_t i = first; i < first + lines; i++) {
        const int64_t len = row_length(a, i);
        most = len > most ? len : most;
        least = len < least ? len : least;
        count[len]++;
    }
    for (int64_t len = most; len >= least; len--) {
        const uint64_t here = count[len];
        count[len] = longer;
        longer += here;
    }
    for (int64_t i = first; i < first + lines; i++)
        to[count[row_length(a, i)]++] = (int32_t)i;
    memset(count + least, 0, (size_t)(most - least + 1) * sizeof *count);
}

static bool order_lines(struct sell_simd *s, const struct problem *p, const struct csr *a, struct err *e)
{
    const int64_t sigma = sigma_of(p), windows = (a->m + sigma - 1) / sigma, lengths = longest_line(p) + 1;
    const uint64_t counts = size_mul((uint64_t)s->threads, (uint64_t)lengths);
    uint64_t *count = memory_new(size_mul(counts, sizeof *count), "rows to sort", e);

    s->perm = plan_memory(s, ((uint64_t)s->chunks + 1) * LANES * sizeof *s->perm, "permutation", e);
    if (!count || !s->perm) {
        free(count);
        return false;
    }
    memset(count, 0, counts * sizeof *count);
#pragma omp parallel for num_threads(s->threads) schedule(static)
    for (int64_t w = 0; w < windows; w++) {
        const int64_t first = w * sigma, lines = a->m - first < sigma ? a->m - first : sigma;
        if (p->param[SIGMA] != 1 && s->fetch != FETCH_DIAGONALS)
            order_window(s->perm + first, a, first, lines, count + omp_get_thread_num() * lengths);
        else
            for (int64_t l = 0; l < lines; l++)
                s->perm[first + l] = (int32_t)(first + l);
    }
    for (int64_t q = a->m; q < s->chunks * LANES; q++)
        s->perm[q] = -1;
    free(count);
    return true;
}

static int64_t chunk_width(const struct sell_simd *s, const struct csr *a, int64_t c)
{
    int64_t width = 0;

    for (int l = 0; l < LANES; l++) {
        int32_t row = s->perm[c * LANES + l];
        width = row >= 0 && row_length(a, row) > width ? row_length(a, row) : width;
    }
    return width;
}

/* Computes begin from perm, unless slots are diagonals. */
static void begin_chunks(struct sell_simd *s, const struct csr *a)
{
#pragma omp parallel for num_threads(s->threads) schedule(static)
    for (int64_t c = 0; c < s->chunks; c++)
        s->begin[c + 1] = (s->fetch == FETCH_DIAGONALS ? diagonals_count(a, c) : chunk_width(s, a, c)) * LANES;
    s->begin[0] = 0;
    for (int64_t c = 0; c < s->chunks; c++)
        s->begin[c + 1] += s->begin[c];
}

/* Makes perm and begin, and cuts the chunks into pieces. Drops all diagonals if they are too many after all. */
static bool cut_chunks(struct sell_simd *s, const struct problem *p, const struct csr *a, struct err *e)
{
    if (!(s->begin = plan_memory(s, ((uint64_t)s->chunks + 1) * sizeof *s->begin, "chunks", e)))
        return false;
    if (s->fetch == FETCH_DIAGONALS) {
        begin_chunks(s, a);
        if (!diagonals_are_few(s->begin[s->chunks] / LANES, a->nnz))
            s->fetch = FETCH_LOADS;
    }
    if (!order_lines(s, p, a, e))
        return false;
    if (s->fetch != FETCH_DIAGONALS)
        begin_chunks(s, a);
    split_rows(s->begin, s->chunks, s->pieces, s->cut);
    return true;
}

/* A padding slot has value 0 and the column of its row's last entry; in an empty row, column 0. */
static void fill_chunk(struct sell_simd *s, const struct csr *a, int64_t c)
{
    const int64_t width = (s->begin[c + 1] - s->begin[c]) / LANES;
    const T *val = a->val;

    for (int l = 0; l < LANES; l++) {
        int32_t row = s->perm[c * LANES + l];
        int64_t first = row < 0 ? 0 : a->ptr[row], len = row < 0 ? 0 : row_length(a, row);
        for (int64_t e = 0; e < width; e++) {
            int64_t slot = s->begin[c] + e * LANES + l;
            s->ind[slot] = e < len ? a->ind[first + e] : len ? a->ind[first + len - 1] : 0;
            s->val[slot] = e < len ? val[first + e] : 0;
        }
    }
}

static bool fill_chunks(struct sell_simd *s, const struct csr *a, struct err *e)
{
    const uint64_t slots = (uint64_t)s->begin[s->chunks];

    if (s->fetch == FETCH_DIAGONALS)
        s->diagonal = plan_memory(s, size_mul(slots / LANES, sizeof *s->diagonal), "diagonals", e);
    else
        s->ind = plan_memory(s, size_mul(slots, sizeof *s->ind), "column indices", e);
    if ((!s->diagonal && !s->ind) || !(s->val = plan_memory(s, size_mul(slots, sizeof *s->val), "values", e)))
        return false;
#pragma omp parallel for num_threads(s->threads) schedule(static)
    for (int i = 0; i < s->pieces; i++)
        for (int64_t c = s->cut[i]; c < s->cut[i + 1]; c++)
            if (s->diagonal)
                diagonals_fill(a, c, s->diagonal + s->begin[c] / LANES, s->val + s->begin[c]);
            else
                fill_chunk(s, a, c);
    return true;
}

/* *c becomes A with its long rows split; row: as in plan_order. */
static void segments_cut(struct sell_segments *c, const struct csr *a, const int32_t *row, int64_t whole)
{
    int64_t line = 0, segment = 0;

    for (int64_t i = 0; i < a->m; i++) {
        const int64_t segments = segments_of(row_length(a, i), whole);
        const int32_t to = row ? row[i] : (int32_t)i;
        c->ptr[line] = a->ptr[i];
        c->target[line++] = segments ? (int32_t)(c->rows + segment) : to;
        for (int64_t g = 0; g < segments; g++, segment++) {
            c->row[segment] = to;
            if (g == 0)
                continue;
            c->ptr[line] = a->ptr[i] + g * whole;
            c->target[line++] = (int32_t)(c->rows + segment);
        }
    }
    c->ptr[line] = a->nnz;
}

static bool segments_make(struct sell_simd *s, const struct problem *p, const int32_t *row, struct csr *cut,
                          struct err *e)
{
    struct sell_segments *c = &s->cuts;
    int64_t rows;

    *cut = *p->a;
    c->rows = p->a->m;
    if (!(c->count = segments_count(p, &rows)))
        return true;
    cut->m = p->a->m - rows + c->count;
    s->part_ld = s->v.k == 1 ? 1 : (s->v.k + LANES - 1) / LANES * LANES;
    if (!(cut->ptr = c->ptr = plan_memory(s, ((uint64_t)cut->m + 1) * sizeof *c->ptr, "row pointers", e)) ||
        !(c->target = plan_memory(s, (uint64_t)cut->m * sizeof *c->target, "rows of Y", e)) ||
        !(c->row = plan_memory(s, (uint64_t)c->count * sizeof *c->row, "rows of Y", e)) ||
        !(s->part =
              plan_memory(s, size_mul((uint64_t)c->count, (uint64_t)s->part_ld * sizeof *s->part), "partial sums", e)))
        return false;
    segments_cut(c, p->a, row, longest_whole(p));
    return true;
}

/* Replaces lines in perm by rows of Y and segments. */
static void lines_name(struct sell_simd *s, const int32_t *row)
{
    const int32_t *to = s->cuts.count ? s->cuts.target : row;

#pragma omp parallel for num_threads(s->threads) schedule(static)
    for (int64_t q = 0; q < (to ? s->chunks * LANES : 0); q++)
        if (s->perm[q] >= 0)
            s->perm[q] = to[s->perm[q]];
}

/* `row`: the order of p->a if that is PA; else NULL. */
static bool sell_simd_build(struct sell_simd *s, const struct problem *p, const int32_t *row, struct err *e)
{
    struct csr lines;

    if (diagonals_wanted(p))
        s->fetch = FETCH_DIAGONALS;
    if (!segments_make(s, p, row, &lines, e) || !cut_chunks(s, p, &lines, e) || !fill_chunks(s, &lines, e))
        return false;
    lines_name(s, row);
    return true;
}
