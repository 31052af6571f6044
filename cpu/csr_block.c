/* SPDX-License-Identifier: GPL-3.0-or-later */
/* csr_block: Y = A·X from CSR with Y blocked in registers. The columns of X are cut into tiles of up to eight vectors;
   for each tile there is code compiled for its very width (0 to 8 whole vectors, with or without a masked rest), which
   covers k = 1, 2, 3, 4, 8, 12, 16, 32, 64, 128, 256 and every other k. Where one tile does not hold a row of X, a
   panel of ROWS rows of A goes through all tiles before the next: the panel stays in L2, and what neighbouring rows
   share of X's tile in L1. Rows are shared out by nonzeros. Where Y is larger than the last-level cache and its vectors
   are aligned, it is stored past the caches, which saves reading it first. */
#include "cpu/expect.h"
#include "cpu/share.h"
#include "cpu/stream.h"
#include "cpu/threads.h"
#include "cpu/variant.h"

#include "cpu/ahead.h"
#include "cpu/row.h"
#include "cpu/tile.h"

enum { VECTORS, ROWS, PREFETCH, STREAM };

enum { AHEAD_NEVER, AHEAD_AUTO }; /* then 8, 16, 32 */
static const char *const aheads[] = { "never", "auto", "8", "16", "32", NULL };
static const char *const stream_names[] = STREAM_NAMES;

static const struct param params[] = {
    [VECTORS] = {"VECTORS",               "vectors of X's columns in a tile, at most", 1, TILE_VECTORS, TILE_VECTORS, NULL },
    [ROWS] = { "ROWS",                      "rows of A in a panel", 1, 1 << 16, 64, NULL },
    [PREFETCH] = { "PREFETCH",           "entries ahead of which a row of X is asked for; auto: by the size of X", 0, 4, 1,
                 aheads },
    [STREAM] = { "STREAM",                      STREAM_HELP, 0, 2, 1, stream_names },
    { 0},
};

/* What all rows of a run have in common. */
struct block {
    const struct plan_csr *a;
    int64_t column; /* of the tile */
    simd_mask rest; /* of its last vector */
    bool streams;
};

/* In place of a number of whole vectors: at most half of one. */
enum { HALF = -1 };

/* y[i][tile] = Σ_e val[e]·x[ind[e]][tile] for the rows from .. to-1 */
static ALWAYS_INLINE void rows_way(const int full, const bool part, const struct tile_way way, const struct block *b,
                                   int64_t from, int64_t to)
{
    const struct plan_csr *a = b->a;
    const T *val = a->val, *x = (const T *)a->v.x + b->column;
    T *y = (T *)a->v.y + b->column;

    for (int64_t i = from; i < to; i++) {
        int64_t begin = plan_begin(a, i), len = plan_begin(a, i + 1) - begin;
        if (ahead_pays((full + part) * LANES))
            ahead_row(len, a->ind + begin, val + begin);
        if (full == HALF)
            tile_half(part, b->rest, way, len, a->ind + begin, val + begin, x, a->v.ldx, y + i * a->v.ldy);
        else
            tile_row(full, part, b->rest, way, len, a->ind + begin, val + begin, x, a->v.ldx, y + i * a->v.ldy);
    }
}

static ALWAYS_INLINE void rows_times(const int full, const bool part, const struct block *b, int64_t from, int64_t to)
{
    const int ahead = (int)b->a->param[PREFETCH];

    if (ahead)
        rows_way(full, part, (struct tile_way){ b->streams, ahead }, b, from, to);
    else if (full > 0 && b->streams)
        rows_way(full, part, (struct tile_way){ true, 0 }, b, from, to);
    else
        rows_way(full, part, (struct tile_way){ false, 0 }, b, from, to);
}

/* The code for a tile of `width` columns. */
static void tile_rows(struct block *b, int64_t width, int64_t from, int64_t to)
{
    const int part = (int)(width % LANES);

    b->rest = simd_first(part);
    switch (width / LANES * 2 + (part > 0)) {
    case 1:
        if (part < LANES / 2)
            rows_times(HALF, true, b, from, to);
        else if (part == LANES / 2)
            rows_times(HALF, false, b, from, to);
        else
            rows_times(0, true, b, from, to);
        break;
    case 2:
        rows_times(1, false, b, from, to);
        break;
    case 3:
        rows_times(1, true, b, from, to);
        break;
    case 4:
        rows_times(2, false, b, from, to);
        break;
    case 5:
        rows_times(2, true, b, from, to);
        break;
    case 6:
        rows_times(3, false, b, from, to);
        break;
    case 7:
        rows_times(3, true, b, from, to);
        break;
    case 8:
        rows_times(4, false, b, from, to);
        break;
    case 9:
        rows_times(4, true, b, from, to);
        break;
    case 10:
        rows_times(5, false, b, from, to);
        break;
    case 11:
        rows_times(5, true, b, from, to);
        break;
    case 12:
        rows_times(6, false, b, from, to);
        break;
    case 13:
        rows_times(6, true, b, from, to);
        break;
    case 14:
        rows_times(7, false, b, from, to);
        break;
    case 15:
        rows_times(7, true, b, from, to);
        break;
    default:
        rows_times(8, false, b, from, to);
        break;
    }
}

/* The columns of a tile: k in as few tiles of whole vectors as VECTORS allows, all but the last equally wide. */
static int64_t tile_width(const struct plan_csr *a)
{
    int64_t vectors = (a->v.k + LANES - 1) / LANES, tiles = (vectors - 1) / a->param[VECTORS] + 1;

    return (vectors - 1) / tiles * LANES + LANES;
}

static void share_times(const struct share *s, int t, bool streams)
{
    const struct plan_csr *a = &s->a;
    const int64_t width = tile_width(a), end = s->cut[t + 1];
    const int64_t panel = width >= a->v.k ? end - s->cut[t] + 1 : a->param[ROWS];
    struct block b = { .a = a, .streams = streams };

    for (int64_t i = s->cut[t]; i < end; i += panel) {
        int64_t stop = end - i < panel ? end : i + panel;
        for (b.column = 0; b.column < a->v.k; b.column += width) {
            int64_t left = a->v.k - b.column;
            tile_rows(&b, left < width ? left : width, i, stop);
        }
    }
    if (streams)
        simd_fence();
}

static void share_vector(const struct share *s, int t)
{
    const struct plan_csr *a = &s->a;
    const T *restrict val = a->val, *restrict x = a->v.x;
    T *restrict y = a->v.y;

    for (int64_t i = s->cut[t]; i < s->cut[t + 1]; i++) {
        int64_t begin = plan_begin(a, i), len = plan_begin(a, i + 1) - begin;
        ahead_row(len, a->ind + begin, val + begin);
        y[i * a->v.ldy] = len < LANES / 2 ? tile_dot(len, a->ind + begin, val + begin, x, 1)
                                          : row_dot(len, a->ind + begin, val + begin, x);
    }
}

/* Whether Y leaves past the caches: STREAM, which prepare has made 0 or not, and all vectors aligned. */
static bool may_stream(const struct plan_csr *a)
{
    bool aligned = (uintptr_t)a->v.y % SIMD_BYTES == 0 && a->v.ldy % LANES == 0;

    return aligned && a->param[STREAM];
}

static bool run(void *plan_data, struct err *e)
{
    const struct share *s = plan_data;
    const bool stream = may_stream(&s->a);

    if (!threads_ready(s->a.threads, e))
        return false;
#pragma omp parallel for num_threads(s->a.threads) schedule(static, 1)
    for (int t = 0; t < s->a.threads; t++) {
        if (s->a.v.k == 1 && s->a.v.ldx == 1)
            share_vector(s, t);
        else
            share_times(s, t, stream);
    }
    return true;
}

/* By itself as many rows of X as 4 KiB hold, where they are several cache lines long and do not stay in the caches:
   else asking costs more than it saves. */
static int64_t entries_ahead(const struct problem *p)
{
    enum { BYTES = 4096 };
    const int64_t most = TILE_VECTORS * SIMD_BYTES, line = p->x.k * (int64_t)sizeof(T), asked = p->param[PREFETCH];

    if (asked != AHEAD_AUTO)
        return asked == AHEAD_NEVER ? 0 : 2 << asked;
    if (line < 2 * MEMORY_LINE || p->a->n <= (int64_t)p->device->cache / 2 / line)
        return 0;
    return BYTES / (line < most ? line : most);
}

static bool prepare(const struct problem *p, struct plan *out, struct err *e)
{
    struct share *s;

    if (!share_prepare(p, out, e))
        return false;
    s = out->data;
    s->a.param[STREAM] = stream_wanted(p, p->param[STREAM]);
    s->a.param[PREFETCH] = entries_ahead(p);
    return true;
}

static double expect(struct problem *p)
{
    return (p->x.k > 1 ? 0.95 : 1.01) * expect_csr(p, true);
}

const struct kernel VARIANT(csr_block) = {
    .name = "cpu.csr.block",
    .what = "Y in registers, code for every width of k, equal shares of nonzeros, Y stored past the caches",
    .source = "Gropp, Kaushik, Keyes, Smith, Parallel CFD 1999; Aktulga et al., IPDPS 2014",
    .on = "cpu",
    .format = "csr",
    .op = OP_MUL,
    .type = VARIANT_TYPE,
    .layout = ROW_MAJOR,
    .params = params,
    .bytes = share_bytes,
    .expect = expect,
    .prepare = prepare,
    .run = run,
    .release = share_release,
};
