/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sym_lower: Y = A·X for A = Aᵀ from its lower triangle: half the bytes. An entry a_ij of row i, j ≤ i, gives y_i +=
   a_ij·x_j and, off the diagonal, y_j += a_ij·x_i. A thread has a run of rows and a private buffer for its additions to
   earlier rows. Afterwards each thread adds the buffers to its rows in thread order, so results are repeatable. Within
   its run a thread writes y_i before a later row adds to it, so Y need not be cleared. */
#include "cpu/device/memory.h"
#include "cpu/lib/split.h"
#include "cpu/lib/variant.h"

#include "cpu/lib/simd.h"

struct sym_lower {
    struct plan_held held;
    int64_t m;
    int64_t *ptr;
    int32_t *ind;
    T *val;
    struct plan_vectors v;
    int threads;
    int64_t *cut; /* threads + 1: rows of each thread */
    int64_t *low; /* threads: the first row that a thread adds to, ≤ cut[t] */
    T **owed;     /* threads: the buffer of a thread, (cut[t] - low[t]) × k; all in one piece of memory */
};

/* The entries on and below the diagonal. */
static uint64_t entries_of(const struct problem *p)
{
    return ((uint64_t)p->a->nnz + (uint64_t)p->stats->diagonal) / 2;
}

static uint64_t triangle_bytes(const struct problem *p)
{
    return size_csr((uint64_t)p->a->m, entries_of(p), sizeof(T));
}

static uint64_t bytes(const struct problem *p)
{
    uint64_t lower = (uint64_t)p->stats->bandwidth_lower, threads = (uint64_t)p->threads;
    uint64_t owed = size_mul(size_mul(threads - 1, lower), size_mul((uint64_t)p->y.k, sizeof(T)));

    return size_add(size_add(triangle_bytes(p), owed), (3 * threads + 1) * sizeof(int64_t) + threads * MEMORY_LINE);
}

static bool supports(const struct problem *p, struct err *why)
{
    if (p->a->m != p->a->n)
        return err_set(why, ERR_UNSUPPORTED, "A is not square, so it is not symmetric");
    if (p->stats->value_symmetry != 1)
        return err_set(why, ERR_UNSUPPORTED, "A is not symmetric: %.3g%% of its entries have an equal mirror image",
                       100 * p->stats->value_symmetry);
    return true;
}

static bool allocate(struct sym_lower *s, const struct problem *p, struct err *e)
{
    size_t threads = (size_t)p->threads;

    return (s->ptr = plan_memory(s, size_mul((uint64_t)p->a->m + 1, sizeof *s->ptr), "row pointers", e)) &&
           (s->ind = plan_memory(s, size_mul(entries_of(p), sizeof *s->ind), "column indices", e)) &&
           (s->val = plan_memory(s, size_mul(entries_of(p), sizeof *s->val), "values", e)) &&
           (s->cut = plan_memory(s, (threads + 1) * sizeof *s->cut, "the plan", e)) &&
           (s->low = plan_memory(s, threads * sizeof *s->low, "the plan", e)) &&
           (s->owed = plan_memory(s, threads * sizeof *s->owed, "the plan", e));
}

/* Copies the lower triangle of thread t's rows, and finds the first row they add to. */
static void fill(struct sym_lower *s, const struct csr *a, int t)
{
    const T *val = a->val;

    s->low[t] = s->cut[t];
    for (int64_t i = s->cut[t]; i < s->cut[t + 1]; i++) {
        int64_t from = a->ptr[i], count = s->ptr[i + 1] - s->ptr[i];
        if (count == 0)
            continue;
        memcpy(s->ind + s->ptr[i], a->ind + from, (size_t)count * sizeof *s->ind);
        memcpy(s->val + s->ptr[i], val + from, (size_t)count * sizeof *s->val);
        s->low[t] = a->ind[from] < s->low[t] ? a->ind[from] : s->low[t];
    }
}

/* Each buffer begins on a cache line. */
static uint64_t owed_bytes(const struct sym_lower *s, int t)
{
    const uint64_t bytes = size_mul((uint64_t)(s->cut[t] - s->low[t]), (uint64_t)s->v.k * sizeof(T));

    return (bytes + MEMORY_LINE - 1) / MEMORY_LINE * MEMORY_LINE;
}

static bool allocate_owed(struct sym_lower *s, struct err *e)
{
    uint64_t all = 0;

    for (int t = 0; t < s->threads; t++)
        all = size_add(all, owed_bytes(s, t));
    char *at = plan_memory(s, all, "sums for rows of other threads", e);
    if (!at)
        return false;
    for (int t = 0; t < s->threads; at += owed_bytes(s, t++))
        s->owed[t] = (T *)(void *)at;
    return true;
}

static bool prepare(const struct problem *p, struct plan *out, struct err *e)
{
    const struct csr *a = p->a;
    struct sym_lower *s = plan_new(sizeof *s, e);

    if (!s)
        return false;
    s->m = a->m;
    s->v = plan_vectors_of(p);
    s->threads = p->threads;
    if (!threads_ready(p->threads, e) || !allocate(s, p, e))
        return plan_end(s, false, 0, out);
    s->ptr[0] = 0;
#pragma omp parallel for num_threads(s->threads) schedule(static)
    for (int64_t i = 0; i < a->m; i++) {
        int64_t q = a->ptr[i];
        while (q < a->ptr[i + 1] && a->ind[q] <= i)
            q++;
        s->ptr[i + 1] = q - a->ptr[i];
    }
    for (int64_t i = 0; i < a->m; i++)
        s->ptr[i + 1] += s->ptr[i];
    split_rows(s->ptr, s->m, s->threads, s->cut);
#pragma omp parallel for num_threads(s->threads) schedule(static, 1)
    for (int t = 0; t < s->threads; t++)
        fill(s, a, t);
    const bool ok = plan_end(s, allocate_owed(s, e), bytes(p), out);
    out->traffic = kernel_traffic_with(p, triangle_bytes(p));
    return ok;
}

/* Row j of Y is y[(j - base)*ld]. */
struct sym_target {
    T *y;
    int64_t base, ld;
};

/* sum += Σ a_ij·x_j, y_j += a_ij·x_i for entries from .. to-1 of row i; w vectors, or if `part` the lanes of `rest`. */
static ALWAYS_INLINE void entries_times(const int w, const bool part, simd_mask rest, const struct sym_lower *s,
                                        int64_t i, int64_t from, int64_t to, struct sym_target out, int64_t column,
                                        simd *sum)
{
    const T *x = (const T *)s->v.x + column, *xi = x + i * s->v.ldx;
    simd own[4];

    for (int l = 0; l < w; l++)
        own[l] = part ? simd_load_part(xi, rest) : simd_load(xi + l * LANES);
    for (int64_t q = from; q < to; q++) {
        const T *xj = x + s->ind[q] * s->v.ldx, v = s->val[q];
        T *y = out.y + (s->ind[q] - out.base) * out.ld + column;
        for (int l = 0; l < w; l++)
            if (part) {
                sum[l] += v * simd_load_part(xj, rest);
                simd_store_part(y, simd_load_part(y, rest) + v * own[l], rest);
            } else {
                sum[l] += v * simd_load(xj + l * LANES);
                simd_store(y + l * LANES, simd_load(y + l * LANES) + v * own[l]);
            }
    }
}

/* Row i of thread t: entries left of the thread's first row add to the buffer, the others to Y. */
static ALWAYS_INLINE void row_tile(const int w, const bool part, simd_mask rest, const struct sym_lower *s, int t,
                                   int64_t i, int64_t column)
{
    const int64_t first = s->cut[t], end = s->ptr[i + 1];
    const struct sym_target owed = { s->owed[t], s->low[t], s->v.k }, own = { s->v.y, 0, s->v.ldy };
    T *y = (T *)s->v.y + i * s->v.ldy + column;
    const T *xi = (const T *)s->v.x + i * s->v.ldx + column;
    int64_t last = end > s->ptr[i] && s->ind[end - 1] == i ? end - 1 : end, q = s->ptr[i];
    simd sum[4] = { { 0 } };

    while (q < last && s->ind[q] < first)
        q++;
    entries_times(w, part, rest, s, i, s->ptr[i], q, owed, column, sum);
    entries_times(w, part, rest, s, i, q, last, own, column, sum);
    for (int l = 0; l < w; l++) {
        if (last < end)
            sum[l] += s->val[last] * (part ? simd_load_part(xi, rest) : simd_load(xi + l * LANES));
        if (part)
            simd_store_part(y, sum[l], rest);
        else
            simd_store(y + l * LANES, sum[l]);
    }
}

/* k = 1 */
static void row_vector(const struct sym_lower *s, int t, int64_t i)
{
    const int64_t ldx = s->v.ldx, ldy = s->v.ldy, first = s->cut[t], end = s->ptr[i + 1];
    const T *restrict x = s->v.x, xi = x[i * ldx];
    T *restrict y = s->v.y, *restrict owed = s->owed[t], sum = 0;
    int64_t q = s->ptr[i];

    for (; q < end && s->ind[q] < first; q++) {
        sum += s->val[q] * x[s->ind[q] * ldx];
        owed[s->ind[q] - s->low[t]] += s->val[q] * xi;
    }
    for (; q < end && s->ind[q] < i; q++) {
        sum += s->val[q] * x[s->ind[q] * ldx];
        y[s->ind[q] * ldy] += s->val[q] * xi;
    }
    y[i * ldy] = q < end ? sum + s->val[q] * xi : sum;
}

static void rows_times(const void *plan, int t)
{
    const struct sym_lower *s = plan;
    const int64_t from = s->cut[t], to = s->cut[t + 1], k = s->v.k;
    const simd_mask none = simd_first(0);
    int64_t c = 0;

    memset(s->owed[t], 0, (size_t)((from - s->low[t]) * k) * sizeof(T));
    for (int64_t i = from; k == 1 && i < to; i++)
        row_vector(s, t, i);
    for (; k > 1 && c + 4 * LANES <= k; c += 4 * LANES)
        for (int64_t i = from; i < to; i++)
            row_tile(4, false, none, s, t, i, c);
    for (; k > 1 && c + LANES <= k; c += LANES)
        for (int64_t i = from; i < to; i++)
            row_tile(1, false, none, s, t, i, c);
    for (int64_t i = from; k > 1 && c < k && i < to; i++)
        row_tile(1, true, simd_first((int)(k - c)), s, t, i, c);
}

/* Adds the buffers of later threads to the rows of thread t. */
static void collect(const void *plan, int t)
{
    const struct sym_lower *s = plan;
    T *restrict y = s->v.y;

    for (int u = t + 1; u < s->threads; u++) {
        int64_t from = s->low[u] > s->cut[t] ? s->low[u] : s->cut[t], to = s->cut[t + 1];
        for (int64_t i = from; i < to; i++)
            for (int64_t c = 0; c < s->v.k; c++)
                y[i * s->v.ldy + c] += s->owed[u][(i - s->low[u]) * s->v.k + c];
    }
}

static bool run(void *plan_data, struct err *e)
{
    const struct sym_lower *s = plan_data;

    return threads_share(s->threads, s->threads, rows_times, s, e) &&
           threads_share(s->threads, s->threads, collect, s, e);
}

/* An off-diagonal entry saves reading its mirror image; adding to Y costs SCATTER bytes. The buffers are written and
   read. With k > 1, Y costs more than half of A saves. */
static double expect(struct problem *p)
{
    enum { SCATTER = 7 };
    const double mirrors = (double)(p->a->nnz - p->stats->diagonal) / 2;
    const double owed = (double)(p->threads - 1) * (double)p->stats->bandwidth_lower * 2 * sizeof(T);

    if (p->x.k > 1)
        return 2 * expect_csr(p, true);
    return expect_csr(p, true) + mirrors * (SCATTER - (double)(sizeof(int32_t) + sizeof(T))) + owed;
}

const struct kernel VARIANT(sym_lower) = {
    CPU_PRODUCT,
    CPU_OWN,
    .name = "cpu.sym.lower",
    .what = "the lower triangle of a symmetric matrix, each entry used twice: half the bytes",
    .source = "Gkountouvas et al., IPDPS 2013",
    .format = "csr.lower",
    .compressed = true,
    .supports = supports,
    .divide = division_by_work,
};
