/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tmul_omp: Y = Aᵀ·X. Each thread owns a panel of A's columns, which are rows of Y, and alone scatters to it: no
   atomics, and each y[j] is summed in row order for any number of threads. Panels have equal sums of columns and
   entries; a column with more entries than a share is not split. */
#include "cpu/lib/split.h"
#include "cpu/lib/variant.h"

/* The entries of one row in a panel; they end at the start of the next piece. */
struct tmul_piece {
    int64_t row, begin;
};

struct tmul_plan {
    struct plan_held held;
    struct plan_vectors v;
    int threads;
    int32_t *ind;
    T *val;
    struct tmul_piece *piece;
    int64_t *cut;   /* panel t has the columns cut[t] .. cut[t+1]-1 */
    int64_t *first; /* pieces first[t] .. first[t+1]-1 */
    int64_t *entry; /* entries entry[t] .. entry[t+1]-1 */
    const struct csr *a;
};

static uint64_t plan_bytes(const struct csr *a, int threads, uint64_t pieces)
{
    uint64_t entries = size_mul((uint64_t)a->nnz, sizeof(int32_t) + sizeof(T));
    uint64_t cuts = 3 * sizeof(int64_t) * ((uint64_t)threads + 1);
    return size_add(size_add(entries, cuts), size_mul(pieces, sizeof(struct tmul_piece)));
}

/* At most one piece per entry, and per row and panel; one more ends the last. */
static uint64_t bytes(const struct problem *p)
{
    uint64_t most = size_mul((uint64_t)p->a->m, (uint64_t)p->threads), nnz = (uint64_t)p->a->nnz;
    return plan_bytes(p->a, p->threads, (most < nnz ? most : nnz) + 1);
}

/* Cuts the columns into panels by their entries. */
static bool cut_columns(struct tmul_plan *plan, struct err *e)
{
    const struct csr *a = plan->a;
    int64_t *ptr = calloc((size_t)a->n + 1, sizeof *ptr);

    if (!ptr)
        return err_nomem(e, "a count of the columns", ((uint64_t)a->n + 1) * sizeof *ptr);
    for (int64_t s = 0; s < a->nnz; s++)
        ptr[a->ind[s] + 1]++;
    for (int64_t j = 0; j < a->n; j++)
        ptr[j + 1] += ptr[j];
    split_rows(ptr, a->n, plan->threads, plan->cut);
    for (int t = 0; t <= plan->threads; t++)
        plan->entry[t] = ptr[plan->cut[t]];
    free(ptr);
    return true;
}

static void count_pieces(const void *plan_data, int t)
{
    const struct tmul_plan *plan = plan_data;
    const struct csr *a = plan->a;
    int64_t count = 0;

    for (int64_t i = 0; i < a->m; i++) {
        int64_t s = csr_search(a, i, plan->cut[t]);
        count += s < a->ptr[i + 1] && a->ind[s] < plan->cut[t + 1];
    }
    plan->first[t + 1] = count;
}

static void copy_panel(const void *plan_data, int t)
{
    const struct tmul_plan *plan = plan_data;
    const struct csr *a = plan->a;
    struct tmul_piece *piece = plan->piece + plan->first[t];
    int64_t at = plan->entry[t];

    for (int64_t i = 0; i < a->m; i++) {
        int64_t s = csr_search(a, i, plan->cut[t]), end = s;
        while (end < a->ptr[i + 1] && a->ind[end] < plan->cut[t + 1])
            end++;
        if (s == end)
            continue;
        *piece++ = (struct tmul_piece){ i, at };
        memcpy(plan->ind + at, a->ind + s, (size_t)(end - s) * sizeof *a->ind);
        memcpy(plan->val + at, (const T *)a->val + s, (size_t)(end - s) * sizeof(T));
        at += end - s;
    }
}

static bool prepare(const struct problem *p, struct plan *out, struct err *e)
{
    const struct csr *a = p->a;
    const int threads = p->threads;
    size_t cuts = (size_t)threads + 1;
    struct tmul_plan *plan = plan_new(sizeof *plan, e);

    if (!plan)
        return false;
    plan->a = a;
    plan->v = plan_vectors_of(p);
    plan->threads = threads;
    if (!(plan->cut = plan_memory(plan, 3 * cuts * sizeof *plan->cut, "the panels", e)))
        goto failed;
    memset(plan->cut, 0, 3 * cuts * sizeof *plan->cut);
    plan->first = plan->cut + cuts;
    plan->entry = plan->first + cuts;
    if (!cut_columns(plan, e) || !threads_share(threads, threads, count_pieces, plan, e))
        goto failed;
    for (int t = 0; t < threads; t++)
        plan->first[t + 1] += plan->first[t];
    uint64_t nnz = (uint64_t)a->nnz, pieces = (uint64_t)plan->first[threads] + 1;
    if (!(plan->ind = plan_memory(plan, size_mul(nnz, sizeof *plan->ind), "column indices", e)) ||
        !(plan->val = plan_memory(plan, size_mul(nnz, sizeof(T)), "values", e)) ||
        !(plan->piece = plan_memory(plan, size_mul(pieces, sizeof *plan->piece), "pieces of rows", e)) ||
        !threads_share(threads, threads, copy_panel, plan, e))
        goto failed;
    plan->piece[pieces - 1] = (struct tmul_piece){ a->m, a->nnz };
    return plan_end(plan, true, plan_bytes(a, threads, pieces), out);
failed:
    return plan_end(plan, false, 0, out);
}

/* y[j][c] = Σ over the rows i of A of a[i][j]·x[i][c], for the columns j of panel t */
static void panel_times(const void *plan_data, int t)
{
    const struct tmul_plan *plan = plan_data;
    const int64_t k = plan->v.k, ldx = plan->v.ldx, ldy = plan->v.ldy;
    const int32_t *restrict ind = plan->ind;
    const T *restrict val = plan->val;
    T *restrict y = plan->v.y;

    for (int64_t j = plan->cut[t]; j < plan->cut[t + 1]; j++)
        memset(y + j * ldy, 0, (size_t)k * sizeof(T));
    for (int64_t q = plan->first[t]; q < plan->first[t + 1]; q++) {
        const T *restrict x = (const T *)plan->v.x + plan->piece[q].row * ldx;
        const int64_t end = plan->piece[q + 1].begin;
        for (int64_t s = plan->piece[q].begin; s < end; s++) {
            T *restrict yj = y + ind[s] * ldy;
            const T a = val[s];
            for (int64_t c = 0; c < k; c++)
                yj[c] += a * x[c];
        }
    }
}

static bool run(void *plan_data, struct err *e)
{
    const struct tmul_plan *plan = plan_data;

    return threads_share(plan->threads, plan->threads, panel_times, plan, e);
}

const struct kernel VARIANT(tmul_omp) = {
    CPU_KERNEL,
    .name = "cpu.tmul.omp",
    .what = "each thread owns a panel of A's columns, cut by entries",
    .format = "csr",
    .op = OP_TMUL,
    .bytes = bytes,
    .prepare = prepare,
    .run = run,
};
