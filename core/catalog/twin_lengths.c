/* SPDX-License-Identifier: GPL-3.0-or-later */
/* twin_lengths: row lengths with a given mean, deviation and maximum. Length = clip(g(a + b z), lo, hi) for z standard
   normal, with g the identity or exp. One (a, b) reaches any mean and deviation possible on [lo, hi]: as b → 0 the
   deviation vanishes, as b → ∞ all rows go to the ends, and the mean rises with a. So b is bisected for the deviation
   and, within that, a for the mean. It is sampled at its quantiles: the rows themselves have these moments. */
#include "core/catalog/twin.h"

/* Possible lengths: all small ones, then steps of 1/FINE of the length: few bins. FEW: rows for which `trim`,
   which is quadratic, takes little time. */
enum { FINE = 64, BINS = 2048, MEAN_STEPS = 34, STD_STEPS = 20, FEW = 10000 };

/* The required moments; the longest row, if the catalogue gives it, is made separately. */
struct aim {
    int64_t rows, lo, hi, sum; /* of the others */
    double mean, std;          /* of all rows */
    double square;             /* the sum of squares of the others */
    bool known;                /* the longest row has hi entries; else no row has more */
};

struct fit {
    int bins;
    double bin[BINS];  /* lengths, ascending */
    double edge[BINS]; /* g⁻¹ of the middle between bins k-1 and k */
    int64_t rows;      /* to be spread over the bins */
    bool exponential;
};

struct moments {
    double sum, square;
};

/* P(length < the middle between bins k-1 and k). */
static double below(const struct fit *f, int k, double a, double b)
{
    if (k == 0)
        return 0;
    if (k == f->bins)
        return 1;
    double x = (a - f->edge[k]) / (b * M_SQRT2);
    return x > 6 ? 0 : x < -6 ? 1 : erfc(x) / 2; /* erfc(6) is below the roundoff of 1 */
}

/* The sum and the sum of squares of the lengths for a and b; count, unless NULL: how many rows have each. */
static struct moments moments_of(const struct fit *f, double a, double b, int64_t *count)
{
    struct moments t = { 0, 0 };
    int64_t before = 0;

    for (int k = 0; k < f->bins; k++) {
        int64_t upto = (int64_t)floor((double)f->rows * below(f, k + 1, a, b) + 0.5);
        double c = (double)(upto - before);
        t.sum += c * f->bin[k];
        t.square += c * f->bin[k] * f->bin[k];
        if (count)
            count[k] = upto - before;
        before = upto;
    }
    return t;
}

/* The a for which the lengths add up to `sum`, given b; by bisection. */
static double solve_mean(const struct fit *f, double b, double sum)
{
    double top = f->bin[f->bins - 1], reach = 8 * b + 1;
    double lo = (f->exponential ? log(0.25) : 0) - reach, hi = (f->exponential ? log(top + 1) : top + 1) + reach;

    for (int i = 0; i < MEAN_STEPS; i++) {
        double a = (lo + hi) / 2;
        if (moments_of(f, a, b, NULL).sum < sum)
            lo = a;
        else
            hi = a;
    }
    return (lo + hi) / 2;
}

static void solve(const struct fit *f, double sum, double square, double *a, double *b)
{
    double lo = log(1e-4), hi = log(f->exponential ? 20.0 : 20 * (f->bin[f->bins - 1] + 1));

    for (int i = 0; i < STD_STEPS; i++) {
        double mid = (lo + hi) / 2, at = solve_mean(f, exp(mid), sum);
        if (moments_of(f, at, exp(mid), NULL).square < square)
            lo = mid;
        else
            hi = mid;
    }
    *b = exp((lo + hi) / 2);
    *a = solve_mean(f, *b, sum);
}

static void fill_bins(struct fit *f, int64_t lo, int64_t hi)
{
    f->bins = 0;
    for (int64_t l = lo; l < hi && f->bins < BINS - 1; l += 1 + l / FINE)
        f->bin[f->bins++] = (double)l;
    f->bin[f->bins++] = (double)hi;
    for (int k = 1; k < f->bins; k++) {
        double middle = (f->bin[k - 1] + f->bin[k]) / 2;
        f->edge[k] = f->exponential ? log(middle) : middle;
    }
}

/* Rounding leaves the sum too small or too large: rows change by one in turn, those near the mean first, which changes
   the deviation least. */
static bool settle(int32_t *length, const struct aim *t)
{
    int64_t lack = t->sum;

    for (int64_t i = 0; i < t->rows; i++)
        lack -= length[i];
    int32_t step = lack > 0 ? 1 : -1, near = (int32_t)t->mean;
    for (int32_t width = 1; lack != 0 && width < INT32_MAX / 4; width *= 2)
        for (int64_t i = 0; i < t->rows && lack != 0; i++) {
            int32_t to = length[i] + step;
            if (abs(length[i] - near) <= width && to >= t->lo && to <= t->hi) {
                length[i] = to;
                lack -= step;
            }
        }
    return lack == 0;
}

/* The row whose length is nearest to `want`, strictly between lo and hi; -1: none. */
static int64_t nearest(const int32_t *length, int64_t m, int64_t want, int64_t lo, int64_t hi)
{
    int64_t best = -1;

    for (int64_t i = 0; i < m; i++)
        if (length[i] > lo && length[i] < hi && (best < 0 || llabs(length[i] - want) < llabs(length[best] - want)))
            best = i;
    return best;
}

/* With few rows, integers are too coarse for the deviation: pairs of rows then move by one towards each other or apart,
   which keeps the sum and changes the sum of squares by 2 (y - x) + 2 or 2 (x - y) + 2, x ≥ y. */
static void trim(int32_t *length, const struct aim *t)
{
    const int64_t m = t->rows, lo = t->lo, hi = t->hi;
    double lack = t->square;

    for (int64_t i = 0; i < m; i++)
        lack -= (double)length[i] * (double)length[i];
    for (int64_t turn = 0; turn < 2 * m && fabs(lack) > 1; turn++) {
        const bool apart = lack > 0;
        const int step = apart ? 1 : -1;
        const int64_t gap = (int64_t)fabs(lack) / 2 - step;
        int64_t x = nearest(length, m, hi, apart ? -1 : lo + 1, apart ? hi : hi + 1), y = -1;
        if (x >= 0)
            y = nearest(length, m, length[x] - gap, apart ? lo : -1, length[x] + step);
        if (y < 0 || x == y)
            return;
        double change = 2 * step * (double)(length[x] - length[y]) + 2;
        if (fabs(lack - change) >= fabs(lack))
            return;
        length[x] += step;
        length[y] -= step;
        lack -= change;
    }
}

/* The target deviation: the catalogue's; else the kind's, plus what the longest row alone contributes. */
static double wanted_std(const struct catalog_entry *c, double mean)
{
    double own = twin_kind(c->kind)->spread * mean, longest = c->row_max > 0 ? (double)c->row_max - mean : 0;

    if (c->row_std >= 0)
        return c->row_std;
    if (c->row_max > 0 && own > longest)
        own = longest / 2;
    return sqrt(own * own + longest * longest / (double)c->rows);
}

/* False: no such lengths exist. */
static bool aim_make(const struct catalog_entry *c, struct aim *t)
{
    t->known = c->row_max >= 0;
    t->hi = t->known ? c->row_max : c->cols;
    t->rows = c->rows - t->known;
    t->sum = c->nnz - t->hi * t->known;
    if (c->rows < 1 || t->hi < 1 || t->hi > c->cols || t->hi > INT32_MAX ||
        (double)c->nnz > (double)c->rows * (double)t->hi || t->sum < 0)
        return false;
    t->mean = (double)c->nnz / (double)c->rows;
    t->std = wanted_std(c, t->mean);
    double top = t->known ? (double)t->hi : 0;
    t->square = (double)c->rows * (t->std * t->std + t->mean * t->mean) - top * top;
    /* No empty rows, unless the figures need them: lengths in [1, hi] have a variance of at most (mean - 1)(hi - mean)
       (Bhatia and Davis, 2000), reached only if all are 1 or hi; a tenth less leaves others. */
    t->lo = t->sum >= t->rows && t->std * t->std < 0.9 * (t->mean - 1) * ((double)t->hi - t->mean);
    return true;
}

/* Lengths with the moments of *t up to rounding. */
static bool sample(const struct aim *t, int32_t *length, struct err *e)
{
    struct fit *f = malloc(sizeof *f);
    int64_t count[BINS], at = 0;
    double a, b;

    if (!f)
        return err_nomem(e, "the row lengths", sizeof *f);
    f->rows = t->rows;
    /* Wide with a long tail: log-normal. Either shape has the moments of *t; the cases are not fitted. */
    f->exponential = (double)t->hi - t->mean > 1.5 * (t->mean - (double)t->lo) && t->std > 0.4 * t->mean;
    fill_bins(f, t->lo, t->hi);
    solve(f, (double)t->sum, t->square, &a, &b);
    moments_of(f, a, b, count);
    for (int k = 0; k < f->bins; k++)
        for (int64_t r = 0; r < count[k]; r++)
            length[at++] = (int32_t)f->bin[k];
    free(f);
    return true;
}

bool twin_lengths(const struct catalog_entry *c, int32_t *length, struct err *e)
{
    struct aim t;

    if (!aim_make(c, &t))
        return err_set(e, ERR_INPUT, "the catalogue's sizes of %s do not fit together", c->name);
    if (!sample(&t, length, e))
        return false;
    if (!settle(length, &t))
        return err_set(e, ERR_INPUT, "no row lengths fit what the catalogue says of %s", c->name);
    if (t.rows <= FEW)
        trim(length, &t);
    if (t.known)
        length[t.rows] = (int32_t)t.hi;
    return true;
}
