/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/measure/check.h"

#include <float.h>

#include "core/matrix/strided.h"

/* Limits of a value type. */
struct arithmetic {
    double unit;      /* u, the unit roundoff */
    double subnormal; /* the smallest positive number */
    double largest;
    double exact; /* integers below this are exact */
};

static const struct arithmetic arithmetics[VT_COUNT] = {
    [VT_F64] = { .unit = 0x1p-53, .subnormal = 0x1p-1074, .largest = DBL_MAX, .exact = 0x1p53 },
    [VT_F32] = { .unit = 0x1p-24, .subnormal = 0x1p-149, .largest = (double)FLT_MAX, .exact = 0x1p24 },
};

/* An entry of Y and its reference. */
struct entry {
    int64_t row, col, length; /* n_i = length */
    double y, ref, ref_low, bound;
};

static inline struct entry entry_at(const struct reference *r, struct strided y, int64_t q, int64_t c)
{
    int64_t i = r->row ? r->row[q] : q, at = q * r->k + c;
    return (struct entry){
        .row = i,
        .col = c,
        .length = row_length(r->a, i),
        .y = strided_get(y, i, c),
        .ref = r->y[at],
        .ref_low = r->y_low[at],
        .bound = r->bound[at],
    };
}

/* |y - y_ref| / (2·(n_i+1)·u·b + n_i·subnormal); Inf where the tolerance is 0 and the error is not. */
static inline double entry_ratio(const struct entry *t, const struct arithmetic *m, bool integral)
{
    double factor = 2 * ((double)t->length + 1) * m->unit;
    bool may_overflow = fabs(t->bound) > m->largest / (1 + factor);
    if (signbit(t->bound)) /* a term is NaN or Inf, so the sum is; it is NaN if other terms overflow against it */
        return t->y == t->ref || (isnan(t->y) && (isnan(t->ref) || may_overflow)) ? 0 : INFINITY;
    if (!isfinite(t->y))
        return may_overflow ? 0 : INFINITY;
    if (isinf(t->bound)) /* the exact sum exceeds f64's range at some point: any finite result is accepted */
        return 0;
    double error = fabs((t->y - t->ref) - t->ref_low);
    double accepted = factor * t->bound + (double)t->length * m->subnormal;
    if (error == 0)
        return 0;
    if (integral && t->bound < m->exact)
        return INFINITY;
    return accepted > 0 ? error / accepted : INFINITY;
}

/* The worst entry so far (the first of equals), and the largest errors of all. */
struct worst {
    double ratio, abs, rel;
    int64_t q, c, excused;
};

static inline void worst_error(struct worst *w, const struct entry *t)
{
    const double error = fabs((t->y - t->ref) - t->ref_low), size = fabs(t->ref);
    if (!isfinite(error))
        return;
    w->abs = error > w->abs ? error : w->abs;
    w->rel = size > 0 && error > w->rel * size ? error / size : w->rel;
}

static void worst_merge(struct worst *a, const struct worst *b)
{
    bool first = b->q < a->q || (b->q == a->q && b->c < a->c);
    int64_t excused = a->excused + b->excused;
    const double abs = fmax(a->abs, b->abs), rel = fmax(a->rel, b->rel);
    if (b->ratio > a->ratio || (b->ratio == a->ratio && first))
        *a = *b;
    a->excused = excused;
    a->abs = abs;
    a->rel = rel;
}

static struct worst worst_find(const struct reference *r, const struct dense *y, bool padded)
{
    struct worst all = { .ratio = -1 };
    struct strided at = strided_of(y);
#pragma omp parallel
    {
        struct worst own = { .ratio = -1 };
#pragma omp for schedule(static) nowait
        for (int64_t q = 0; q < r->rows; q++) {
            for (int64_t c = 0; c < y->k; c++) {
                struct entry t = entry_at(r, at, q, c);
                double ratio = entry_ratio(&t, &arithmetics[y->type], r->integral);
                if (ratio > 1 && padded && !r->x_finite[c] && isnan(t.y)) {
                    own.excused++; /* 0·x of a padded slot */
                    ratio = 0;
                }
                worst_error(&own, &t);
                if (ratio > own.ratio)
                    own = (struct worst){ ratio, own.abs, own.rel, q, c, own.excused };
            }
        }
#pragma omp critical(check_worst)
        worst_merge(&all, &own);
    }
    return all;
}

/* Counted from 0, as in the arrays, and on the screen. */
static void place_say(char *out, size_t size, int64_t row, int64_t col, int64_t cols)
{
    char i[TEXT_SIZE], j[TEXT_SIZE];
    if (cols > 1)
        snprintf(out, size, "row %s, column %s", text_count(i, row), text_count(j, col));
    else
        snprintf(out, size, "row %s", text_count(i, row));
}

/* "1.2", "34.0", "3.1e4". */
static void ratio_say(char *out, size_t size, double ratio)
{
    int power = 0;
    if (ratio >= 1000)
        for (; ratio >= 9.95; power++)
            ratio /= 10;
    if (power > 0)
        snprintf(out, size, "%.1fe%d", ratio, power);
    else
        snprintf(out, size, "%.1f", ratio);
}

static void failure_say(struct check *c, const struct entry *t, int64_t cols)
{
    char place[2 * TEXT_SIZE + 16], ratio[TEXT_SIZE];
    place_say(place, sizeof place, t->row, t->col, cols);
    if (isfinite(c->err_ratio)) {
        ratio_say(ratio, sizeof ratio, c->err_ratio);
        snprintf(c->text, sizeof c->text, "%s: error %s × bound", place, ratio);
    } else {
        snprintf(c->text, sizeof c->text, "%s: %.9g instead of %.9g", place, t->y, t->ref);
    }
}

void check_mul(const struct reference *r, const struct dense *y, bool padded, struct check *c)
{
    *c = (struct check){ .passed = true };
    if (y->n != r->a->m || y->k > r->k || y->type != r->a->type) {
        c->passed = false;
        c->err_ratio = INFINITY;
        snprintf(c->text, sizeof c->text, "Y has another shape or type than the reference");
        return;
    }
    struct worst worst = worst_find(r, y, padded);
    c->excused = worst.excused;
    if (worst.ratio < 0) /* nothing to check: no rows or no columns */
        return;
    struct entry t = entry_at(r, strided_of(y), worst.q, worst.c);
    c->err_ratio = worst.ratio;
    c->err_abs = worst.abs;
    c->err_rel = worst.rel;
    c->row = t.row;
    c->col = t.col;
    c->passed = worst.ratio <= 1;
    if (!c->passed)
        failure_say(c, &t, y->k);
}

/* ---- transposition ---- */

static void transpose_fail(struct check *c, int64_t row, int64_t col)
{
    c->passed = false;
    c->err_ratio = INFINITY;
    c->row = row;
    c->col = col;
}

static bool pointers_same(const struct csr *right, const struct compressed *t, struct check *c)
{
    char column[TEXT_SIZE];
    for (int64_t j = 0; j <= right->m; j++) {
        if (compressed_ptr(t, j) == right->ptr[j])
            continue;
        transpose_fail(c, 0, j);
        if (j == 0)
            snprintf(c->text, sizeof c->text, "the first column begins at entry %lld", (long long)compressed_ptr(t, 0));
        else
            snprintf(c->text, sizeof c->text, "column %s: %lld entries instead of %lld", text_count(column, j - 1),
                     (long long)(compressed_ptr(t, j) - right->ptr[j - 1]),
                     (long long)(right->ptr[j] - right->ptr[j - 1]));
        c->col = j > 0 ? j - 1 : 0;
        return false;
    }
    return true;
}

/* The first entry that differs, values compared bit by bit; nnz if none does. */
static int64_t entry_differs(const struct csr *right, const struct compressed *t)
{
    size_t v = vtype_size(right->type);
    int64_t first = right->nnz;
#pragma omp parallel for reduction(min : first)
    for (int64_t p = 0; p < right->nnz; p++) {
        bool same = t->ind[p] == right->ind[p] &&
                    memcmp((const char *)t->val + (size_t)p * v, (const char *)right->val + (size_t)p * v, v) == 0;
        if (!same && p < first)
            first = p;
    }
    return first;
}

void check_transpose(const struct csr *right, const struct compressed *t, struct check *c)
{
    char column[TEXT_SIZE], row[TEXT_SIZE], other[TEXT_SIZE];
    *c = (struct check){ .passed = true };
    if (t->lines != right->m || t->nnz != right->nnz) {
        transpose_fail(c, 0, 0);
        snprintf(c->text, sizeof c->text, "the result has another shape than the transpose");
        return;
    }
    if (!pointers_same(right, t, c))
        return;
    int64_t p = entry_differs(right, t), j = 0;
    if (p == right->nnz)
        return;
    while (right->ptr[j + 1] <= p)
        j++;
    transpose_fail(c, right->ind[p], j);
    text_count(column, j);
    text_count(row, right->ind[p]);
    if (t->ind[p] != right->ind[p])
        snprintf(c->text, sizeof c->text, "column %s: row %s instead of %s", column, text_count(other, t->ind[p]), row);
    else
        snprintf(c->text, sizeof c->text, "column %s, row %s: value %.9g instead of %.9g (bits compared)", column, row,
                 vtype_get(t->val, p, right->type), vtype_get(right->val, p, right->type));
}
