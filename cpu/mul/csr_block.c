/* SPDX-License-Identifier: GPL-3.0-or-later */
/* csr_block: Y = A·X from CSR with Y in registers: a tile is up to TILE_VECTORS vectors of columns, with compiled code
   for each width, which covers every k. If a row of X is wider, its sums stay in L1 (long_row.h); if rows of X come
   from beyond L2, a panel of rows of A passes all tiles before the next panel. Threads get equal numbers of nonzeros,
   in several pieces each if row lengths vary much. Non-temporal stores write Y if it would not stay in the caches. */
#include "cpu/lib/pad.h"
#include "cpu/lib/plan_similar.h"
#include "cpu/lib/variant.h"

#include "cpu/lib/stream.h"
#include "cpu/mul/csr_block_tiles.h"

/* The last two are internal: the widest tile in vectors, and the rows of a panel; 0: all. */
enum { PREFETCH, STREAM, PIECES, ORDER, PAD, VECTORS, ROWS };

static const struct param params[] = {
    [PREFETCH] = { "PREFETCH", "prefetch distance of rows of X, in entries", 0, 5, 1, prefetch_names },
    [STREAM] = { "STREAM", STREAM_HELP, 0, 2, 1, stream_names },
    [PIECES] = { "PIECES", "dynamic pieces of rows per thread; 0: up to 32, by the work", 0, 64, 0, NULL },
    [ORDER] = { "ORDER", PLAN_ORDER_HELP, 0, 1, 0, plan_orders },
    [PAD] = { "PAD", PAD_HELP, 0, 2, PAD_AUTO, pad_names },
    { 0 },
};

/* ---- multiplying ---- */

/* The columns of a tile: as few tiles of whole vectors as VECTORS allows, all but the last of equal width. */
static int64_t tile_width(const struct plan_csr *a)
{
    int64_t vectors = (a->v.k + LANES - 1) / LANES, tiles = (vectors - 1) / a->param[VECTORS] + 1;

    return (vectors - 1) / tiles * LANES + LANES;
}

static void piece_tiles(const struct plan_csr *a, int t)
{
    const int64_t width = tile_width(a), end = a->cut[t + 1];
    const int64_t panel = width >= a->v.k ? end - a->cut[t] + 1 : a->param[ROWS];
    struct csr_block_tile tile = {
        .a = a, .ldx = a->v.ldx, .distance = (int)a->param[PREFETCH], .stream = a->param[STREAM]
    };

    for (int64_t i = a->cut[t]; i < end; i += panel) {
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

/* Rows of X wider than a tile, from end to end. */
static ALWAYS_INLINE void piece_long(const bool stream, const struct plan_csr *a, int t)
{
    const T *val = a->val, *x = a->v.x;
    T *y = a->v.y;

    for (int64_t i = a->cut[t]; i < a->cut[t + 1]; i++) {
        const int64_t begin = plan_begin(a, i), len = plan_begin(a, i + 1) - begin;
        long_row_times(stream, len, a->ind + begin, val + begin, x, a->v.ldx, a->v.k, y + plan_row(a, i) * a->v.ldy);
    }
    if (stream)
        simd_fence();
}

/* `plain`: 32-bit row pointers, rows in the order of Y, nothing prefetched. Without those tests for each row, rows of 5
   entries take three quarters of the time, rows of 24 nine tenths. */
static ALWAYS_INLINE void vector_rows(const bool plain, const struct plan_csr *a, int t)
{
    const T *restrict val = a->val, *restrict x = a->v.x;
    const int32_t *restrict ind = a->ind, *restrict ptr = a->ptr32;
    const int64_t last = a->cut[t + 1];
    T *restrict y = a->v.y;
    int64_t begin = plan_begin(a, a->cut[t]), fetched = begin;

    for (int64_t i = a->cut[t]; i < last; i++) {
        const int64_t end = plain ? ptr[i + 1] : plan_begin(a, i + 1), len = end - begin;
        if (!plain && a->v.prefetch)
            fetched = prefetch_until(fetched, end, a->ind, val);
        y[plain ? i : plan_row(a, i) * a->v.ldy] = row_dot(len, ind + begin, val + begin, x);
        begin = end;
    }
}

static void piece_run(const void *plan, int t)
{
    const struct plan_csr *a = plan;
    const bool vector = a->v.k == 1 && a->v.ldx == 1;

    if (vector && a->ptr32 && !a->row && !a->v.prefetch && a->v.ldy == 1)
        vector_rows(true, a, t);
    else if (vector)
        vector_rows(false, a, t);
    else if (a->param[ROWS] || a->v.k <= a->param[VECTORS] * LANES)
        piece_tiles(a, t);
    else if (a->param[STREAM])
        piece_long(true, a, t);
    else
        piece_long(false, a, t);
}

/* ---- choosing: the plan's parameters become what is done ---- */

/* Equal nonzeros take unequal times, because of X or of other work on a core: with 16 threads, f32, k = 100 and an 18%
   full band 3,600 wide, one piece each takes 6.0 ms, several 3.3. */
static int64_t pieces_each(const struct problem *p)
{
    return p->param[PIECES] ? p->param[PIECES] : plan_dealt(p);
}

/* Whether to prefetch rows of X, of `line` bytes. One cache line (or half of one, if rows of A end before the processor
   has looked far ahead): if the band is wide, or short rows lie on many diagonals, as the next row of X may then be
   anywhere in much of the cache. Two lines or more: if X is large. (NOTES.md, Prefetching) */
static bool prefetch_wanted(const struct problem *p, int64_t line)
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

/* By the rule: as many rows of X, or tiles of them, as 4 KiB hold. */
static int64_t distance_by_rule(const struct problem *p, int64_t vectors)
{
    enum { BYTES = 4096 };
    const int64_t most = vectors * SIMD_BYTES, line = p->x.k * (int64_t)sizeof(T);

    return prefetch_wanted(p, line) ? BYTES / (line < most ? line : most) : 0;
}

/* Beyond L2 the hardware prefetcher runs past the end of each read. With tiles of NARROW bytes it thus fetches the next
   tile of the same row, needed PANEL entries later. For short or long rows a second pass costs more (NOTES.md). */
static void tiles_choose(const struct problem *p, struct plan_csr *a)
{
    enum { NARROW = 256, L2 = 2 << 20, SHORT = 8, PANEL = 128 };
    const struct stats *s = p->stats;
    const int64_t line = p->x.k * (int64_t)sizeof(T), band = s->bandwidth_lower + s->bandwidth_upper;
    const int64_t near = L2 / line, vectors = NARROW / SIMD_BYTES;
    const bool far = !a->row && band > near && p->a->n > near && p->x.k <= TILE_VECTORS * LANES;

    a->param[VECTORS] = TILE_VECTORS;
    a->param[ROWS] = 0;
    if (!far || s->row_mean < SHORT || s->row_mean > PANEL || s->row_std > 2 * s->row_mean)
        return;
    a->param[VECTORS] = vectors < TILE_VECTORS ? vectors : TILE_VECTORS;
    a->param[ROWS] = (int64_t)(PANEL / s->row_mean);
}

/* Whether non-temporal stores write whole lines in any row of Y. */
static bool stream_whole(const struct plan_csr *a)
{
    return !a->row || (a->v.k * (int64_t)sizeof(T) % MEMORY_LINE == 0 && (uintptr_t)a->v.y % MEMORY_LINE == 0 &&
                       a->v.ldy * (int64_t)sizeof(T) % MEMORY_LINE == 0);
}

/* ---- the kernel ---- */

static uint64_t bytes(const struct problem *p)
{
    const uint64_t a = (p->param[ORDER] ? plan_csr_similar_bytes : plan_csr_pieces_bytes)(p, pieces_each(p));

    return size_add(a, pad_bytes(p, p->param[PAD]));
}

static bool prepare(const struct problem *p, struct plan *out, struct err *e)
{
    struct plan_csr *a;

    if (!(p->param[ORDER] ? plan_csr_similar : plan_csr_pieces)(p, pieces_each(p), out, e))
        return false;
    a = out->data;
    out->bytes += pad_bytes(p, p->param[PAD]);
    if (!pad_prepare(p, p->param[PAD], a, &a->v, e)) {
        plan_release(a);
        return false;
    }
    a->param[STREAM] = stream_wanted(p, p->param[STREAM]) && stream_aligned(a->v) && stream_whole(a);
    tiles_choose(p, a);
    a->param[PREFETCH] = prefetch_distance(p->param[PREFETCH], distance_by_rule(p, a->param[VECTORS]));
    return true;
}

static bool run(void *plan_data, struct err *e)
{
    const struct plan_csr *a = plan_data;

    return pad_fill(&a->v, a->threads, e) && threads_share(a->threads, a->pieces, piece_run, a, e);
}

static double expect(struct problem *p)
{
    p->param[ORDER] = plan_order_promises(p);
    return (p->x.k > 1 ? 0.95 : 1.01) * expect_csr(p, true);
}

static void divide(const struct problem *p, struct division *d)
{
    division_by_pieces(p, pieces_each(p), d);
}

const struct kernel VARIANT(csr_block) = {
    CPU_PRODUCT,
    CPU_OWN,
    .name = "cpu.csr.block",
    .what = "Y in registers, code for every width of k, equal shares of nonzeros, non-temporal stores of Y",
    .source = "Gropp, Kaushik, Keyes, Smith, Parallel CFD 1999; Aktulga et al., IPDPS 2014",
    .format = "csr",
    .params = params,
    .divide = divide,
};
