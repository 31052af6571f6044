/* SPDX-License-Identifier: GPL-3.0-or-later */
/* csr_balanced: Y = A·X from CSR cut once, at preparation, into runs of rows that hold equal shares of rows and
   entries; each thread's run lies in memory that it wrote first. SIMD gathers along the row (k = 1) or vectors across
   X's columns. PREFETCH asks for x[ind[e + PREFETCH]] while entry e is multiplied: it pays where x is larger than the
   caches and is read at random, and costs where it is not. */
#include "cpu/device/threads.h"
#include "cpu/lib/expect.h"
#include "cpu/lib/share.h"
#include "cpu/lib/variant.h"

#include "cpu/lib/prefetch.h"
#include "cpu/lib/row.h"
#include "cpu/lib/tile.h"

enum { PREFETCH };

static const struct param params[] = {
    [PREFETCH] = { "PREFETCH", "entries ahead of which x is asked for; 0: never", 0, SHARE_AHEAD, 0, NULL },
    { 0 },
};

/* Rows shorter than this are summed one entry at a time. */
enum { SHORT = LANES / 2 };

static void ask(const T *x, int64_t ld, const int32_t *ind, int64_t len)
{
    for (int64_t e = 0; e < len; e++)
        __builtin_prefetch(x + ind[e] * ld);
}

/* y[i] = Σ_e val[e]·x[ind[e]] for the rows of a share */
static void rows_vector(const struct plan_csr *a, int64_t from, int64_t to)
{
    const int64_t ahead = a->param[PREFETCH], ldx = a->v.ldx;
    const T *restrict val = a->val, *restrict x = a->v.x;
    T *restrict y = a->v.y;
    int64_t asked = plan_begin(a, from);

    for (int64_t i = from; i < to; i++) {
        int64_t begin = plan_begin(a, i), len = plan_begin(a, i + 1) - begin;
        const int32_t *restrict ind = a->ind + begin;
        if (a->v.ahead)
            asked = ahead_until(asked, begin + len, a->ind, val);
        if (ahead)
            ask(x, ldx, ind + ahead, len);
        y[i * a->v.ldy] =
            len < SHORT || ldx != 1 ? tile_dot(len, ind, val + begin, x, ldx) : row_dot(len, ind, val + begin, x);
    }
}

static void rows_columns(const struct plan_csr *a, int64_t from, int64_t to)
{
    const T *restrict val = a->val, *restrict x = a->v.x;
    T *restrict y = a->v.y;
    int64_t asked = plan_begin(a, from);

    for (int64_t i = from; i < to; i++) {
        int64_t begin = plan_begin(a, i), len = plan_begin(a, i + 1) - begin;
        if (a->param[PREFETCH])
            ask(x, a->v.ldx, a->ind + begin + a->param[PREFETCH], len);
        if (a->v.ahead)
            asked = ahead_until(asked, begin + len, a->ind, val);
        tile_times(len, a->ind + begin, val + begin, x, a->v.ldx, a->v.k, y + i * a->v.ldy);
    }
}

static void share_times(const void *plan, int t)
{
    const struct share *s = plan;

    if (s->a.v.k == 1)
        rows_vector(&s->a, s->cut[t], s->cut[t + 1]);
    else
        rows_columns(&s->a, s->cut[t], s->cut[t + 1]);
}

static bool run(void *plan_data, struct err *e)
{
    const struct share *s = plan_data;

    return threads_share(s->a.threads, s->a.threads, share_times, s, e);
}

static double expect(struct problem *p)
{
    return expect_csr(p, true);
}

const struct kernel VARIANT(csr_balanced) = {
    .name = "cpu.csr.balanced",
    .what = "runs of rows with equal shares of nonzeros, cut once; SIMD along the row or across X's columns",
    .source = "Williams et al., SC 2007",
    .on = "cpu",
    .format = "csr",
    .op = OP_MUL,
    .type = VARIANT_TYPE,
    .layout = ROW_MAJOR,
    .params = params,
    .bytes = share_bytes,
    .expect = expect,
    .prepare = share_prepare,
    .run = run,
    .release = share_release,
};
