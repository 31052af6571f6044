/* SPDX-License-Identifier: GPL-3.0-or-later */
/* csr_runs: Y = A·X where neighbouring rows have the same columns relative to the diagonal, as on a regular grid. Such
   rows are a run, which keeps one list of offsets, and where their values agree too, one list of values:
   y[i] = Σ_s val[s]·x[i + off[s]] for all i of a run, so that a vector holds neighbouring rows, X is read in order, and
   A is hardly read at all. With k columns and no gaps between rows, X and Y are such vectors of k times as many
   numbers. Values that differ stay in full, slot by slot for 4 vectors of rows (k = 1) or row by row. Since A costs so
   little, runs stand in the order of a sweep where that saves fetching X again. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/limit.h"
#include "cpu/expect.h"
#include "cpu/memory.h"
#include "cpu/share.h"
#include "cpu/split.h"
#include "cpu/sweep.h"
#include "cpu/threads.h"
#include "cpu/variant.h"

#include "cpu/rows.h"

enum { SWEEP, STREAM };

static const char *const sweep_names[] = SWEEP_NAMES;
static const char *const streams[] = { "never", "auto", "always", NULL };

static const struct param params[] = {
    [SWEEP] = {"SWEEP", SWEEP_HELP, 0, 2, 1, sweep_names },
    [STREAM] = { "STREAM",      "store Y past the caches: auto when it is larger than they are", 0, 2, 1, streams },
    { 0     },
};

/* FEW rows a run on average are refused. A piece of a run is at most PIECE rows; BLOCK rows have their values together.
 */
enum { FEW = 4, PIECE = 4096, WIDE = 8, HALF = 4, BLOCK = HALF * LANES };

/* Rows row .. row + rows - 1. */
struct run {
    int64_t row, off, val; /* where its offsets and values begin */
    int32_t rows, width;
    bool same;    /* all rows have the same values */
    int32_t band; /* the first key of the order of runs; the second is row */
};

struct runs {
    int64_t count;
    struct run *run;
    int32_t *off;
    T *val;
    struct plan_vectors v;
    struct sweep sweep;
    int threads;
    bool dense; /* X and Y have no gaps */
    bool stream;
    int64_t cut[]; /* threads + 1: runs of a thread */
};

static uint64_t runs_most(const struct problem *p)
{
    return (uint64_t)p->a->m / FEW + (uint64_t)p->a->m / PIECE + (uint64_t)p->threads + 1;
}

static uint64_t bytes(const struct problem *p)
{
    uint64_t entries = size_mul((uint64_t)p->a->nnz, sizeof(int32_t) + sizeof(T));

    return size_add(size_add(entries, size_mul(runs_most(p), sizeof(struct run))),
                    ((uint64_t)p->threads + 1) * sizeof(int64_t));
}

static bool refuse(int64_t runs, int64_t m, struct err *why)
{
    return err_set(why, ERR_UNSUPPORTED,
                   "rows are not alike: %.1f in a run that has the same columns, at least %d is worth it",
                   (double)m / (double)(runs ? runs : 1), FEW);
}

/* Rows that differ from the row before have at least one entry on a diagonal of their own or share it with others: with
   more diagonals than entries in FEW rows' worth of runs there is nothing to gain. */
static bool supports(const struct problem *p, struct err *why)
{
    if (p->stats->diagonals <= p->a->nnz / FEW || p->a->nnz < FEW)
        return true;
    return err_set(why, ERR_UNSUPPORTED, "rows are not alike: %lld diagonals for %lld entries",
                   (long long)p->stats->diagonals, (long long)p->a->nnz);
}

static void release(void *plan_data)
{
    struct runs *s = plan_data;

    if (!s)
        return;
    memory_release(s->val);
    memory_release(s->off);
    memory_release(s->run);
    free(s);
}

/* ---- finding runs ---- */

/* Whether row i + 1 has the columns of row i, one further to the right. */
static bool columns_follow(const struct csr *a, int64_t i)
{
    const int64_t len = a->ptr[i + 1] - a->ptr[i];
    const int32_t *here = a->ind + a->ptr[i], *next = a->ind + a->ptr[i + 1];

    if (a->ptr[i + 2] - a->ptr[i + 1] != len)
        return false;
    for (int64_t e = 0; e < len; e++)
        if (next[e] != here[e] + 1)
            return false;
    return true;
}

/* The run that begins at row i and ends before `end`; its columns, and values where all rows have the same bits. */
static struct run run_at(const struct csr *a, int64_t i, int64_t end)
{
    const int64_t len = a->ptr[i + 1] - a->ptr[i];
    const T *val = a->val;
    struct run r = { .row = i, .width = (int32_t)len, .rows = 1, .same = true };

    while (i + 1 < end && r.rows < PIECE && columns_follow(a, i)) {
        r.same = r.same && (len == 0 || !memcmp(val + a->ptr[i], val + a->ptr[i + 1], (size_t)len * sizeof *val));
        r.rows++;
        i++;
    }
    return r;
}

static int64_t run_values(const struct run *r)
{
    return r->same ? r->width : (int64_t)r->width * r->rows;
}

/* How many runs, offsets and values a thread has. */
struct tally {
    int64_t runs, offsets, values;
};

static struct tally count_part(const struct csr *a, int64_t from, int64_t to)
{
    struct tally n = { 0 };

    for (int64_t i = from; i < to;) {
        struct run r = run_at(a, i, to);
        n.runs++;
        n.offsets += r.width;
        n.values += run_values(&r);
        i += r.rows;
    }
    return n;
}

/* Values slot by slot within blocks of BLOCK rows, the last one narrower; or as in A. */
static void fill_values(T *to, const struct csr *a, const struct run *r, bool slots)
{
    const T *from = (const T *)a->val + a->ptr[r->row];

    for (int64_t b = 0; b < r->rows; b += BLOCK) {
        const int64_t rows = r->rows - b < BLOCK ? r->rows - b : BLOCK;
        T *block = to + b * r->width;
        for (int64_t i = 0; i < rows; i++)
            for (int64_t s = 0; s < r->width; s++)
                block[slots ? s * rows + i : i * r->width + s] = from[(b + i) * r->width + s];
    }
}

/* What is read of A, and X and Y once. */
static uint64_t traffic(const struct problem *p)
{
    const struct tally n = count_part(p->a, 0, p->a->m);
    uint64_t x = size_mul((uint64_t)p->x.k * sizeof(T), (uint64_t)p->a->m + (uint64_t)p->a->n);
    uint64_t lists = (uint64_t)n.offsets * sizeof(int32_t) + (uint64_t)n.values * sizeof(T);

    return size_add(x, lists + (uint64_t)n.runs * sizeof(struct run));
}

/* The runs of rows from .. to-1; `at` is where they go. */
static void fill_part(struct runs *s, const struct csr *a, int64_t from, int64_t to, struct tally at)
{
    for (int64_t i = from; i < to;) {
        struct run r = run_at(a, i, to);
        r.off = at.offsets;
        r.val = at.values;
        for (int64_t e = 0; e < r.width; e++)
            s->off[r.off + e] = (int32_t)(a->ind[a->ptr[i] + e] - i);
        if (r.same && r.width)
            memcpy(s->val + r.val, (const T *)a->val + a->ptr[i], (size_t)r.width * sizeof(T));
        if (!r.same)
            fill_values(s->val + r.val, a, &r, s->dense && s->v.k == 1);
        s->run[at.runs++] = r;
        at.offsets += r.width;
        at.values += run_values(&r);
        i += r.rows;
    }
}

/* ---- the order of runs ---- */

static int compare(const void *a, const void *b)
{
    const struct run *x = a, *y = b;

    if (x->band != y->band)
        return x->band < y->band ? -1 : 1;
    return (x->row > y->row) - (x->row < y->row);
}

static void order(struct run *run, int64_t count, struct sweep sweep)
{
    if (!sweep.distance)
        return;
    for (int64_t r = 0; r < count; r++)
        run[r].band = (int32_t)sweep_band(sweep, run[r].row);
    qsort(run, (size_t)count, sizeof *run, compare);
}

/* ---- preparation ---- */

/* Counts each thread's runs, makes room, fills. rows: threads + 1 cuts; at: room for a tally a thread. */
static bool build(struct runs *s, const struct problem *p, const int64_t *rows, struct tally *at, struct err *e)
{
    const struct csr *a = p->a;
    struct tally all = { 0 };

#pragma omp parallel for num_threads(s->threads) schedule(static, 1)
    for (int t = 0; t < s->threads; t++)
        at[t] = count_part(a, rows[t], rows[t + 1]);
    for (int t = 0; t < s->threads; t++) {
        struct tally here = at[t];
        at[t] = all;
        s->cut[t] = all.runs;
        all.runs += here.runs;
        all.offsets += here.offsets;
        all.values += here.values;
    }
    s->cut[s->threads] = all.runs;
    if ((uint64_t)all.runs > runs_most(p))
        return refuse(all.runs, a->m, e);
    if (!(s->run = memory_new(size_mul((uint64_t)all.runs, sizeof *s->run), "runs of rows", e)) ||
        !(s->off = memory_new(size_mul((uint64_t)all.offsets, sizeof *s->off), "offsets", e)) ||
        !(s->val = memory_new(size_mul((uint64_t)all.values, sizeof *s->val), "values", e)))
        return false;
#pragma omp parallel for num_threads(s->threads) schedule(static, 1)
    for (int t = 0; t < s->threads; t++) {
        fill_part(s, a, rows[t], rows[t + 1], at[t]);
        order(s->run + s->cut[t], s->cut[t + 1] - s->cut[t], s->sweep);
    }
    return true;
}

static bool prepare(const struct problem *p, struct plan *out, struct err *e)
{
    const uint64_t threads = (uint64_t)p->threads, y = (uint64_t)p->a->m * (uint64_t)p->y.ld * sizeof(T);
    struct runs *s = calloc(1, sizeof *s + (threads + 1) * sizeof(int64_t));
    int64_t *rows = calloc(threads + 1, sizeof *rows);
    struct tally *at = calloc(threads, sizeof *at);
    bool ok = false;

    if (!s || !rows || !at) {
        err_nomem(e, "the plan", sizeof *s + threads * sizeof *at);
        goto done;
    }
    s->v = share_vectors(p);
    s->threads = p->threads;
    s->dense = s->v.ldx == s->v.k && s->v.ldy == s->v.k;
    s->stream = (uintptr_t)p->y.data % SIMD_BYTES == 0 &&
                (p->param[STREAM] == 2 || (p->param[STREAM] == 1 && y > p->device->cache));
    s->sweep = sweep_find(p, (enum sweep_when)p->param[SWEEP]);
    split_rows(p->a->ptr, p->a->m, p->threads, rows);
    if (!threads_ready(p->threads, e) || !build(s, p, rows, at, e))
        goto done;
    *out = (struct plan){ .data = s, .bytes = bytes(p) };
    s = NULL;
    ok = true;
done:
    free(at);
    free(rows);
    release(s);
    return ok;
}

/* ---- the product ---- */

/* The slots of a row: offsets, which are multiplied by ld, and values. */
struct slots {
    const int32_t *off;
    const T *val;
    int64_t width, ld;
};

/* y[0..w·LANES) = Σ_s val[s]·x[off[s]·ld + 0..w·LANES), or the lanes of `rest` when `part`, w = 1; each number has
   values of its own, `step` from slot to slot, unless `same`. */
static ALWAYS_INLINE void block_times(const int w, const bool same, const bool part, const bool stream, simd_mask rest,
                                      struct slots a, int64_t step, const T *restrict x, T *restrict y)
{
    simd sum[WIDE] = { { 0 } };

    for (int64_t s = 0; s < a.width; s++) {
        const T *restrict from = x + a.off[s] * a.ld, *restrict val = a.val + s * step;
        const T v = *val;
        for (int l = 0; l < w; l++) {
            const simd xs = part ? simd_load_part(from, rest) : simd_load(from + l * LANES);
            if (same)
                sum[l] += v * xs;
            else
                sum[l] += (part ? simd_load_part(val, rest) : simd_load(val + l * LANES)) * xs;
        }
    }
    for (int l = 0; l < w; l++) {
        if (part)
            simd_store_part(y, sum[l], rest);
        else if (stream)
            simd_stream(y + l * LANES, sum[l]);
        else
            simd_store(y + l * LANES, sum[l]);
    }
}

/* y[0..count) where all have the same values. */
static ALWAYS_INLINE void same_times(const bool stream, struct slots a, const T *x, T *y, int64_t count)
{
    const simd_mask none = simd_first(0);
    int64_t c = 0;

    if (stream && (uintptr_t)y % SIMD_BYTES) {
        int64_t odd = (int64_t)((SIMD_BYTES - (uintptr_t)y % SIMD_BYTES) / sizeof(T));
        c = odd < count ? odd : count;
        block_times(1, true, true, false, simd_first((int)c), a, 1, x, y);
    }
    for (; c + WIDE * LANES <= count; c += WIDE * LANES)
        block_times(WIDE, true, false, stream, none, a, 1, x + c, y + c);
    for (; c + LANES <= count; c += LANES)
        block_times(1, true, false, stream, none, a, 1, x + c, y + c);
    if (c < count)
        block_times(1, true, true, false, simd_first((int)(count - c)), a, 1, x + c, y + c);
}

/* The rows of a run with values of their own, k = 1. */
static void own_times(struct slots a, const T *x, T *y, int64_t rows)
{
    const simd_mask none = simd_first(0);
    const T *val = a.val;

    for (int64_t b = 0; b < rows; b += BLOCK) {
        const int64_t count = rows - b < BLOCK ? rows - b : BLOCK;
        int64_t c = 0;
        a.val = val + b * a.width;
        if (count == BLOCK) {
            block_times(HALF, false, false, false, none, a, BLOCK, x + b, y + b);
            continue;
        }
        for (; c + LANES <= count; c += LANES, a.val += LANES)
            block_times(1, false, false, false, none, a, count, x + b + c, y + b + c);
        if (c < count)
            block_times(1, false, true, false, simd_first((int)(count - c)), a, count, x + b + c, y + b + c);
    }
}

/* The rows of a run from x and y on, several side by side. */
static void rows_beside(bool stream, const struct runs *s, const struct run *r, const T *x, T *y)
{
    const int64_t ldx = s->v.ldx, ldy = s->v.ldy, step = r->same ? 0 : r->width;
    struct rows a = { r->width, s->off + r->off, s->val + r->val, x, ldx, 1, 0, 1, step, ldx };
    T *line[ROWS_AT_ONCE];
    int64_t i = 0;

    for (; i + ROWS_AT_ONCE <= r->rows; i += ROWS_AT_ONCE) {
        for (int l = 0; l < ROWS_AT_ONCE; l++)
            line[l] = y + (i + l) * ldy;
        rows_times(ROWS_AT_ONCE, stream, a, s->v.k, line);
        a.x += ROWS_AT_ONCE * ldx;
        a.val += ROWS_AT_ONCE * step;
    }
    for (; i < r->rows; i++, a.x += ldx, a.val += step) {
        line[0] = y + i * ldy;
        rows_times(1, false, a, s->v.k, line);
    }
}

static ALWAYS_INLINE void run_times(const bool stream, const struct runs *s, const struct run *r)
{
    const struct slots a = { s->off + r->off, s->val + r->val, r->width, s->v.ldx };
    const T *x = (const T *)s->v.x + r->row * s->v.ldx;
    T *y = (T *)s->v.y + r->row * s->v.ldy;

    if (r->same && s->dense)
        same_times(stream, a, x, y, r->rows * s->v.k);
    else if (s->dense && s->v.k == 1)
        own_times(a, x, y, r->rows);
    else
        rows_beside(stream && s->v.ldy % LANES == 0, s, r, x, y);
}

static void share_times(const struct runs *s, int t)
{
    for (int64_t r = s->cut[t]; r < s->cut[t + 1]; r++) {
        if (s->stream)
            run_times(true, s, &s->run[r]);
        else
            run_times(false, s, &s->run[r]);
    }
    if (s->stream)
        simd_fence();
}

static bool run(void *plan_data, struct err *e)
{
    const struct runs *s = plan_data;

    if (!threads_ready(s->threads, e))
        return false;
#pragma omp parallel for num_threads(s->threads) schedule(static, 1)
    for (int t = 0; t < s->threads; t++)
        share_times(s, t);
    return true;
}

/* Few diagonals, of many entries each, are a grid or a band: then A is hardly read. */
static double expect(struct problem *p)
{
    return p->stats->diagonals <= p->a->nnz / 64 ? 0.5 * expect_csr(p, true) : INFINITY;
}

const struct kernel VARIANT(csr_runs) = {
    .name = "cpu.csr.runs",
    .what =
        "compressed: rows alike share columns, and values where these are equal; bands swept through a grid's planes",
    .source = "Datta et al., SC 2008 (sweeps); Belgin, Back, Ribbens, ICS 2009 (patterns)",
    .on = "cpu",
    .format = "csr",
    .op = OP_MUL,
    .type = VARIANT_TYPE,
    .layout = ROW_MAJOR,
    .params = params,
    .supports = supports,
    .bytes = bytes,
    .traffic = traffic,
    .expect = expect,
    .prepare = prepare,
    .run = run,
    .release = release,
};
