/* SPDX-License-Identifier: GPL-3.0-or-later */
/* csr_merge: Y = A·X from CSR by merge path: the m row ends and nnz entries form a path of m + nnz steps, split equally
   among threads, so long rows are split, too. A thread writes the rows that end in its piece and keeps the partial sum
   of its last row as a carry. Carries are added in thread order, so results are repeatable. */
#include "cpu/lib/split.h"
#include "cpu/lib/variant.h"

#include "cpu/lib/prefetch.h"
#include "cpu/lib/tile.h"

/* The start of a thread's piece. */
struct corner {
    int64_t row, entry;
};

struct csr_merge {
    struct plan_csr a;
    T *carry; /* threads × k, at least a cache line apart */
    int64_t carry_ld;
    struct corner corner[]; /* threads + 1 */
};

static int64_t carry_ld(int64_t k)
{
    return (k + 64 / (int64_t)sizeof(T)) / LANES * LANES + LANES;
}

static uint64_t bytes(const struct problem *p)
{
    uint64_t threads = (uint64_t)p->threads, carry = size_mul(threads * sizeof(T), (uint64_t)carry_ld(p->y.k));

    return size_add(size_add(plan_csr_bytes(p), carry), (threads + 1) * sizeof(struct corner));
}

static bool prepare(const struct problem *p, struct plan *out, struct err *e)
{
    const struct csr *a = p->a;
    size_t corners = ((size_t)p->threads + 1) * sizeof(struct corner);
    struct csr_merge *plan = plan_csr_new(p, sizeof *plan + corners, e);

    if (!plan)
        return false;
    plan->carry_ld = carry_ld(p->y.k);
    plan->carry = plan_memory(plan, (uint64_t)p->threads * (uint64_t)plan->carry_ld * sizeof(T), "carries", e);
    for (int t = 0; t <= p->threads; t++) {
        int64_t step = split_step(a->m + a->nnz, t, p->threads);
        int64_t row = split_path(a->ptr, a->m, step);
        plan->corner[t] = (struct corner){ row, step - row };
    }
    return plan_end(plan, plan->carry != NULL, bytes(p), out);
}

/* y[0..k) = Σ over the entries from .. to-1 */
static void piece(const struct plan_csr *a, int64_t from, int64_t to, T *restrict y)
{
    tile_times(to - from, a->ind + from, (const T *)a->val + from, a->v.x, a->v.ldx, a->v.k, y);
}

/* Rows of one entry multiplied at once. */
enum { ONES = 8 };

static bool ones(const struct plan_csr *a, int64_t i)
{
    bool all = true;

    for (int r = 0; r < ONES; r++)
        all &= a->ptr32[i + r + 1] - a->ptr32[i + r] == 1;
    return all;
}

/* y[i] = val·x[ind] for rows of one entry, from row i up to `end`; e is row i's entry. Returns the row after them. */
static int64_t ones_times(const struct plan_csr *a, int64_t i, int64_t end, int64_t e)
{
    const T *restrict val = (const T *)a->val + e, *restrict x = a->v.x;
    const int32_t *restrict ind = a->ind + e;
    T *restrict y = a->v.y;

    for (; i + ONES <= end && ones(a, i); i += ONES, val += ONES, ind += ONES) {
        if (a->v.prefetch)
            prefetch_row(ONES, ind, val);
        for (int r = 0; r < ONES; r++)
            y[i + r] = val[r] * x[ind[r]];
    }
    return i;
}

/* Rows from.row .. to.row-1 end here; row to.row has its entries up to to.entry here and the others in later pieces. */
static void walk(const struct plan_csr *a, struct corner from, struct corner to, T *restrict carry)
{
    const bool prefetch = a->v.prefetch, single = a->v.k == 1 && a->v.ldx == 1 && a->v.ldy == 1 && a->ptr32;
    int64_t entry = from.entry, fetched = entry;

    for (int64_t i = from.row; i < to.row; i++) {
        int64_t end = plan_begin(a, i + 1);
        if (single && end == entry + 1 && plan_begin(a, i) == entry) {
            int64_t next = ones_times(a, i, to.row, entry);
            entry += next - i;
            fetched = fetched < entry ? entry : fetched;
            i = next;
            if (i == to.row)
                break;
            end = plan_begin(a, i + 1);
        }
        if (prefetch)
            fetched = prefetch_until(fetched, end, a->ind, a->val);
        piece(a, entry, end, (T *)a->v.y + i * a->v.ldy);
        entry = end;
    }
    if (prefetch)
        prefetch_until(fetched, to.entry, a->ind, a->val);
    piece(a, entry, to.entry, carry);
}

static bool run(void *plan_data, struct err *e)
{
    const struct csr_merge *p = plan_data;
    const struct plan_csr *a = &p->a;

    if (!threads_ready(a->threads, e))
        return false;
#pragma omp parallel for num_threads(a->threads) schedule(static, 1)
    for (int t = 0; t < a->threads; t++)
        walk(a, p->corner[t], p->corner[t + 1], p->carry + t * p->carry_ld);
    for (int t = 0; t + 1 < a->threads; t++) {
        T *restrict y = (T *)a->v.y + p->corner[t + 1].row * a->v.ldy;
        if (p->corner[t + 1].row < a->m)
            for (int64_t c = 0; c < a->v.k; c++)
                y[c] += p->carry[t * p->carry_ld + c];
    }
    return true;
}

static double expect(struct problem *p)
{
    return 1.1 * expect_csr(p, false);
}

static void divide(const struct problem *p, struct division *d)
{
    division_by_work(p, d);
    d->rule = "exactly equal shares of rows and entries, cut inside rows";
    d->inside = true;
}

const struct kernel VARIANT(csr_merge) = {
    CPU_PRODUCT,
    CPU_OWN,
    .name = "cpu.csr.merge",
    .what = "merge path: equal shares of rows and nonzeros, long rows split, carries added in a fixed order",
    .source = "Merrill, Garland, SC 2016",
    .format = "csr",
    .divide = divide,
};
