/* SPDX-License-Identifier: GPL-3.0-or-later */
/* csr_packed: Y = A·X from compressed CSR. A column is 16 bits, its distance from base(i) = max(0, i - lower
   bandwidth), which needs no storage. This requires both bandwidths together to be under 2¹⁶, or at most 2¹⁶ columns
   (base 0). Values are kept in full, or, if at most 256 differ, as 8-bit codes into a dictionary, bit for bit. An f64
   nonzero takes 10 or 3 bytes instead of 12. */
#include "core/matrix/value_codes.h"
#include "cpu/lib/split.h"
#include "cpu/lib/variant.h"

#include "cpu/lib/simd.h"

enum { TILE = 4 };

struct csr_packed {
    struct plan_held held;
    int64_t m, lower;
    int64_t *ptr;
    uint16_t *near; /* columns beyond base */
    T *val;         /* NULL: codes */
    uint8_t *code;
    T value[VALUE_CODES]; /* of each code */
    struct plan_vectors v;
    int threads;
    int64_t cut[];
};

/* i - base(i): the lower bandwidth, or more than any i for base 0. -1: 16 bits are too few. */
static int64_t lower_of(const struct problem *p)
{
    if (p->a->n <= UINT16_MAX + 1)
        return INT32_MAX;
    return p->stats->bandwidth_lower + p->stats->bandwidth_upper <= UINT16_MAX ? p->stats->bandwidth_lower : -1;
}

static bool supports(const struct problem *p, struct err *why)
{
    if (lower_of(p) >= 0)
        return true;
    return err_set(why, ERR_UNSUPPORTED, "16-bit columns reach 65,535 beyond a row's first; A's bandwidth is %lld",
                   (long long)(p->stats->bandwidth_lower + p->stats->bandwidth_upper));
}

static uint64_t packed_bytes(const struct problem *p, uint64_t value)
{
    uint64_t entries = size_mul((uint64_t)p->a->nnz, sizeof(uint16_t) + value);

    return size_add(entries, size_mul((uint64_t)p->a->m + 1, sizeof(int64_t)));
}

/* An upper bound: values in full; only `prepare` looks for a dictionary. */
static uint64_t bytes(const struct problem *p)
{
    return size_add(packed_bytes(p, sizeof(T)), ((uint64_t)p->threads + 1) * sizeof(int64_t));
}

static inline int64_t base_of(const struct csr_packed *s, int64_t i)
{
    return i > s->lower ? i - s->lower : 0;
}

/* codes: NULL for values in full. */
static void fill(struct csr_packed *s, const struct csr *a, const struct value_codes *codes, int t)
{
    for (int64_t i = s->cut[t]; i < s->cut[t + 1]; i++) {
        int64_t base = base_of(s, i);
        s->ptr[i + 1] = a->ptr[i + 1];
        for (int64_t e = a->ptr[i]; e < a->ptr[i + 1]; e++) {
            s->near[e] = (uint16_t)(a->ind[e] - base);
            value_store(a, e, codes, codes ? (void *)s->code : s->val, e);
        }
    }
}

static bool prepare(const struct problem *p, struct plan *out, struct err *e)
{
    const struct csr *a = p->a;
    uint64_t nnz = (uint64_t)a->nnz;
    size_t cuts = ((size_t)p->threads + 1) * sizeof(int64_t);
    struct csr_packed *s = plan_new(sizeof *s + cuts, e);
    struct value_codes codes;

    if (!s)
        return false;
    const bool coded = value_codes_find(a, false, &codes);
    s->m = a->m;
    s->lower = lower_of(p);
    s->v = plan_vectors_of(p);
    s->threads = p->threads;
    for (int c = 0; coded && c < codes.count; c++)
        s->value[c] = (T)codes.value[c];
    if (!threads_ready(p->threads, e) ||
        !(s->ptr = plan_memory(s, size_mul((uint64_t)a->m + 1, sizeof *s->ptr), "row pointers", e)) ||
        !(s->near = plan_memory(s, size_mul(nnz, sizeof *s->near), "16-bit columns", e)) ||
        (coded ? !(s->code = plan_memory(s, nnz, "codes of the values", e))
               : !(s->val = plan_memory(s, size_mul(nnz, sizeof *s->val), "values", e))))
        return plan_end(s, false, 0, out);
    s->ptr[0] = 0;
    split_rows(a->ptr, a->m, p->threads, s->cut);
#pragma omp parallel for num_threads(p->threads) schedule(static, 1)
    for (int t = 0; t < p->threads; t++)
        fill(s, a, coded ? &codes : NULL, t);
    plan_end(s, true, bytes(p), out);
    out->traffic = kernel_traffic_with(p, coded ? packed_bytes(p, 1) + (uint64_t)codes.count * sizeof(T)
                                                : packed_bytes(p, sizeof(T)));
    out->slots = coded ? (uint64_t)codes.count : 0;
    return true;
}

/* y[i] = Σ value(e)·x[base + near[e]] in four scalar sums: vectors are slower (0.65×): an entry takes two lookups. */
static ALWAYS_INLINE void rows_vector(const bool coded, const struct csr_packed *s, int64_t from, int64_t to)
{
    const T *restrict table = s->value;
    const int64_t ldx = s->v.ldx;
    T *restrict y = s->v.y;

    for (int64_t i = from; i < to; i++) {
        const int64_t begin = s->ptr[i], len = s->ptr[i + 1] - begin;
        const uint16_t *restrict near = s->near + begin;
        const uint8_t *restrict code = coded ? s->code + begin : NULL;
        const T *restrict val = coded ? NULL : s->val + begin, *restrict x = (const T *)s->v.x;
        T sum[4] = { 0 };
        int64_t e = 0;
        if (len > 0)
            x += base_of(s, i) * ldx;
        for (; e + 4 <= len; e += 4)
            for (int u = 0; u < 4; u++)
                sum[u] += (coded ? table[code[e + u]] : val[e + u]) * x[near[e + u] * ldx];
        for (; e < len; e++)
            sum[0] += (coded ? table[code[e]] : val[e]) * x[near[e] * ldx];
        y[i * s->v.ldy] = (sum[0] + sum[1]) + (sum[2] + sum[3]);
    }
}

/* w vectors of X's columns from `column` on; if `part`, only the lanes of `rest`, and w = 1. */
static ALWAYS_INLINE void row_tile(const bool coded, const int w, const bool part, simd_mask rest,
                                   const struct csr_packed *s, int64_t i, int64_t column)
{
    const int64_t begin = s->ptr[i], end = s->ptr[i + 1];
    const T *x = (const T *)s->v.x + column + (begin < end ? base_of(s, i) * s->v.ldx : 0);
    T *y = (T *)s->v.y + i * s->v.ldy + column;
    simd sum[TILE] = { { 0 } };

    for (int64_t e = begin; e < end; e++) {
        const T *from = x + s->near[e] * s->v.ldx, v = coded ? s->value[s->code[e]] : s->val[e];
        for (int l = 0; l < w; l++)
            sum[l] += v * (part ? simd_load_part(from, rest) : simd_load(from + l * LANES));
    }
    for (int l = 0; l < w; l++)
        if (part)
            simd_store_part(y, sum[0], rest);
        else
            simd_store(y + l * LANES, sum[l]);
}

static ALWAYS_INLINE void rows_columns(const bool coded, const struct csr_packed *s, int64_t from, int64_t to)
{
    const simd_mask none = simd_first(0);

    for (int64_t i = from; i < to; i++) {
        int64_t c = 0;
        for (; c + TILE * LANES <= s->v.k; c += TILE * LANES)
            row_tile(coded, TILE, false, none, s, i, c);
        for (; c + LANES <= s->v.k; c += LANES)
            row_tile(coded, 1, false, none, s, i, c);
        if (c < s->v.k)
            row_tile(coded, 1, true, simd_first((int)(s->v.k - c)), s, i, c);
    }
}

static void piece_run(const void *plan, int t)
{
    const struct csr_packed *s = plan;

    if (s->v.k == 1 && s->code)
        rows_vector(true, s, s->cut[t], s->cut[t + 1]);
    else if (s->v.k == 1)
        rows_vector(false, s, s->cut[t], s->cut[t + 1]);
    else if (s->code)
        rows_columns(true, s, s->cut[t], s->cut[t + 1]);
    else
        rows_columns(false, s, s->cut[t], s->cut[t + 1]);
}

static bool run(void *plan_data, struct err *e)
{
    const struct csr_packed *s = plan_data;

    return threads_share(s->threads, s->threads, piece_run, s, e);
}

/* 10 or 3 bytes per entry: only `prepare` looks at the values. Rows of X are not prefetched, and few vectors wait for
   their sums (NOTES.md, cpu.auto). */
static double expect(struct problem *p)
{
    enum { PART = 8, WAITING = 2 };
    const int64_t k = p->x.k; /* columns that do not fill vectors are slow */
    const bool far = k > 1 && dense_bytes(&p->x) > p->device->cache / PART;
    const bool slow = k > 1 && (k <= WAITING * LANES || k % LANES != 0);

    return (far ? 2 : 1) * (slow ? 1.3 : 1.0) * expect_csr(p, true);
}

const struct kernel VARIANT(csr_packed) = {
    CPU_PRODUCT,
    CPU_OWN,
    .name = "cpu.csr.packed",
    .what = "compressed: 16-bit columns within the band, values as 8-bit codes if at most 256 differ",
    .source = "Willcock, Lumsdaine, ICS 2006; Kourtis, Goumas, Koziris, CF 2008",
    .format = "csr.packed",
    .compressed = true,
    .supports = supports,
    .divide = division_by_work,
};
