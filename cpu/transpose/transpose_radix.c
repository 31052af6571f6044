/* SPDX-License-Identifier: GPL-3.0-or-later */
/* transpose_radix: Aᵀ in two passes in memory order. First each worker deals the entries of its rows into buckets of
   2^shift neighbouring columns, through a buffer of whole cache lines per bucket, written by non-temporal stores when
   full (write combining). Then each bucket, small enough for L2, is counted, summed, and scattered as in the serial
   kernel, while the next one and its part of T are prefetched. Workers have ascending rows, and a bucket is read worker
   by worker, so rows are in order in every column. About 70 bytes move per nonzero (f64); a scatter to cold memory
   moves two cache lines back and forth. */
#include <omp.h>

#include "cpu/device/memory.h"
#include "cpu/lib/variant.h"
#include "cpu/transpose/column_scan.h"

#include "cpu/lib/simd.h"

enum { BUCKETS };

static const struct param params[] = {
    [BUCKETS] = { "BUCKETS", "the most buckets of columns", 1, 1 << 16, 2048, NULL },
    { 0 },
};

/* An entry on its way to T. */
struct radix_item {
    T val;
    int32_t row, col;
};

/* A buffer is whole cache lines: 8 items of 16 bytes, or 16 of 12. A bucket has at least FEW entries and at most
   2^WIDEST columns. Two buckets, their parts of T and the buffers of all buckets should fit in L2 together (NOTES.md,
   Transposition); nothing is fetched during a bucket of FAR entries or more. STEP entries are fetched at a time. */
enum { BUFFER = SIMD_DOUBLE ? 8 : 16, BUFFER_BYTES = BUFFER * (int)sizeof(struct radix_item) };
enum { FEW = 2048, FAR = 1 << 16, STEP = 16, WIDEST = 16 };

struct radix_deal {
    struct plan_csr a;
    int shift;
    int64_t buckets;
    /* Per worker and bucket, at [w*buckets + b]: */
    int64_t *count;            /* items of worker w for bucket b */
    int64_t *begin, *at;       /* their start, a multiple of BUFFER; the place of the next one */
    struct radix_item *buffer; /* BUFFER each */
    struct radix_item *item;   /* all buckets */
    int64_t *before;           /* entries in the buckets before b */
    uint32_t *cursor;          /* 2^shift per worker: places in a bucket's part of T */
};

static int shift_of(const struct problem *p)
{
    int64_t most = p->a->nnz / FEW < p->param[BUCKETS] ? p->a->nnz / FEW : p->param[BUCKETS];
    int shift = 0;

    while (shift < WIDEST && (p->a->n >> shift) + 1 > most)
        shift++;
    return shift;
}

/* Workers × buckets. */
static uint64_t cells_of(const struct problem *p)
{
    return (uint64_t)p->threads * (uint64_t)((p->a->n >> shift_of(p)) + 1);
}

static uint64_t room_of(const struct problem *p)
{
    return size_add((uint64_t)p->a->nnz, size_mul(cells_of(p), BUFFER));
}

static uint64_t cursors_of(const struct problem *p)
{
    return (uint64_t)p->threads << shift_of(p);
}

static uint64_t bytes(const struct problem *p)
{
    uint64_t cell = 3 * sizeof(int64_t) + BUFFER_BYTES + sizeof(int64_t);
    uint64_t items = size_mul(room_of(p), sizeof(struct radix_item));

    return size_add(size_add(plan_csr_bytes(p), items), size_mul(cells_of(p), cell) + cursors_of(p) * sizeof(uint32_t));
}

static bool prepare(const struct problem *p, struct plan *out, struct err *e)
{
    const uint64_t cells = cells_of(p);
    struct radix_deal *plan = plan_csr_new(p, sizeof *plan, e);

    if (!plan)
        return false;
    plan->shift = shift_of(p);
    plan->buckets = (p->a->n >> plan->shift) + 1;
    bool ok = (plan->count = plan_memory(plan, cells * sizeof *plan->count, "buckets", e)) &&
              (plan->begin = plan_memory(plan, cells * sizeof *plan->begin, "buckets", e)) &&
              (plan->at = plan_memory(plan, cells * sizeof *plan->at, "buckets", e)) &&
              (plan->buffer = plan_memory(plan, cells * BUFFER_BYTES, "write buffers", e)) &&
              (plan->item = plan_memory(plan, size_mul(room_of(p), sizeof *plan->item), "entries in buckets", e)) &&
              (plan->before = plan_memory(plan, (uint64_t)plan->buckets * sizeof *plan->before, "buckets", e)) &&
              (plan->cursor = plan_memory(plan, cursors_of(p) * sizeof *plan->cursor, "cursors", e));
    return plan_end(plan, ok, bytes(p), out);
}

static void count_buckets(const struct radix_deal *p, int w)
{
    const struct plan_csr *a = &p->a;
    const int64_t to = plan_begin(a, a->cut[w + 1]);
    int64_t *restrict number = p->count + w * p->buckets;

    memset(number, 0, (size_t)p->buckets * sizeof *number);
    for (int64_t e = plan_begin(a, a->cut[w]); e < to; e++)
        number[a->ind[e] >> p->shift]++;
}

/* Finds the start of every worker's part of every bucket: buckets in order, workers in order within them. */
static bool place(struct radix_deal *p, struct err *e)
{
    int64_t room = 0, entries = 0;

    for (int64_t b = 0; b < p->buckets; b++) {
        p->before[b] = entries;
        for (int w = 0; w < p->a.threads; w++) {
            int64_t cell = w * p->buckets + b;
            p->begin[cell] = p->at[cell] = room;
            room += (p->count[cell] + BUFFER - 1) / BUFFER * BUFFER;
            entries += p->count[cell];
        }
        if (entries - p->before[b] > UINT32_MAX)
            return err_set(e, ERR_UNSUPPORTED, "a bucket of columns has 2^32 entries");
    }
    return true;
}

static ALWAYS_INLINE void send(struct radix_item *to, const struct radix_item *buffer)
{
    for (int v = 0; v < BUFFER_BYTES / SIMD_BYTES; v++)
        simd_stream((T *)(void *)to + v * LANES, simd_load((const T *)(const void *)buffer + v * LANES));
}

static void deal(const struct radix_deal *p, int w)
{
    const struct plan_csr *a = &p->a;
    const T *restrict val = a->val;
    struct radix_item *buffer = p->buffer + w * p->buckets * BUFFER;
    int64_t *restrict at = p->at + w * p->buckets;

    for (int64_t i = a->cut[w]; i < a->cut[w + 1]; i++) {
        int64_t end = plan_begin(a, i + 1);
        for (int64_t e = plan_begin(a, i); e < end; e++) {
            int32_t b = a->ind[e] >> p->shift;
            struct radix_item *mine = buffer + (int64_t)b * BUFFER;
            int64_t to = at[b]++;
            mine[to % BUFFER] = (struct radix_item){ val[e], (int32_t)i, a->ind[e] };
            if (to % BUFFER == BUFFER - 1)
                send(p->item + to - (BUFFER - 1), mine);
        }
    }
    for (int64_t b = 0; b < p->buckets; b++)
        memcpy(p->item + at[b] / BUFFER * BUFFER, buffer + b * BUFFER, (size_t)(at[b] % BUFFER) * sizeof *buffer);
    simd_fence();
}

/* Prefetches STEP entries of bucket b from `from` on, and their places in T. */
static ALWAYS_INLINE void fetch(const struct radix_deal *p, int64_t b, int64_t from)
{
    const char *item = (const char *)(p->item + p->begin[b] + from);
    const char *row = (const char *)((int32_t *)p->a.t.ind + p->before[b] + from);
    const char *val = (const char *)((T *)p->a.t.val + p->before[b] + from);

    for (int at = 0; at < STEP * (int)sizeof(struct radix_item); at += MEMORY_LINE)
        __builtin_prefetch(item + at);
    for (int at = 0; at < STEP * (int)sizeof(T); at += MEMORY_LINE)
        __builtin_prefetch(val + at, 1);
    __builtin_prefetch(row, 1);
}

/* Counts, sums and scatters bucket b while `next` is fetched; b itself was fetched unless it is `first`. cursor: one
   per column of a bucket. */
static void finish(const struct radix_deal *p, int64_t b, bool first, int64_t next, uint32_t *restrict cursor)
{
    const struct plan_csr *a = &p->a;
    const int64_t base = b << p->shift, width = (int64_t)1 << p->shift;
    const int64_t columns = a->n - base < width ? a->n - base : width;
    const int64_t begin = p->before[b], end = b + 1 < p->buckets ? p->before[b + 1] : a->nnz;
    int32_t *restrict row = a->t.ind + begin;
    T *restrict val = (T *)a->t.val + begin;
    uint32_t left = 0;
    int64_t fetched = 0; /* of `next` */

    for (int64_t from = 0; first && from < end - begin && end - begin < FAR; from += STEP)
        fetch(p, b, from);
    memset(cursor, 0, (size_t)columns * sizeof *cursor);
    for (int w = 0; w < a->threads; w++) {
        const struct radix_item *item = p->item + p->begin[w * p->buckets + b];
        for (int64_t s = 0; s < p->count[w * p->buckets + b]; s++)
            cursor[item[s].col - base]++;
    }
    for (int64_t j = 0; j < columns; j++) {
        uint32_t here = cursor[j];
        compressed_set_ptr(&a->t, base + j, begin + left);
        cursor[j] = left;
        left += here;
    }
    for (int w = 0; w < a->threads; w++) {
        const struct radix_item *item = p->item + p->begin[w * p->buckets + b];
        const int64_t count = p->count[w * p->buckets + b];
        for (int64_t s = 0; s < count; s++) {
            if (s % STEP == 0 && end - begin < FAR) {
                fetch(p, next, fetched);
                fetched += STEP;
            }
            uint32_t to = cursor[item[s].col - base]++;
            row[to] = item[s].row;
            val[to] = item[s].val;
        }
    }
}

static bool run(void *plan_data, struct err *e)
{
    struct radix_deal *p = plan_data;
    const struct plan_csr *a = &p->a;

    if (!threads_ready(a->threads, e))
        return false;
#pragma omp parallel for num_threads(a->threads) schedule(static, 1)
    for (int w = 0; w < a->threads; w++)
        count_buckets(p, w);
    if (!place(p, e))
        return false;
#pragma omp parallel for num_threads(a->threads) schedule(static, 1)
    for (int w = 0; w < a->threads; w++)
        deal(p, w);
    /* 32 pieces per thread: fetching one costs up to 0.1 µs */
    const int64_t piece = p->buckets / (32 * (int64_t)a->threads) + 1;
#pragma omp parallel for num_threads(a->threads) schedule(dynamic, piece)
    for (int64_t b = 0; b < p->buckets; b++)
        finish(p, b, b % piece == 0, b + 1 < p->buckets && (b + 1) % piece ? b + 1 : b,
               p->cursor + ((int64_t)omp_get_thread_num() << p->shift));
    compressed_set_ptr(&a->t, a->n, a->nnz);
    return true;
}

static double expect(struct problem *p)
{
    return expect_transpose(p, 1.8, 1.8);
}

const struct kernel VARIANT(transpose_radix) = {
    CPU_TRANSPOSITION,
    CPU_OWN,
    .name = "cpu.transpose.radix",
    .what = "buckets of columns filled through write-combining buffers, each scattered within L2",
    .source = "Knuth, TAOCP 3, 5.2.5; write combining: Satish et al., SIGMOD 2010",
    .params = params,
};
