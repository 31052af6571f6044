/* SPDX-License-Identifier: GPL-3.0-or-later */
/* transpose_merge: MergeTrans. The entries, in row order, are cut into blocks of BLOCK, each sorted by column, stably.
   Rounds of merges then join neighbouring runs pairwise, the left one first if columns are equal, until one is left:
   sorted by column, and by row within a column, bit for bit the serial result. A merge is cut into pieces along its
   merge path, which balances the load in the last rounds of few, long runs. Pointers come from the sorted columns. */
#include <omp.h>

#include "cpu/lib/variant.h"
#include "cpu/transpose/column_scan.h"

enum { BLOCK };

static const struct param params[] = {
    [BLOCK] = { "BLOCK", "entries sorted as one block, rounded down to a power of two", 256, 1 << 24, 1 << 16, NULL },
    { 0 },
};

/* Bits of a digit of the sort; entries of a piece of a merge; not measured. */
enum { DIGIT = 11, DIGITS = 1 << DIGIT, PIECE = 1 << 15 };

struct merge_item {
    T val;
    int32_t row, col;
};

struct merge_trans {
    struct plan_csr a;
    struct merge_item *item[2]; /* nnz each; rounds alternate between them */
    int64_t *count;             /* threads × DIGITS */
};

static uint64_t bytes(const struct problem *p)
{
    uint64_t items = size_mul(size_mul((uint64_t)p->a->nnz, 2), sizeof(struct merge_item));
    uint64_t count = (uint64_t)p->threads * DIGITS * sizeof(int64_t);

    return size_add(plan_csr_bytes(p), size_add(items, count));
}

static bool prepare(const struct problem *p, struct plan *out, struct err *e)
{
    uint64_t items = size_mul((uint64_t)p->a->nnz, sizeof(struct merge_item));
    struct merge_trans *plan = plan_csr_new(p, sizeof *plan, e);

    if (!plan)
        return false;
    bool ok = (plan->item[0] = plan_memory(plan, items, "entries to sort", e)) &&
              (plan->item[1] = plan_memory(plan, items, "entries to sort", e)) &&
              (plan->count = plan_memory(plan, (uint64_t)p->threads * DIGITS * sizeof *plan->count, "digits", e));
    return plan_end(plan, ok, bytes(p), out);
}

/* BLOCK rounded to a power of two: every pair of runs is a whole number of pieces. */
static int64_t block_size(const struct plan_csr *a)
{
    int64_t size = 1;

    while (size * 2 <= a->param[BLOCK])
        size *= 2;
    return size;
}

/* Loads the entries from .. to-1 with their rows; returns the range of their columns above the least one. */
static int32_t load(const struct plan_csr *a, int64_t from, int64_t to, struct merge_item *item, int32_t *least)
{
    const T *val = a->val;
    int32_t most = 0;
    int64_t e = from;

    *least = INT32_MAX;
    for (int64_t i = entry_row(a, from); e < to; i++) {
        int64_t end = plan_begin(a, i + 1) < to ? plan_begin(a, i + 1) : to;
        for (; e < end; e++) {
            item[e] = (struct merge_item){ val[e], (int32_t)i, a->ind[e] };
            *least = a->ind[e] < *least ? a->ind[e] : *least;
            most = a->ind[e] > most ? a->ind[e] : most;
        }
    }
    return most - *least;
}

/* One pass of a stable counting sort, by the digit at `shift` of col - least. */
static void sort_digit(const struct merge_item *from, struct merge_item *to, int64_t n, int32_t least, int shift,
                       int64_t *count)
{
    int64_t left = 0;

    memset(count, 0, DIGITS * sizeof *count);
    for (int64_t s = 0; s < n; s++)
        count[(from[s].col - least) >> shift & (DIGITS - 1)]++;
    for (int d = 0; d < DIGITS; d++) {
        int64_t here = count[d];
        count[d] = left;
        left += here;
    }
    for (int64_t s = 0; s < n; s++)
        to[count[(from[s].col - least) >> shift & (DIGITS - 1)]++] = from[s];
}

/* Sorts block b by column into item[0]. */
static void sort_block(const struct merge_trans *p, int64_t b, int64_t *count)
{
    const struct plan_csr *a = &p->a;
    const int64_t size = block_size(a), from = b * size, to = a->nnz - from < size ? a->nnz : from + size;
    int32_t least, spread = load(a, from, to, p->item[0], &least);
    int side = 0;

    for (int shift = 0; shift < 31 && spread >> shift; shift += DIGIT, side = !side)
        sort_digit(p->item[side] + from, p->item[!side] + from, to - from, least, shift, count);
    if (side)
        memcpy(p->item[0] + from, p->item[1] + from, (size_t)(to - from) * sizeof(struct merge_item));
}

/* The number of entries from left among the first `step` of the merge of left[0..nl) and right[0..nr); left comes first
   if columns are equal. */
static int64_t path(const struct merge_item *left, int64_t nl, const struct merge_item *right, int64_t nr, int64_t step)
{
    int64_t low = step > nr ? step - nr : 0, high = step < nl ? step : nl;

    while (low < high) {
        int64_t l = low + (high - low) / 2;
        if (left[l].col <= right[step - l - 1].col)
            low = l + 1;
        else
            high = l;
    }
    return low;
}

/* Entries from .. to-1 of the merge of two runs. */
static void merge_piece(const struct merge_item *left, int64_t nl, const struct merge_item *right, int64_t nr,
                        int64_t from, int64_t to, struct merge_item *out)
{
    int64_t l = path(left, nl, right, nr, from), r = from - l;

    for (int64_t s = from; s < to; s++) {
        bool take = r >= nr || (l < nl && left[l].col <= right[r].col);
        out[s] = take ? left[l] : right[r];
        l += take;
        r += !take;
    }
}

/* Joins runs of `run` entries pairwise, in pieces that divide a pair of runs evenly. */
static void round_merge(const struct merge_item *from, struct merge_item *to, int64_t nnz, int64_t run, int64_t piece,
                        int threads)
{
    const int64_t pieces = (nnz + piece - 1) / piece;

#pragma omp parallel for num_threads(threads) schedule(dynamic, 1)
    for (int64_t q = 0; q < pieces; q++) {
        int64_t begin = q * piece, end = nnz - begin < piece ? nnz : begin + piece, pair = begin / (2 * run) * 2 * run;
        int64_t nl = nnz - pair < run ? nnz - pair : run;
        int64_t nr = nnz - pair - nl < run ? nnz - pair - nl : run;
        merge_piece(from + pair, nl, from + pair + nl, nr, begin - pair, end - pair, to + pair);
    }
}

/* Writes T's rows and values, and its pointers: column j begins at the first entry of a column ≥ j. */
static void unload(const struct merge_trans *p, const struct merge_item *item, int64_t from, int64_t to)
{
    const struct plan_csr *a = &p->a;
    T *val = a->t.val;
    int64_t j = from > 0 ? item[from - 1].col : -1;

    for (int64_t s = from; s < to; s++) {
        while (j < item[s].col)
            compressed_set_ptr(&a->t, ++j, s);
        a->t.ind[s] = item[s].row;
        val[s] = item[s].val;
    }
    while (to == a->nnz && j < a->n)
        compressed_set_ptr(&a->t, ++j, to);
}

/* Rounds alternate between the two sides; returns the side of the result. */
static int rounds_end(const struct plan_csr *a)
{
    int side = 0;

    for (int64_t length = block_size(a); length < a->nnz; length *= 2)
        side = !side;
    return side;
}

static void sort(const struct merge_trans *p)
{
    const int64_t size = block_size(&p->a), blocks = (p->a.nnz + size - 1) / size;

#pragma omp parallel for num_threads(p->a.threads) schedule(dynamic, 1)
    for (int64_t b = 0; b < blocks; b++)
        sort_block(p, b, p->count + (int64_t)omp_get_thread_num() * DIGITS);
}

static void merge(const struct merge_trans *p)
{
    const struct plan_csr *a = &p->a;
    const int64_t size = block_size(a);
    int side = 0;

    for (int64_t length = size; length < a->nnz; length *= 2, side = !side)
        round_merge(p->item[side], p->item[!side], a->nnz, length, PIECE < size ? PIECE : size, a->threads);
}

static void gather(const struct merge_trans *p)
{
    const struct plan_csr *a = &p->a;
    const struct merge_item *item = p->item[rounds_end(a)];

#pragma omp parallel for num_threads(a->threads) schedule(static, 1)
    for (int t = 0; t < a->threads; t++) {
        int64_t from = split_step(a->nnz, t, a->threads), to = split_step(a->nnz, t + 1, a->threads);
        if (from < to || (a->nnz == 0 && t == 0))
            unload(p, item, from, to);
    }
}

enum { PHASES = 3 };
static const char *const phases[] = { "sort", "merge", "gather", NULL };
static void (*const phase_of[PHASES])(const struct merge_trans *) = { sort, merge, gather };

static bool run_phase(void *plan_data, int phase, struct err *e)
{
    const struct merge_trans *p = plan_data;

    if (!threads_ready(p->a.threads, e))
        return false;
    phase_of[phase](p);
    return true;
}

static bool run(void *plan_data, struct err *e)
{
    bool ok = true;

    for (int i = 0; i < PHASES && ok; i++)
        ok = run_phase(plan_data, i, e);
    return ok;
}

static double expect(struct problem *p)
{
    return expect_transpose(p, 6.0, 6.0);
}

const struct kernel VARIANT(transpose_merge) = {
    CPU_TRANSPOSITION,
    CPU_OWN,
    .name = "cpu.transpose.merge",
    .what = "MergeTrans: blocks sorted by column, then merged pairwise",
    .source = "Wang, Liu, Hou, Feng, ICS 2016",
    .params = params,
    .phases = phases,
    .run_phase = run_phase,
};
