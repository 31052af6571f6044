/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bsr: Y = A·X from block CSR: b rows by b columns with one column number and b² values, row-major, zeros filled in. A
   row of X that is loaded serves b rows of Y, whose sums stay in registers. The last block column is moved left so that
   it ends at column n; rows past m are computed and dropped. Refused where less than half of the slots would be
   entries: then 16 bytes and more move per nonzero, where CSR moves 12. */
#include <stdlib.h>

#include "core/limit.h"
#include "cpu/expect.h"
#include "cpu/share.h"
#include "cpu/stream.h"
#include "cpu/sweep.h"
#include "cpu/threads.h"
#include "cpu/variant.h"

#include "cpu/ahead.h"
#include "cpu/bsr_build.h"
#include "cpu/simd.h"

enum { BLOCK, SWEEP, STREAM };

static const char *const sweep_names[] = SWEEP_NAMES;
static const char *const streams[] = STREAM_NAMES;

static const struct param params[] = {
    [BLOCK] = {"BLOCK", "rows and columns of a block", 2, 8, 3, NULL },
    [SWEEP] = { "SWEEP",      SWEEP_HELP, 0, 2, 1, sweep_names },
    [STREAM] = { "STREAM",      STREAM_HELP, 0, 2, 1, streams },
    { 0     },
};

/* A tile's b × w sums leave registers for X and A. */
enum { SUMS = SIMD_BYTES == 64 ? 24 : 12 };

static uint64_t lines_of(const struct problem *p)
{
    return ((uint64_t)p->a->m + (uint64_t)p->param[BLOCK] - 1) / (uint64_t)p->param[BLOCK];
}

/* Blocks: as counted for 3×3, else the most that are not refused. */
static uint64_t blocks_most(const struct problem *p)
{
    uint64_t b = (uint64_t)p->param[BLOCK];

    return b == 3 ? (uint64_t)p->stats->blocks3 : size_mul((uint64_t)p->a->nnz, BSR_SILLY) / (b * b);
}

static uint64_t bytes(const struct problem *p)
{
    uint64_t b = (uint64_t)p->param[BLOCK], block = sizeof(int32_t) + b * b * sizeof(T);

    return size_add(size_mul(blocks_most(p), block),
                    size_mul(2 * lines_of(p) + (uint64_t)p->threads + 2, sizeof(int64_t)));
}

static bool supports(const struct problem *p, struct err *why)
{
    const int64_t b = p->param[BLOCK];

    if (p->a->n < b)
        return err_set(why, ERR_UNSUPPORTED, "a block has %d columns, the matrix %d", (int)b, (int)p->a->n);
    if (b == 3 && size_mul((uint64_t)p->stats->blocks3, 9) > size_mul((uint64_t)p->a->nnz, BSR_SILLY))
        return bsr_refuse(b, p->stats->blocks3, p->a->nnz, why);
    return true;
}

static bool prepare(const struct problem *p, struct plan *out, struct err *e)
{
    size_t cuts = ((size_t)p->threads + 1) * sizeof(int64_t);
    struct bsr *s = calloc(1, sizeof *s + cuts);

    if (!s)
        return err_nomem(e, "the plan", sizeof *s + cuts);
    s->m = p->a->m;
    s->b = p->param[BLOCK];
    s->lines = (int64_t)lines_of(p);
    s->v = plan_vectors_of(p);
    s->stream = (uintptr_t)s->v.y % SIMD_BYTES == 0 && s->v.ldy % LANES == 0 && stream_wanted(p, p->param[STREAM]);
    s->sweep = sweep_find(p, (enum sweep_when)p->param[SWEEP]);
    s->threads = p->threads;
    if (!threads_ready(p->threads, e) || !bsr_build(s, p->a, e)) {
        bsr_release(s);
        return false;
    }
    *out = (struct plan){ .data = s, .bytes = bytes(p) };
    return true;
}

/* A line of blocks: where they are, what they are multiplied by, and where the sums of its rows go. */
struct work {
    const struct bsr *s;
    int64_t begin, end; /* blocks */
    const T *x;
    T *y;
    int rows;
};

/* Sums of one row that are kept apart, so that they do not wait for each other: with few rows too few are on their way.
 */
static ALWAYS_INLINE int apart(const int b)
{
    return b < 4 ? b : b < 6 ? 2 : 1;
}

/* y[r] = Σ val[r][c]·x[first + c] for the rows of a line; b is a constant where this is inlined. */
static ALWAYS_INLINE void line_vector(const int b, const struct work w)
{
    T sum[SUMS] = { 0 };

    for (int64_t at = w.begin; at < w.end; at++) {
        const T *restrict v = w.s->val + at * b * b, *restrict x = w.x + w.s->first[at] * w.s->v.ldx;
        for (int c = 0; c < b; c++)
            for (int r = 0; r < b; r++)
                sum[c % apart(b) * b + r] += v[r * b + c] * x[c * w.s->v.ldx];
    }
    for (int r = 0; r < w.rows; r++) {
        for (int i = 1; i < apart(b); i++)
            sum[r] += sum[i * b + r];
        w.y[r * w.s->v.ldy] = sum[r];
    }
}

/* The same for n vectors of columns from `column`. */
static ALWAYS_INLINE void line_whole(const int b, const int n, const struct work w, int64_t column)
{
    const int sets = n == 1 ? apart(b) : 1;
    simd sum[SUMS] = { { 0 } }; /* [set][row][vector] */

    for (int64_t at = w.begin; at < w.end; at++) {
        const T *restrict v = w.s->val + at * b * b, *restrict x = w.x + w.s->first[at] * w.s->v.ldx + column;
        for (int c = 0; c < b; c++)
            for (int l = 0; l < n; l++) {
                simd xs = simd_load(x + c * w.s->v.ldx + l * LANES);
                for (int r = 0; r < b; r++)
                    sum[(c % sets * b + r) * n + l] += v[r * b + c] * xs;
            }
    }
    for (int r = 0; r < w.rows; r++)
        for (int l = 0; l < n; l++) {
            for (int i = 1; i < sets; i++)
                sum[r * n + l] += sum[(i * b + r) * n + l];
            if (w.s->stream)
                simd_stream(w.y + r * w.s->v.ldy + column + l * LANES, sum[r * n + l]);
            else
                simd_store(w.y + r * w.s->v.ldy + column + l * LANES, sum[r * n + l]);
        }
}

/* The lanes of `rest` from `column`. */
static ALWAYS_INLINE void line_rest(const int b, simd_mask rest, const struct work w, int64_t column)
{
    simd sum[SUMS] = { { 0 } };

    for (int64_t at = w.begin; at < w.end; at++) {
        const T *restrict v = w.s->val + at * b * b, *restrict x = w.x + w.s->first[at] * w.s->v.ldx + column;
        for (int c = 0; c < b; c++) {
            simd xs = simd_load_part(x + c * w.s->v.ldx, rest);
            for (int r = 0; r < b; r++)
                sum[c % apart(b) * b + r] += v[r * b + c] * xs;
        }
    }
    for (int r = 0; r < w.rows; r++) {
        for (int i = 1; i < apart(b); i++)
            sum[r] += sum[i * b + r];
        simd_store_part(w.y + r * w.s->v.ldy + column, sum[r], rest);
    }
}

/* The same in half a vector. */
static ALWAYS_INLINE void line_half(const int b, simd_mask rest, const struct work w, int64_t column)
{
    simd_half sum[SUMS] = { { 0 } };

    for (int64_t at = w.begin; at < w.end; at++) {
        const T *restrict v = w.s->val + at * b * b, *restrict x = w.x + w.s->first[at] * w.s->v.ldx + column;
        for (int c = 0; c < b; c++) {
            simd_half xs = simd_half_load_part(x + c * w.s->v.ldx, rest);
            for (int r = 0; r < b; r++)
                sum[c % apart(b) * b + r] += v[r * b + c] * xs;
        }
    }
    for (int r = 0; r < w.rows; r++) {
        for (int i = 1; i < apart(b); i++)
            sum[r] += sum[i * b + r];
        simd_half_store_part(w.y + r * w.s->v.ldy + column, sum[r], rest);
    }
}

static ALWAYS_INLINE void line_times(const int b, const struct work w, int64_t k)
{
    const int n = SUMS / b;
    int64_t c = 0;

    for (; c + n * LANES <= k; c += n * LANES)
        line_whole(b, n, w, c);
    if (n > 3)
        for (; c + 2 * LANES <= k; c += 2 * LANES)
            line_whole(b, 2, w, c);
    for (; c + LANES <= k; c += LANES)
        line_whole(b, 1, w, c);
    if (k - c > LANES / 2)
        line_rest(b, simd_first((int)(k - c)), w, c);
    else if (c < k)
        line_half(b, simd_first((int)(k - c)), w, c);
}

static ALWAYS_INLINE void lines_times(const int b, const struct bsr *s, int64_t from, int64_t to)
{
    for (int64_t q = from; q < to; q++) {
        const int64_t row = (int64_t)s->order[q] * b;
        struct work w = { s, s->ptr[q], s->ptr[q + 1], s->v.x, (T *)s->v.y + row * s->v.ldy, b };
        w.rows = s->m - row < b ? (int)(s->m - row) : b;
        if (ahead_pays(s->v.k))
            ahead_values((w.end - w.begin) * b * b, s->val + w.begin * b * b);
        if (s->v.k == 1)
            line_vector(b, w);
        else
            line_times(b, w, s->v.k);
    }
    if (s->stream)
        simd_fence();
}

static bool run(void *plan_data, struct err *e)
{
    const struct bsr *s = plan_data;

    if (!threads_ready(s->threads, e))
        return false;
#pragma omp parallel for num_threads(s->threads) schedule(static, 1)
    for (int t = 0; t < s->threads; t++) {
        switch (s->b) {
        case 2:
            lines_times(2, s, s->cut[t], s->cut[t + 1]);
            break;
        case 3:
            lines_times(3, s, s->cut[t], s->cut[t + 1]);
            break;
        case 4:
            lines_times(4, s, s->cut[t], s->cut[t + 1]);
            break;
        case 5:
            lines_times(5, s, s->cut[t], s->cut[t + 1]);
            break;
        case 6:
            lines_times(6, s, s->cut[t], s->cut[t + 1]);
            break;
        case 7:
            lines_times(7, s, s->cut[t], s->cut[t + 1]);
            break;
        default:
            lines_times(8, s, s->cut[t], s->cut[t + 1]);
            break;
        }
    }
    return true;
}

/* As CSR, with the bytes of blocks in place of those of entries; with columns, much of the time goes into rows of X, of
   which a block reads one for its three rows, for zeros filled in as well. */
static double expect(struct problem *p)
{
    double nnz = (double)p->a->nnz, rest = expect_csr(p, true) - nnz * (sizeof(int32_t) + sizeof(T));
    double blocks = (double)bytes(p) - (double)lines_of(p) * sizeof(int64_t);
    double slots = (double)(p->param[BLOCK] * p->param[BLOCK]) * (double)blocks_most(p);

    return blocks + (p->x.k == 1 || nnz == 0 ? 0.9 : 0.7 * slots / nnz) * rest;
}

const struct kernel VARIANT(bsr) = {
    .name = "cpu.bsr.block",
    .what = "dense blocks of 2×2 to 8×8, a row of X serving all rows of a block",
    .source = "Im, Yelick, Vuduc, SPARSITY (2004)",
    .on = "cpu",
    .format = "bsr3",
    .op = OP_MUL,
    .type = VARIANT_TYPE,
    .layout = ROW_MAJOR,
    .params = params,
    .supports = supports,
    .bytes = bytes,
    .expect = expect,
    .prepare = prepare,
    .run = run,
    .release = bsr_release,
};
