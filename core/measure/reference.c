/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reference: Y = A·X and |A||X| in long double, for all rows or a seeded sample. */
#include "core/base/ascending.h"
#include "core/base/hash.h"
#include "core/matrix/strided.h"
#include "core/measure/check.h"

enum { LONGEST_ROWS = 16, PROGRESS_STEPS = 64 };
static const uint64_t sample_seed = 1;

/* x(i, j) rounded to `type`. */
static double x_at(struct strided x, int64_t i, int64_t j, enum vtype type)
{
    double v = strided_get(x, i, j);
    return type == VT_F64 ? v : (double)(float)v;
}

static bool is_whole(double v)
{
    return isfinite(v) && trunc(v) == v;
}

/* ---- which rows ---- */

static double work(const struct csr *a, int64_t k)
{
    return (double)a->nnz * (double)k;
}

/* The share of rows whose work is a tenth of CHECK_FULL_WORK. */
static double sample_share(const struct csr *a, int64_t k)
{
    double by_work = CHECK_FULL_WORK / 10 / work(a, k),
           by_results = CHECK_FULL_RESULTS / 10 / ((double)a->m * (double)k);
    return fmin(1, fmin(by_work, by_results));
}

bool reference_samples(const struct csr *a, int64_t k)
{
    return work(a, k) > CHECK_FULL_WORK || (double)a->m * (double)k > CHECK_FULL_RESULTS;
}

uint64_t reference_cost(const struct csr *a, int64_t k)
{
    uint64_t rows = (uint64_t)a->m;
    if (reference_samples(a, k))
        rows = (uint64_t)((double)a->m * sample_share(a, k)) + LONGEST_ROWS;
    return size_mul(size_mul(rows, (uint64_t)k), 3 * sizeof(double));
}

/* The longest rows, ascending; of equally long ones the first. Returns how many. */
static int longest_rows(const struct csr *a, int64_t row[LONGEST_ROWS])
{
    int count = 0;
    for (int64_t i = 0; i < a->m; i++) {
        if (count == LONGEST_ROWS && row_length(a, i) <= row_length(a, row[count - 1]))
            continue;
        count += count < LONGEST_ROWS;
        int at = count - 1;
        for (; at > 0 && row_length(a, row[at - 1]) < row_length(a, i); at--)
            row[at] = row[at - 1];
        row[at] = i;
    }
    qsort(row, (size_t)count, sizeof *row, ascending_u64);
    return count;
}

/* Drawn by row number: the sample is the same on every machine. */
static bool is_drawn(int64_t i, double share)
{
    return hash_unit(hash_at(sample_seed, (uint64_t)i, 0)) < share;
}

static bool rows_draw(struct reference *r, struct err *e)
{
    const struct csr *a = r->a;
    double share = sample_share(a, r->k);
    int64_t longest[LONGEST_ROWS], count = 0;
    int next = 0, longest_count = longest_rows(a, longest);
    for (int64_t i = 0; i < a->m; i++)
        count += is_drawn(i, share);
    uint64_t room = (uint64_t)count + LONGEST_ROWS;
    r->row = malloc(room * sizeof *r->row);
    if (!r->row)
        return err_nomem(e, "the rows to check", room * sizeof *r->row);
    for (int64_t i = 0; i < a->m; i++) {
        bool is_longest = next < longest_count && longest[next] == i;
        next += is_longest;
        if (is_longest || is_drawn(i, share))
            r->row[r->rows++] = i;
    }
    return true;
}

/* ---- the sums ---- */

/* y = Σ a_ij x_j over row i, and b = Σ |a_ij x_j| over its finite terms. NaN and Inf follow IEEE in any order of
   summation: no finite sum overflows long double, so they come from the terms alone. */
static inline void row_sum(const struct csr *a, struct strided x, int64_t i, int64_t c, long double *y, long double *b)
{
    long double sum = 0, bound = 0;
    for (int64_t p = a->ptr[i]; p < a->ptr[i + 1]; p++) {
        long double term = (long double)vtype_get(a->val, p, a->type) * (long double)x_at(x, a->ind[p], c, a->type);
        sum += term;
        bound += isfinite(term) ? fabsl(term) : 0;
    }
    *y = sum;
    *b = bound;
}

static void rows_sum(struct reference *r, struct strided x, int64_t from, int64_t to)
{
#pragma omp parallel for schedule(dynamic, 64)
    for (int64_t q = from; q < to; q++) {
        for (int64_t c = 0; c < r->k; c++) {
            const int64_t at = q * r->k + c;
            long double y, b;
            row_sum(r->a, x, r->row ? r->row[q] : q, c, &y, &b);
            r->y[at] = (double)y;
            r->y_low[at] = isfinite(r->y[at]) ? (double)(y - (long double)r->y[at]) : 0;
            r->bound[at] = isfinite(y) ? (double)b : -(double)b;
        }
    }
}

static bool all_rows_sum(struct reference *r, const struct dense *x, const struct progress *p, struct err *e)
{
    int64_t step = r->rows / PROGRESS_STEPS + 1;
    for (int64_t from = 0; from < r->rows; from += step) {
        if (!progress_step(p, "computing the reference", (uint64_t)from, (uint64_t)r->rows, e))
            return false;
        rows_sum(r, strided_of(x), from, from + step < r->rows ? from + step : r->rows);
    }
    return true;
}

/* ---- properties of the data ---- */

static bool values_whole(const struct csr *a)
{
    bool whole = true;
#pragma omp parallel for reduction(&& : whole)
    for (int64_t p = 0; p < a->nnz; p++)
        whole = whole && is_whole(vtype_get(a->val, p, a->type));
    return whole;
}

/* Fills x_finite; returns whether the first k columns of X are integers. */
static bool x_look(struct reference *r, struct strided x)
{
    bool whole = true;
    for (int64_t c = 0; c < r->k; c++)
        r->x_finite[c] = true;
    for (int64_t j = 0; j < r->a->n; j++) {
        for (int64_t c = 0; c < r->k; c++) {
            double v = x_at(x, j, c, r->a->type);
            whole = whole && is_whole(v);
            if (!isfinite(v))
                r->x_finite[c] = false;
        }
    }
    return whole;
}

static bool arrays_alloc(struct reference *r, struct err *e)
{
    uint64_t count = size_mul((uint64_t)r->rows, (uint64_t)r->k), bytes = size_mul(count, sizeof(double));
    if (bytes <= PTRDIFF_MAX / 4) {
        r->y = malloc(bytes + 1);
        r->y_low = malloc(bytes + 1);
        r->bound = malloc(bytes + 1);
        r->x_finite = malloc((size_t)r->k + 1);
    }
    return (r->y && r->y_low && r->bound && r->x_finite) || err_nomem(e, "the reference result", size_mul(3, bytes));
}

bool reference_make(const struct csr *a, const struct dense *x, struct reference *r, const struct progress *p,
                    struct err *e)
{
    *r = (struct reference){ .a = a, .k = x->k, .rows = a->m };
    if (x->n != a->n)
        return err_set(e, ERR_USAGE, "X has %lld rows, and A has %lld columns", (long long)x->n, (long long)a->n);
    r->sampled = reference_samples(a, r->k);
    if (r->sampled)
        r->rows = 0;
    bool ok = (!r->sampled || rows_draw(r, e)) && arrays_alloc(r, e);
    r->integral = ok && x_look(r, strided_of(x)) && values_whole(a);
    ok = ok && all_rows_sum(r, x, p, e);
    if (!ok)
        reference_free(r);
    return ok;
}

void reference_free(struct reference *r)
{
    free(r->x_finite);
    free(r->bound);
    free(r->y_low);
    free(r->y);
    free(r->row);
    *r = (struct reference){ 0 };
}
