/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/matrix/stats.h"

#include "core/matrix/row_merge.h"
#include "core/matrix/row_sort.h"
#include "core/matrix/symmetry.h"

/* Sorts n keys, so that equal ones are adjacent; *count: the number of distinct keys, *most: occurrences of the most
   frequent one. O(n) time, 8n further bytes. ERR_MEMORY. */
static bool distinct_count(uint32_t *key, int64_t n, int64_t *count, int64_t *most, struct err *e)
{
    struct row_scratch s = { 0 };
    bool ok = row_sort((int32_t *)key, NULL, n, INT32_MAX, &s); /* equal keys come together, signed or not */

    row_scratch_free(&s);
    *count = *most = 0;
    if (!ok)
        return err_nomem(e, "sorting", 2 * (uint64_t)n * sizeof *key);
    for (int64_t k = 0, begin = 0; k < n; k++) {
        if (k == 0 || key[k] != key[k - 1]) {
            begin = k;
            ++*count;
        }
        *most = k + 1 - begin > *most ? k + 1 - begin : *most;
    }
    return true;
}

enum { SELL_C = 32, SELL_SIGMA = 1024 };

/* The figures of row lengths, from count[l] rows of length l ≤ row_max. */
static void lengths_summarise(const int64_t *count, int64_t m, struct stats *s)
{
    int64_t below = 0; /* rows of at most l entries */
    double variance = 0;
    bool wide = false;
    s->row_min = s->row_max;
    for (int64_t l = 0; l <= s->row_max; l++) {
        if (count[l] == 0)
            continue;
        int bin = l == 0 ? 0 : 64 - __builtin_clzll((unsigned long long)l);
        s->bin_rows[bin] += count[l];
        s->bin_nnz[bin] += count[l] * l;
        s->bins = bin + 1;
        if (below == 0)
            s->row_min = l;
        const int64_t before = below;
        below += count[l];
        double off = (double)l - s->row_mean;
        variance += off * off * (double)count[l];
        for (int64_t middle = (m - 1) / 2; middle <= m / 2; middle++) /* counted from 0 */
            if (before <= middle && middle < below)
                s->row_median += (double)l / (double)(m / 2 - (m - 1) / 2 + 1);
        if (wide) {
            s->hyb_tail += (l - s->hyb_width) * count[l];
        } else if (below >= m - m / 3) {
            s->hyb_width = l;
            wide = true;
        }
    }
    s->empty_rows = count[0];
    s->row_std = sqrt(variance / (double)m);
}

static bool lengths(const struct csr *a, struct stats *s, struct err *e)
{
    if (a->m == 0)
        return true;
    s->row_max = csr_row_max(a);
    s->row_mean = (double)a->nnz / (double)a->m;
    int64_t *count = calloc((size_t)s->row_max + 1, sizeof *count);
    if (!count)
        return err_nomem(e, "the row lengths", ((uint64_t)s->row_max + 1) * sizeof *count);
    for (int64_t i = 0; i < a->m; i++)
        count[row_length(a, i)]++;
    lengths_summarise(count, a->m, s);
    free(count);
    return true;
}

/* Columns that outnumber rows and entries are mostly empty: sorting entries costs less than counting columns. m < n <
   2^31, so diagonal numbers j - i + m - 1 fit 32 bits. */
static bool hollow_columns(const struct csr *a, struct stats *s, struct err *e)
{
    int64_t used, most;
    uint32_t *key = malloc((size_t)a->nnz * sizeof *key + 1);
    if (!key)
        return err_nomem(e, "the columns and diagonals", (uint64_t)a->nnz * sizeof *key);
    for (int64_t p = 0; p < a->nnz; p++)
        key[p] = (uint32_t)a->ind[p];
    bool ok = distinct_count(key, a->nnz, &used, &s->col_max, e);
    s->empty_cols = a->n - used;
    for (int64_t i = 0; ok && i < a->m; i++)
        for (int64_t p = a->ptr[i]; p < a->ptr[i + 1]; p++)
            key[p] = (uint32_t)(a->ind[p] - i + a->m - 1);
    ok = ok && distinct_count(key, a->nnz, &s->diagonals, &most, e);
    free(key);
    return ok;
}

static bool columns(const struct csr *a, struct stats *s, struct err *e)
{
    if (a->n == 0)
        return true;
    int64_t *count = calloc((size_t)a->n, sizeof *count);
    if (!count)
        return err_nomem(e, "the column lengths", (uint64_t)a->n * sizeof *count);
    for (int64_t p = 0; p < a->nnz; p++)
        count[a->ind[p]]++;
    for (int64_t j = 0; j < a->n; j++) {
        s->empty_cols += count[j] == 0;
        s->col_max = count[j] > s->col_max ? count[j] : s->col_max;
    }
    free(count);
    return true;
}

/* Columns ascend within a row: its first and last entry show how far it reaches from the diagonal. */
static void bandwidth(const struct csr *a, struct stats *s)
{
    int64_t lower = 0, upper = 0, profile = 0;
#pragma omp parallel for reduction(max : lower, upper) reduction(+ : profile)
    for (int64_t i = 0; i < a->m; i++) {
        if (row_length(a, i) == 0)
            continue;
        int64_t left = i - a->ind[a->ptr[i]], right = a->ind[a->ptr[i + 1] - 1] - i;
        lower = left > lower ? left : lower;
        upper = right > upper ? right : upper;
        profile += left > 0 ? left : 0;
    }
    s->bandwidth_lower = lower;
    s->bandwidth_upper = upper;
    s->profile = profile;
}

/* Entry (i, j) is on diagonal j - i, which is byte j - i + m - 1 of `used`. */
static bool diagonals(const struct csr *a, struct stats *s, struct err *e)
{
    if (a->nnz == 0)
        return true;
    size_t size = (size_t)a->m + (size_t)a->n;
    unsigned char *used = calloc(size, 1);
    if (!used)
        return err_nomem(e, "the diagonals", size);
#pragma omp parallel for schedule(static)
    for (int64_t i = 0; i < a->m; i++) {
        unsigned char *row = used + (a->m - 1 - i);
        for (int64_t p = a->ptr[i]; p < a->ptr[i + 1]; p++) {
            unsigned char seen;
#pragma omp atomic read
            seen = row[a->ind[p]];
            if (!seen) {
#pragma omp atomic write
                row[a->ind[p]] = 1;
            }
        }
    }
    int64_t total = 0;
    for (size_t d = 0; d < size; d++)
        total += used[d];
    s->diagonals = total;
    free(used);
    return true;
}

enum { SIDE_LEAST = 2, SIDE_MOST = ROW_MERGE_MOST, SIDES_MULTIPLE = 840, WINDOWS = 8, SAMPLED = 1 << 16 };

/* The b×b blocks in rows from .. to-1; `from` is a multiple of b. */
static int64_t blocks_in(const struct csr *a, int64_t from, int64_t to, int b)
{
    int64_t blocks = 0;
#pragma omp parallel for schedule(dynamic, 256) reduction(+ : blocks)
    for (int64_t i = from; i < to; i += b)
        blocks += row_merge_count(a, b, row_merge_open(a, i, b));
    return blocks;
}

/* Bytes of f64 blocks in WINDOWS windows of rows spread over the matrix, each a multiple of all sides, or in fewer,
   once they have SAMPLED entries. */
static double bytes_sampled(const struct csr *a, int b)
{
    const int64_t units = a->m / SIDES_MULTIPLE + 1, windows = units < WINDOWS ? units : WINDOWS;
    double bytes = 0;
    for (int64_t w = windows - 1, sampled = 0; w >= 0 && sampled < SAMPLED; w--) {
        const int64_t from = units * w / windows * SIDES_MULTIPLE, past = from + SIDES_MULTIPLE,
                      to = past < a->m ? past : a->m;
        sampled += a->ptr[to] - a->ptr[from];
        bytes += (double)blocks_in(a, from, to, b) * (4 + 8 * b * b) + 4 * (double)(to - from) / b;
    }
    return bytes;
}

static void blocks(const struct csr *a, struct stats *s)
{
    double least = INFINITY;
    for (int b = SIDE_LEAST; b <= SIDE_MOST; b++) {
        const double bytes = bytes_sampled(a, b);
        s->bsr_side = bytes < least ? b : s->bsr_side;
        least = fmin(least, bytes);
    }
    s->bsr_blocks = blocks_in(a, 0, a->m, s->bsr_side);
}

static int descending(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x < y) - (x > y);
}

/* Sorts at most SELL_SIGMA lengths, longest first; by counting where they are short, as they mostly are. */
static void window_sort(int64_t *length, int count, int64_t longest)
{
    if (longest >= SELL_SIGMA) {
        qsort(length, (size_t)count, sizeof *length, descending);
        return;
    }
    int rows[SELL_SIGMA] = { 0 };
    for (int i = 0; i < count; i++)
        rows[length[i]]++;
    int at = 0;
    for (int64_t l = longest; l >= 0; l--)
        for (int r = rows[l]; r > 0; r--)
            length[at++] = l;
}

/* The lengths of the window of rows from i on, sorted. Returns how many these are. */
static int window_lengths(const struct csr *a, int64_t i, int64_t length[SELL_SIGMA])
{
    int64_t longest = 0;
    int count = a->m - i < SELL_SIGMA ? (int)(a->m - i) : SELL_SIGMA;
    for (int r = 0; r < count; r++) {
        length[r] = row_length(a, i + r);
        longest = length[r] > longest ? length[r] : longest;
    }
    window_sort(length, count, longest);
    return count;
}

int64_t stats_sell_place(const struct csr *a, int64_t i, int64_t *slots)
{
    int64_t length[SELL_SIGMA], before = 0;
    const int64_t first = i - i % SELL_SIGMA, own = row_length(a, i);
    const int count = window_lengths(a, first, length);
    for (int64_t r = first; r < first + count; r++)
        before += row_length(a, r) > own || (row_length(a, r) == own && r < i);
    *slots = length[before - before % SELL_C];
    return first + before;
}

/* Each chunk is as wide as its first row. */
static int64_t sell_slots(const struct csr *a)
{
    int64_t slots = 0;
#pragma omp parallel for schedule(static) reduction(+ : slots)
    for (int64_t i = 0; i < a->m; i += SELL_SIGMA) {
        int64_t length[SELL_SIGMA];
        const int count = window_lengths(a, i, length);
        for (int r = 0; r < count; r += SELL_C)
            slots += SELL_C * length[r];
    }
    return slots;
}

bool stats_compute(const struct csr *a, struct stats *s, struct err *e)
{
    *s = (struct stats){ 0 };
    const bool hollow = a->n > a->m + a->nnz;
    bool ok = lengths(a, s, e) && (hollow ? hollow_columns(a, s, e) : columns(a, s, e) && diagonals(a, s, e));
    if (!ok || !symmetry_measure(a, s, e))
        return false;
    bandwidth(a, s);
    blocks(a, s);
    s->sell_slots = sell_slots(a);
    return true;
}

void stats_linear(const struct csr *a, int64_t row_max, int bins, int64_t *rows, int64_t *nnz)
{
    memset(rows, 0, (size_t)bins * sizeof *rows);
    memset(nnz, 0, (size_t)bins * sizeof *nnz);
    for (int64_t i = 0; i < a->m; i++) {
        int64_t length = row_length(a, i), bin = length * bins / (row_max + 1);
        bin = bin < bins ? bin : bins - 1;
        rows[bin]++;
        nnz[bin] += length;
    }
}
