/* SPDX-License-Identifier: GPL-3.0-or-later */
/* csr_block: Y = A·X from CSR with Y blocked in registers, a tile of up to eight vectors of columns. For each tile
   there is code compiled for its very width (0 to 8 whole vectors, with or without a masked rest), which covers k = 1,
   2, 3, 4, 8, 12, 16, 32, 64 and every other k. Where one tile does not hold a row of X, sums stay in L1 while rows of
   X go by whole; or, if asked, a panel of ROWS rows of A goes through all tiles before the next. Rows are shared out by
   nonzeros, in pieces where their lengths differ much. Y is stored past the caches where it would not stay in them,
   which saves reading it first. */
#include "cpu/device/threads.h"
#include "cpu/lib/expect.h"
#include "cpu/lib/share.h"
#include "cpu/lib/variant.h"

#include "cpu/lib/long_row.h"
#include "cpu/lib/row.h"
#include "cpu/lib/stream.h"
#include "cpu/mul/csr_block_tiles.h"

enum { VECTORS, ROWS, PREFETCH, STREAM, PIECES, WIDE };

static const char *const aheads[] = AHEAD_NAMES;
static const char *const wides[] = { "tiles", "whole", NULL };
static const char *const stream_names[] = STREAM_NAMES;

static const struct param params[] = {
    [VECTORS] = { "VECTORS", "vectors of columns in a tile, at most", 1, TILE_VECTORS, TILE_VECTORS, NULL },
    [ROWS] = { "ROWS", "rows in a panel, with WIDE=tiles", 1, 1 << 16, 64, NULL },
    [PREFETCH] = { "PREFETCH", "entries ahead of which rows of X are asked for", 0, 5, 1, aheads },
    [STREAM] = { "STREAM", STREAM_HELP, 0, 2, 1, stream_names },
    [PIECES] = { "PIECES", "pieces a thread, dealt out; 0: by row lengths", 0, 64, 0, NULL },
    [WIDE] = { "WIDE", "rows of X longer than a tile", 0, 1, 1, wides },
    { 0 },
};

/* The columns of a tile: k in as few tiles of whole vectors as VECTORS allows, all but the last equally wide. */
static int64_t tile_width(const struct plan_csr *a)
{
    int64_t vectors = (a->v.k + LANES - 1) / LANES, tiles = (vectors - 1) / a->param[VECTORS] + 1;

    return (vectors - 1) / tiles * LANES + LANES;
}

static void share_times(const struct share *s, int t)
{
    const struct plan_csr *a = &s->a;
    const int64_t width = tile_width(a), end = s->cut[t + 1];
    const int64_t panel = width >= a->v.k ? end - s->cut[t] + 1 : a->param[ROWS];
    struct tiles tile = { .a = a, .ldx = a->v.ldx, .ahead = (int)a->param[PREFETCH], .stream = a->param[STREAM] };

    for (int64_t i = s->cut[t]; i < end; i += panel) {
        int64_t stop = end - i < panel ? end : i + panel;
        for (int64_t c = 0; c < a->v.k; c += width) {
            int64_t left = a->v.k - c;
            tile.x = (const T *)a->v.x + c;
            tile.y = (T *)a->v.y + c;
            tiles_rows(&tile, left < width ? left : width, i, stop);
        }
    }
    if (tile.stream)
        simd_fence();
}

/* The same where rows of X are longer than a tile, and read from end to end. */
static ALWAYS_INLINE void share_long(const bool stream, const struct share *s, int t)
{
    const struct plan_csr *a = &s->a;
    const T *val = a->val, *x = a->v.x;
    T *y = a->v.y;

    for (int64_t i = s->cut[t]; i < s->cut[t + 1]; i++) {
        const int64_t begin = plan_begin(a, i), len = plan_begin(a, i + 1) - begin;
        long_times(stream, len, a->ind + begin, val + begin, x, a->v.ldx, a->v.k, y + i * a->v.ldy);
    }
    if (stream)
        simd_fence();
}

static void share_vector(const struct share *s, int t)
{
    const struct plan_csr *a = &s->a;
    const T *restrict val = a->val, *restrict x = a->v.x;
    T *restrict y = a->v.y;
    int64_t begin = plan_begin(a, s->cut[t]), asked = begin;

    for (int64_t i = s->cut[t]; i < s->cut[t + 1]; i++) {
        const int64_t end = plan_begin(a, i + 1), len = end - begin;
        if (a->v.ahead)
            asked = ahead_until(asked, end, a->ind, val);
        y[i * a->v.ldy] = len < LANES / 2 ? tile_dot(len, a->ind + begin, val + begin, x, 1)
                                          : row_dot(len, a->ind + begin, val + begin, x);
        begin = end;
    }
}

static void share_run(const void *plan, int t)
{
    const struct share *s = plan;

    if (s->a.v.k == 1 && s->a.v.ldx == 1)
        share_vector(s, t);
    else if (!s->a.param[WIDE] || s->a.v.k <= s->a.param[VECTORS] * LANES)
        share_times(s, t);
    else if (s->a.param[STREAM])
        share_long(true, s, t);
    else
        share_long(false, s, t);
}

static bool run(void *plan_data, struct err *e)
{
    const struct share *s = plan_data;

    return threads_share(s->a.threads, s->pieces, share_run, s, e);
}

/* Whether rows of X of `line` bytes are asked for. Of one line, or of half a line where rows of A are short, as those
   end before the processor has looked far ahead: if the next one may be anywhere in a good part of the cache, for which
   the band is wide, or a short row's entries lie on many diagonals. Of two lines and more: if X is large. */
static bool rows_asked(const struct problem *p, int64_t line)
{
    enum { SHORT = 8, MANY = 64, PART = 4, PART_NEAR = 2, PART_SHORT = 8 };
    const struct stats *s = p->stats;
    const int64_t rows = p->a->n, fit = (int64_t)p->device->cache / line;
    const bool brief = s->row_mean < SHORT;
    const bool wide = brief ? s->diagonals > MANY : s->bandwidth_lower + s->bandwidth_upper > fit / PART;

    if (wide && rows > fit / PART)
        return line >= (brief ? MEMORY_LINE / 2 : MEMORY_LINE);
    return line >= 2 * MEMORY_LINE && rows > fit / (brief ? PART_SHORT : PART_NEAR);
}

/* By itself as many rows of X as 4 KiB hold. */
static int64_t rows_ahead(const struct problem *p)
{
    enum { BYTES = 4096 };
    const int64_t most = TILE_VECTORS * SIMD_BYTES, line = p->x.k * (int64_t)sizeof(T);

    return rows_asked(p, line) ? BYTES / (line < most ? line : most) : 0;
}

/* A thread that has rows of its own keeps their pages near; but equal shares of entries need not take equally long. */
static int64_t pieces_each(const struct problem *p)
{
    enum { DEALT = 32 };

    if (p->param[PIECES])
        return p->param[PIECES];
    return p->stats->row_std > p->stats->row_mean ? share_dealt(p, DEALT) : 1;
}

static uint64_t bytes(const struct problem *p)
{
    return share_pieces_bytes(p, pieces_each(p));
}

static bool prepare(const struct problem *p, struct plan *out, struct err *e)
{
    struct share *s;

    if (!share_pieces(p, pieces_each(p), out, e))
        return false;
    s = out->data;
    s->a.param[STREAM] = stream_wanted(p, p->param[STREAM]) && stream_lies(s->a.v);
    s->a.param[PREFETCH] = ahead_entries(p->param[PREFETCH], rows_ahead(p));
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
    .bytes = bytes,
    .expect = expect,
    .prepare = prepare,
    .run = run,
    .release = share_release,
};
