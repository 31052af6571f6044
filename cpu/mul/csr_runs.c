/* SPDX-License-Identifier: GPL-3.0-or-later */
/* csr_runs: Y = A·X for neighbouring rows with the same columns relative to the diagonal, as on a regular grid. Such
   rows form a run with one list of offsets and, if their values are also equal, one list of values: y[i] = Σ_s
   val[s]·x[i + off[s]] for all i of a run. A vector holds neighbouring rows, X is read in order, and A is hardly read
   at all. With k > 1 and no gaps between rows, X and Y are such vectors, too, k times as long. Unequal values are kept
   in full, slot by slot for 4 vectors of rows (k = 1) or row by row. Runs follow a sweep if that avoids fetching X
   again. */
#include "cpu/lib/split.h"
#include "cpu/lib/stream.h"
#include "cpu/lib/variant.h"

#include "cpu/lib/row_panel.h"
#include "cpu/mul/csr_runs_build.h"

enum { SWEEP, STREAM };

static const struct param params[] = {
    [SWEEP] = { "SWEEP", SWEEP_HELP, 0, 2, 1, sweep_names },
    [STREAM] = { "STREAM", STREAM_HELP, 0, 2, 1, stream_names },
    { 0 },
};

static uint64_t bytes(const struct problem *p)
{
    uint64_t entries = size_mul((uint64_t)p->a->nnz, sizeof(int32_t) + sizeof(T));

    return size_add(size_add(entries, size_mul(runs_most(p), sizeof(struct row_run))),
                    ((uint64_t)plan_pieces(p) + 1) * sizeof(int64_t));
}

/* Long runs lie on few diagonals: with more than nnz / RUNS_FEW diagonals, runs are too short to pay. */
static bool supports(const struct problem *p, struct err *why)
{
    if (p->stats->diagonals <= p->a->nnz / RUNS_FEW || p->a->nnz < RUNS_FEW)
        return true;
    return err_set(why, ERR_UNSUPPORTED, "rows differ: %lld diagonals for %lld entries", (long long)p->stats->diagonals,
                   (long long)p->a->nnz);
}

/* Pieces per thread; a sweep has one, since it passes through all of its rows. */
static int64_t dealt(const struct problem *p)
{
    return sweep_find(p, (enum sweep_when)p->param[SWEEP]).distance ? 1 : plan_dealt(p);
}

static bool prepare(const struct problem *p, struct plan *out, struct err *e)
{
    const uint64_t pieces = (uint64_t)p->threads * (uint64_t)dealt(p);
    struct csr_runs *s = plan_new(sizeof *s + (pieces + 1) * sizeof(int64_t), e);
    int64_t *rows = calloc(pieces + 1, sizeof *rows);
    struct run_tally *at = calloc(pieces, sizeof *at);
    uint64_t lists = 0, values = 0;
    bool ok = (s && rows && at) || err_nomem(e, "the plan", pieces * sizeof *at);
    if (ok) {
        s->v = plan_vectors_of(p);
        s->threads = p->threads;
        s->pieces = (int)pieces;
        s->dense = s->v.ldx == s->v.k && s->v.ldy == s->v.k;
        s->stream = (uintptr_t)p->y.data % SIMD_BYTES == 0 && stream_wanted(p, p->param[STREAM]);
        s->sweep = sweep_find(p, (enum sweep_when)p->param[SWEEP]);
        split_rows(p->a->ptr, p->a->m, s->pieces, rows);
        ok = threads_ready(p->threads, e) && runs_build(s, p, rows, at, &lists, &values, e);
    }
    free(at);
    free(rows);
    ok = plan_end(s, ok, bytes(p), out);
    out->traffic = kernel_traffic_with(p, lists);
    out->slots = values < (uint64_t)p->a->nnz ? values : 0;
    return ok;
}

/* ---- the product ---- */

/* The rows of a run, starting at x and y, several side by side. */
static void rows_side_by_side(bool stream, const struct csr_runs *s, const struct row_run *r, const T *x, T *y)
{
    const int64_t ldx = s->v.ldx, ldy = s->v.ldy, step = r->same ? 0 : r->width;
    struct row_panel a = { r->width, s->off + r->off, s->val + r->val, x, ldx, 1, 0, 1, step, ldx };
    T *line[ROW_PANEL_ROWS];
    int64_t i = 0;

    for (; i + ROW_PANEL_ROWS <= r->rows; i += ROW_PANEL_ROWS) {
        for (int l = 0; l < ROW_PANEL_ROWS; l++)
            line[l] = y + (i + l) * ldy;
        if (s->v.prefetch)
            prefetch_values(ROW_PANEL_ROWS * step, a.val);
        row_panel_times(ROW_PANEL_ROWS, stream, a, s->v.k, line);
        a.x += ROW_PANEL_ROWS * ldx;
        a.val += ROW_PANEL_ROWS * step;
    }
    for (; i < r->rows; i++, a.x += ldx, a.val += step) {
        line[0] = y + i * ldy;
        row_panel_times(1, false, a, s->v.k, line);
    }
}

static ALWAYS_INLINE void run_times(const bool stream, const struct csr_runs *s, const struct row_run *r)
{
    const struct run_slots a = { s->off + r->off, s->val + r->val, r->width, s->v.ldx };
    const T *x = (const T *)s->v.x + r->row * s->v.ldx;
    T *y = (T *)s->v.y + r->row * s->v.ldy;

    if (r->same && s->dense)
        same_times(stream, a, x, y, r->rows * s->v.k);
    else if (s->dense && s->v.k == 1)
        own_times(a, x, y, r->rows);
    else
        rows_side_by_side(stream && stream_aligned(s->v), s, r, x, y);
}

static void piece_run(const void *plan, int t)
{
    const struct csr_runs *s = plan;
    for (int64_t r = s->cut[t]; r < s->cut[t + 1]; r++)
        if (s->stream)
            run_times(true, s, &s->run[r]);
        else
            run_times(false, s, &s->run[r]);
    if (s->stream)
        simd_fence();
}

static bool run(void *plan_data, struct err *e)
{
    const struct csr_runs *s = plan_data;

    return threads_share(s->threads, s->pieces, piece_run, s, e);
}

/* Rows that `expect` compares with the next one; not measured. */
enum { PROBES = 64 };

/* The q-th probe (a->m > 1): spread over the matrix by the golden ratio, out of step with the lines of any grid. */
static int64_t probe_row(const struct csr *a, uint32_t q)
{
    return (int64_t)((uint64_t)(a->m - 1) * (q * UINT32_C(2654435769)) >> 32);
}

/* The cost of starting a run, in bytes as in expect.c: 16 ns (stencil9 of 16 × 16 points). */
enum { RUN = 560 };

/* As CSR, less the savings of runs in the sample. */
static double expect(struct problem *p)
{
    const struct csr *a = p->a;
    double columns = 0, values = 0, nnz = (double)a->nnz;

    for (uint32_t q = 0; q < PROBES && a->m > 1; q++) {
        int64_t i = probe_row(a, q);
        bool alike = runs_follow(a, i);
        columns += alike / (double)PROBES;
        values += (alike && a->val && runs_equal(a, i)) / (double)PROBES; /* a pattern has no values */
    }
    if ((1 - columns) * RUNS_FEW > 1) /* the mean length of a run is 1 / (1 - columns) */
        return INFINITY;
    return expect_csr(p, true) + (1 - columns) * RUN * (double)a->m -
           columns * (nnz * sizeof(int32_t) + expect_rows(p)) - values * nnz * sizeof(T);
}

static void divide(const struct problem *p, struct division *d)
{
    division_by_pieces(p, dealt(p), d);
}

const struct kernel VARIANT(csr_runs) = {
    CPU_PRODUCT,
    CPU_OWN,
    .name = "cpu.csr.runs",
    .what = "compressed: offsets and equal values stored once per run of similar rows; grids swept in bands",
    .source = "Datta et al., SC 2008 (sweeps); Belgin, Back, Ribbens, ICS 2009 (patterns)",
    .format = "csr.runs",
    .compressed = true,
    .params = params,
    .supports = supports,
    .divide = divide,
};
