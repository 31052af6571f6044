/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sell_simd: Y = A·X from SELL-C-σ. Rows are sorted by length within windows of SIGMA rows, cut into chunks of C rows,
   C the lanes of a vector, and a chunk is stored slot by slot, padded to its longest row: slot s of its row l lies at
   begin + s·C + l. A vector multiplies C rows at once, so short rows cost no horizontal sum. y[perm[q]] = Σ_s
   val[s]·x[ind[s]]. With k > 1 several rows of a chunk are multiplied side by side, their rows of Y in registers;
   as they are equally long, the ends of their loops are predicted. Windows stand in the order of a sweep where that
   saves fetching X again. */
#include <stdlib.h>

#include "core/base/limit.h"
#include "cpu/device/memory.h"
#include "cpu/device/threads.h"
#include "cpu/lib/expect.h"
#include "cpu/lib/stream.h"
#include "cpu/lib/sweep.h"
#include "cpu/lib/variant.h"

#include "cpu/lib/prefetch.h"
#include "cpu/lib/row_panel.h"
#include "cpu/mul/sell_simd_build.h"

static const char *const gathers[] = { "loads", "instruction", NULL };

static const struct param params[] = {
    [SIGMA] = { "SIGMA", "rows in a window sorted by length; 1: not sorted; 0: by how much lengths differ", 0, 1 << 20,
                0, NULL },
    [GATHER] = { "GATHER", "x by single loads, or by the gather instruction", 0, 1, 0, gathers },
    [PIECES] = { "PIECES", "pieces a thread, dealt out dynamically; 1: static; 0: up to 32, by the work", 0, 256, 0,
                 NULL },
    [SWEEP] = { "SWEEP", SWEEP_HELP, 0, 2, 1, sweep_names },
    [STREAM] = { "STREAM", STREAM_HELP, 0, 2, 1, stream_names },
    { 0 },
};

static uint64_t bytes(const struct problem *p)
{
    uint64_t slots = size_mul(slots_most(p->a, sigma_of(p)), sizeof(int32_t) + sizeof(T));

    return size_add(slots, size_mul(chunks_of(p) + 1, sizeof(int64_t) + LANES * sizeof(int32_t)) +
                               (pieces_of(p) + 1) * sizeof(int64_t));
}

static void release(void *plan_data)
{
    struct sell_simd *plan = plan_data;

    if (!plan)
        return;
    memory_release(plan->val);
    memory_release(plan->ind);
    memory_release(plan->perm);
    memory_release(plan->begin);
    free(plan);
}

/* Whether the lanes of most slots refer to neighbours, from a sample of the slots. */
static bool neighbours(const struct sell_simd *s)
{
    enum { PROBES = 256 };
    const int64_t slots = s->begin[s->chunks] / LANES;
    int found = 0;

    for (int64_t i = 0; i < PROBES && slots > 0; i++)
        found += simd_neighbours(s->ind + slots * i / PROBES * LANES);
    return found > PROBES / 2;
}

static bool prepare(const struct problem *p, struct plan *out, struct err *e)
{
    size_t cuts = (pieces_of(p) + 1) * sizeof(int64_t);
    struct sell_simd *s = calloc(1, sizeof *s + cuts);

    if (!s)
        return err_nomem(e, "the plan", sizeof *s + cuts);
    s->chunks = (int64_t)chunks_of(p);
    s->v = plan_vectors_of(p);
    s->threads = p->threads;
    s->pieces = (int)pieces_of(p);
    s->stream = (uintptr_t)s->v.y % SIMD_BYTES == 0 && s->v.ldy % LANES == 0 && stream_wanted(p, p->param[STREAM]);
    s->sweep = sweep_find(p, (enum sweep_when)p->param[SWEEP]);
    if (!threads_ready(p->threads, e) || !sell_simd_build(s, p, e)) {
        release(s);
        return false;
    }
    s->fetch = p->param[GATHER] ? FETCH_GATHER : neighbours(s) ? FETCH_NEIGHBOURS : FETCH_LOADS;
    *out = (struct plan){ .data = s, .bytes = bytes(p) };
    return true;
}

static ALWAYS_INLINE simd fetch(const enum sell_fetch how, const T *x, const int32_t *ind)
{
    if (how == FETCH_GATHER)
        return simd_gather_at_once(x, ind);
    return how == FETCH_NEIGHBOURS && simd_neighbours(ind) ? simd_load(x + *ind) : simd_gather(x, ind);
}

/* Chunks from .. to-1 of y = A·x, C rows at once. */
static ALWAYS_INLINE void chunks_vector(const enum sell_fetch how, const struct sell_simd *s, int64_t from, int64_t to)
{
    const T *x = s->v.x;
    T *y = s->v.y;

    for (int64_t c = from; c < to; c++) {
        const int32_t *row = s->perm + c * LANES;
        simd sum = { 0 };
        T lane[LANES];
        for (int64_t q = s->begin[c]; q < s->begin[c + 1]; q += LANES) {
            if (s->v.prefetch)
                prefetch_entry(s->ind + q, s->val + q);
            sum += simd_load(s->val + q) * fetch(how, x, s->ind + q);
        }
        if (how == FETCH_NEIGHBOURS && s->v.ldy == 1 && simd_neighbours(row)) {
            simd_store(y + *row, sum);
            continue;
        }
        simd_store(lane, sum);
        for (int l = 0; l < LANES; l++)
            if (row[l] >= 0)
                y[row[l] * s->v.ldy] = lane[l];
    }
}

/* The same with k columns, ROW_PANEL_ROWS rows at once. */
static void chunks_columns(const struct sell_simd *s, int64_t from, int64_t to)
{
    T *y = s->v.y, *line[ROW_PANEL_ROWS];

    for (int64_t c = from; c < to; c++) {
        const int64_t first = s->begin[c], width = (s->begin[c + 1] - first) / LANES;
        if (s->v.prefetch)
            prefetch_row(width * LANES, s->ind + first, s->val + first);
        for (int64_t l = 0; l < LANES; l += ROW_PANEL_ROWS) {
            for (int r = 0; r < ROW_PANEL_ROWS; r++) {
                int32_t row = s->perm[c * LANES + l + r];
                line[r] = row < 0 ? NULL : y + row * s->v.ldy;
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
    else if (s->fetch == FETCH_GATHER)
        chunks_vector(FETCH_GATHER, s, s->cut[i], s->cut[i + 1]);
    else if (s->fetch == FETCH_NEIGHBOURS)
        chunks_vector(FETCH_NEIGHBOURS, s, s->cut[i], s->cut[i + 1]);
    else
        chunks_vector(FETCH_LOADS, s, s->cut[i], s->cut[i + 1]);
}

static bool run(void *plan_data, struct err *e)
{
    const struct sell_simd *s = plan_data;

    return threads_share(s->threads, s->pieces, piece_run, s, e);
}

static bool supports(const struct problem *p, struct err *why)
{
    return format_takes_rows32(p->a, why);
}

/* Columns of X from which on a row is more than a few vectors. The factors below: NOTES.md, cpu.auto. */
enum { MANY = 16 };

/* Padded slots, from those of C = 32 and σ = 1024: less the smaller C is, and the wider the windows; where lengths
   differ, hardly any row is as long as the longest one, which pads its chunk. */
static double padding(const struct problem *p)
{
    double known = (double)(p->stats->sell_slots - p->a->nnz) * LANES / 32;

    return lengths_differ(p) ? known / 4 + (double)p->stats->row_max * (LANES - 1) : known * 2;
}

/* Rows cost nothing to begin, but padding does. With k > 1, rows side by side gain while a row of Y is short; with many
   columns and uneven rows, CSR's order reuses more of X. */
static double expect(struct problem *p)
{
    double extra = padding(p) * (sizeof(int32_t) + sizeof(T));

    if (p->x.k > 1)
        return (p->x.k < MANY ? 0.85 : lengths_differ(p) ? 1.2 : 1.0) * (expect_csr(p, true) + extra);
    return expect_start(p) + (double)kernel_compulsory_bytes(p) + sizeof(int32_t) * (double)p->a->m + extra;
}

static void divide(const struct problem *p, struct division *d)
{
    division_by_work(p, d);
    d->units = (int64_t)pieces_of(p);
    d->dealt = d->units > p->threads;
    d->rule =
        d->dealt ? "pieces of as many slots, several a thread, taken by whichever is free" : "as many slots a thread";
}

const struct kernel VARIANT(sell_simd) = {
    .name = "cpu.sell.simd",
    .what = "SELL-C-σ, C = the lanes of a vector: C rows at once",
    .source = "Kreutzer, Hager, Wellein, Fehske, Bishop, SISC 2014",
    .on = "cpu",
    .format = "sell",
    .op = OP_MUL,
    .type = VARIANT_TYPE,
    .params = params,
    .supports = supports,
    .bytes = bytes,
    .expect = expect,
    .prepare = prepare,
    .run = run,
    .release = release,
    .divide = divide,
};
