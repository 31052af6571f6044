/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sell_simd: Y = A·X from SELL-C-σ. Rows are sorted by length within windows of SIGMA rows and cut into chunks of C
   rows, C the lanes of a vector. A chunk is stored slot by slot, padded to its longest row: slot s of its row l lies at
   begin + s·C + l. A vector multiplies C rows at once, without horizontal sums for short rows: y[perm[q]] = Σ_s
   val[s]·x[ind[s]]. With k > 1 several rows of a chunk are multiplied side by side, with Y in registers; their lengths
   are equal, so loop ends are predicted. Long rows are split into segments, rows whose sums are added afterwards. */
#include "core/base/clock.h"
#include "cpu/lib/plan_similar.h"
#include "cpu/lib/stream.h"
#include "cpu/lib/variant.h"

#include "cpu/lib/prefetch.h"
#include "cpu/lib/row_panel.h"
#include "cpu/mul/sell_simd_build.h"

/* ---- whether the gather instruction beats a load per lane ---- */

/* Times sums of x[ind], with x in L1. */
static double gather_ns(const bool instruction, const T *x, const int32_t *ind)
{
    enum { GATHERS = 512 };
    const double begin = clock_ms();
    simd sum = { 0 };

    for (int i = 0; i < GATHERS; i++) {
        sum += instruction ? simd_gather_at_once(x, ind + i % LANES) : simd_gather(x, ind + i % LANES);
        __asm__ volatile("" : "+m"(*(T *)x) : : "memory");
    }
    const double end = clock_ms();
    volatile T keep = sum[0];
    (void)keep;
    return end - begin;
}

/* Microcode against data leaks makes gathers take twice as long as loads; otherwise they take 0.6 to 1.0 times as long
   (f32 up to 1.7× faster on a tall matrix). Compares the best of a few trials of 2 µs. */
static bool gather_pays(void)
{
    enum { TRIALS = 8, ENTRIES = 2 * LANES };
    double loads = INFINITY, at_once = INFINITY;
    int32_t ind[ENTRIES];
    T x[8 * ENTRIES] = { 0 };

    for (int i = 0; i < ENTRIES; i++)
        ind[i] = i * 37 % (8 * ENTRIES);
    for (int i = 0; i < TRIALS; i++) {
        loads = fmin(loads, gather_ns(false, x, ind));
        at_once = fmin(at_once, gather_ns(true, x, ind));
    }
    return at_once < loads;
}

/* ---- the kernel ---- */

static const char *const gathers[] = { "loads", "instruction", "auto", NULL };

static const struct param params[] = {
    [SIGMA] = { "SIGMA", "rows per window sorted by length; 1: unsorted; 0: by the spread of lengths", 0, 1 << 20, 0,
                NULL },
    [GATHER] = { "GATHER", "x by single loads or the gather instruction; auto: the faster one here", 0, GATHER_AUTO,
                 GATHER_AUTO, gathers },
    [PIECES] = { "PIECES", "dynamic pieces per thread; 1: static; 0: up to 32, by the work", 0, 256, 0, NULL },
    [STREAM] = { "STREAM", STREAM_HELP, 0, 2, 1, stream_names },
    [ORDER] = { "ORDER", PLAN_ORDER_HELP, 0, 1, 0, plan_orders },
    { 0 },
};

static uint64_t bytes(const struct problem *p)
{
    const uint64_t slots = size_mul(slots_most(p, sigma_of(p)), sizeof(int32_t) + sizeof(T)), chunks = chunks_of(p) + 1;
    int64_t cut;
    const uint64_t segments = (uint64_t)segments_count(p, &cut);
    const uint64_t lines = segments ? (chunks * LANES + 1) * (sizeof(int64_t) + sizeof(int32_t)) : 0;
    const uint64_t parts = size_mul(segments, ((uint64_t)p->y.k + LANES) * sizeof(T) + sizeof(int32_t));

    return size_add(size_add(slots, size_mul(chunks, sizeof(int64_t) + LANES * sizeof(int32_t))),
                    size_add(size_add(lines, parts),
                             size_add(plan_order_bytes(p, p->param[ORDER]), (pieces_of(p) + 1) * sizeof(int64_t))));
}

/* Whether the lanes of most slots refer to neighbouring columns, by a sample. */
static bool neighbours(const struct sell_simd *s)
{
    enum { PROBES = 256 };
    const int64_t slots = s->begin[s->chunks] / LANES;
    int found = 0;

    for (int64_t i = 0; i < PROBES && slots > 0; i++)
        found += simd_neighbours(s->ind + slots * i / PROBES * LANES);
    return found > PROBES / 2;
}

static enum sell_fetch fetch_of(const struct sell_simd *s, int64_t gather)
{
    if (gather != GATHER_INSTRUCTION && neighbours(s))
        return FETCH_NEIGHBOURS;
    return gather == GATHER_INSTRUCTION || (gather == GATHER_AUTO && gather_pays()) ? FETCH_GATHER : FETCH_LOADS;
}

static bool build_in_order(struct sell_simd *s, const struct problem *p, struct err *e)
{
    struct problem ordered = *p;
    struct plan_order o;

    if (!plan_order_find(p, p->param[ORDER], &o, e))
        return false;
    ordered.a = &o.a;
    bool ok = sell_simd_build(s, &ordered, o.row, e);
    plan_order_release(&o);
    return ok;
}

static bool prepare(const struct problem *p, struct plan *out, struct err *e)
{
    size_t cuts = (pieces_of(p) + 1) * sizeof(int64_t);
    struct sell_simd *s = plan_new(sizeof *s + cuts, e);

    if (!s)
        return false;
    s->chunks = (int64_t)chunks_of(p);
    s->v = plan_vectors_of(p);
    s->threads = p->threads;
    s->pieces = (int)pieces_of(p);
    s->stream = (uintptr_t)s->v.y % SIMD_BYTES == 0 && s->v.ldy % LANES == 0 && stream_wanted(p, p->param[STREAM]);
    bool ok = threads_ready(p->threads, e) && build_in_order(s, p, e);
    if (ok && s->fetch != FETCH_DIAGONALS)
        s->fetch = fetch_of(s, p->param[GATHER]);
    if (!plan_end(s, ok, bytes(p), out))
        return false;
    out->slots = (uint64_t)s->begin[s->chunks];
    return true;
}

static ALWAYS_INLINE simd fetch(const enum sell_fetch how, const T *x, const int32_t *ind)
{
    if (how == FETCH_GATHER)
        return simd_gather_at_once(x, ind);
    return how == FETCH_NEIGHBOURS && simd_neighbours(ind) ? simd_load(x + *ind) : simd_gather(x, ind);
}

/* The destination of a lane's sums: its row of Y, or its segment. */
static ALWAYS_INLINE T *lane_sums(const struct sell_simd *s, int32_t row)
{
    return row < s->cuts.rows ? (T *)s->v.y + row * s->v.ldy : s->part + (row - s->cuts.rows) * s->part_ld;
}

/* Stores the sums of a chunk, k = 1. Only the last rows of the last chunk may be missing. */
static ALWAYS_INLINE void chunk_put(const struct sell_simd *s, const int32_t *row, simd sum)
{
    const bool whole = s->v.ldy == 1 && !s->cuts.count;
    T *y = s->v.y, lane[LANES];

    if (whole && simd_neighbours(row)) {
        simd_store(y + *row, sum);
        return;
    }
    simd_store(lane, sum);
    if (whole && row[LANES - 1] >= 0)
        for (int l = 0; l < LANES; l++)
            y[row[l]] = lane[l];
    else
        for (int l = 0; l < LANES; l++)
            if (row[l] >= 0)
                *lane_sums(s, row[l]) = lane[l];
}

/* Chunks from .. to-1 of y = A·x, C rows at once. */
static ALWAYS_INLINE void chunks_vector(const enum sell_fetch how, const struct sell_simd *s, int64_t from, int64_t to)
{
    const T *x = s->v.x;

    for (int64_t c = from; c < to; c++) {
        simd sum = { 0 };
        for (int64_t q = s->begin[c]; q < s->begin[c + 1]; q += LANES) {
            if (s->v.prefetch)
                prefetch_entry(s->ind + q, s->val + q);
            sum += simd_load(s->val + q) * fetch(how, x, s->ind + q);
        }
        chunk_put(s, s->perm + c * LANES, sum);
    }
}

static ALWAYS_INLINE simd diagonal_times(const bool prefetch, const struct sell_diagonal *d, const T *val, const T *x)
{
    if (prefetch)
        prefetch_value(val);
    return simd_load(val) * simd_load_lanes(x + d->first, d->lanes);
}

/* The same for slots that are diagonals. Two sums: an addition depends on the one before it. */
static ALWAYS_INLINE void chunks_diagonals(const bool prefetch, const struct sell_simd *s, int64_t from, int64_t to)
{
    const T *x = s->v.x, *val = s->val + s->begin[from];
    const struct sell_diagonal *d = s->diagonal + s->begin[from] / LANES;

    for (int64_t c = from; c < to; c++) {
        const struct sell_diagonal *end = s->diagonal + s->begin[c + 1] / LANES;
        simd even = { 0 }, odd = { 0 };
        for (; d + 1 < end; d += 2, val += 2 * LANES) {
            even += diagonal_times(prefetch, d, val, x);
            odd += diagonal_times(prefetch, d + 1, val + LANES, x);
        }
        if (d < end) {
            even += diagonal_times(prefetch, d++, val, x);
            val += LANES;
        }
        chunk_put(s, s->perm + c * LANES, even + odd);
    }
}

/* The same with k columns, ROW_PANEL_ROWS rows at once. */
static void chunks_columns(const struct sell_simd *s, int64_t from, int64_t to)
{
    T *line[ROW_PANEL_ROWS];

    for (int64_t c = from; c < to; c++) {
        const int64_t first = s->begin[c], width = (s->begin[c + 1] - first) / LANES;
        if (s->v.prefetch)
            prefetch_row(width * LANES, s->ind + first, s->val + first);
        for (int64_t l = 0; l < LANES; l += ROW_PANEL_ROWS) {
            for (int r = 0; r < ROW_PANEL_ROWS; r++) {
                int32_t row = s->perm[c * LANES + l + r];
                line[r] = row < 0 ? NULL : lane_sums(s, row);
            }
            const struct row_panel a = {
                width, s->ind + first + l, s->val + first + l, s->v.x, s->v.ldx, LANES, 1, LANES, 1, 0
            };
            row_panel_times(ROW_PANEL_ROWS, s->stream, a, s->v.k, line);
        }
    }
    if (s->stream)
        simd_fence();
}

static void piece_run(const void *plan, int i)
{
    const struct sell_simd *s = plan;

    if (s->v.k > 1 || s->v.ldx != 1)
        chunks_columns(s, s->cut[i], s->cut[i + 1]);
    else if (s->fetch == FETCH_DIAGONALS && s->v.prefetch)
        chunks_diagonals(true, s, s->cut[i], s->cut[i + 1]);
    else if (s->fetch == FETCH_DIAGONALS)
        chunks_diagonals(false, s, s->cut[i], s->cut[i + 1]);
    else if (s->fetch == FETCH_GATHER)
        chunks_vector(FETCH_GATHER, s, s->cut[i], s->cut[i + 1]);
    else if (s->fetch == FETCH_NEIGHBOURS)
        chunks_vector(FETCH_NEIGHBOURS, s, s->cut[i], s->cut[i + 1]);
    else
        chunks_vector(FETCH_LOADS, s, s->cut[i], s->cut[i + 1]);
}

static void segments_add(const struct sell_simd *s)
{
    for (int64_t i = 0; i < s->cuts.count; i++) {
        T *restrict y = (T *)s->v.y + s->cuts.row[i] * s->v.ldy;
        const T *restrict part = s->part + i * s->part_ld;
        const bool first = i == 0 || s->cuts.row[i - 1] != s->cuts.row[i];
        for (int64_t c = 0; c < s->v.k; c++)
            y[c] = (first ? 0 : y[c]) + part[c];
    }
}

static bool run(void *plan_data, struct err *e)
{
    const struct sell_simd *s = plan_data;

    if (!threads_share(s->threads, s->pieces, piece_run, s, e))
        return false;
    segments_add(s);
    return true;
}

/* Rows side by side gain most up to FEW columns of X; from MANY on, a row is many vectors (NOTES.md, cpu.auto). */
enum { FEW = 4, MANY = 16 };

/* Padding, estimated from that of C = 32 and σ = 1024: smaller C and wider windows reduce it. If lengths vary, only few
   rows reach the longest one, which pads its chunk. */
static double padding(const struct problem *p)
{
    const double known = (double)(p->stats->sell_slots - p->a->nnz) * LANES / 32;
    const int64_t longest = longest_line(p);

    if (p->stats->row_max > longest)
        return (double)longest * (LANES - 1) + (double)p->a->m;
    return lengths_differ(p) ? known / 4 + (double)longest * (LANES - 1) : known * 2;
}

/* Rows cost nothing extra, but padding does. With k > 1, rows side by side gain while a row of Y is short; with many
   columns and uneven rows, CSR's order reuses more of X. */
static double expect(struct problem *p)
{
    double extra = padding(p) * (sizeof(int32_t) + sizeof(T));

    p->param[ORDER] = plan_order_promises(p);
    if (p->x.k > 1)
        return (p->x.k <= FEW       ? 0.85
                : p->x.k < MANY     ? 0.93
                : lengths_differ(p) ? 1.2
                                    : 1.0) *
               (expect_csr(p, false) + extra);
    if (diagonals_wanted(p)) /* few indices are read */
        extra = -(double)(sizeof(int32_t) * (uint64_t)p->a->nnz) / 2;
    return expect_start(p) + (double)kernel_compulsory_bytes(p) + sizeof(int32_t) * (double)p->a->m + extra;
}

static void divide(const struct problem *p, struct division *d)
{
    division_by_pieces(p, (int64_t)pieces_of(p) / p->threads, d);
    d->rule = d->dealt ? "pieces of equally many slots, several a thread, taken by whichever is free"
                       : "equal shares of the slots";
}

const struct kernel VARIANT(sell_simd) = {
    CPU_PRODUCT,
    CPU_OWN,
    .name = "cpu.sell.simd",
    .what = "SELL-C-σ, C = the lanes of a vector: C rows at once",
    .source = "Kreutzer, Hager, Wellein, Fehske, Bishop, SISC 2014",
    .format = "sell",
    .params = params,
    .supports = plan_rows32,
    .divide = divide,
};
