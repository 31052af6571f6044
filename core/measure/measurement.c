/* SPDX-License-Identifier: GPL-3.0-or-later */
/* measurement: what samples of a time say: median, mean, minimum, interval; and the rates that follow. */
#include <stdlib.h>
#include <string.h>

#include "core/measure/measurement.h"

/* ---- states ---- */

struct state {
    const char *name;
    enum err_code code;
};
static const struct state states[ST_CANCELLED + 1];

struct measure_options measure_defaults(void)
{
    return (struct measure_options){ .samples = 10, .min_s = 0.3, .max_s = 3, .cold = false };
}

const char *measure_state_name(enum measure_state state)
{
    return states[state].name;
}

enum err_code measure_state_code(enum measure_state state)
{
    return states[state].code;
}

enum err_code measure_named_code(const char *name)
{
    for (int i = 0; i <= ST_CANCELLED; i++)
        if (strcmp(states[i].name, name) == 0)
            return states[i].code;
    return ERR_DEVICE;
}

/* ---- samples ---- */

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The rank l (from 1) such that samples l and n+1-l enclose the median with at least 95%: the number of samples below
   the median is binomial, B(n, 1/2), so l is the largest with P(B ≤ l-1) ≤ 2.5%. Below n = 6 there is none: 1. */
static int median_rank(int n)
{
    double probability = 1, below = 0; /* P(B = l), P(B < l) */
    for (int i = 0; i < n; i++)
        probability /= 2;
    int l = 0;
    for (; l < n && below + probability <= 0.025; l++) {
        below += probability;
        probability *= (double)(n - l) / (double)(l + 1);
    }
    return l > 0 ? l : 1;
}

void measure_summary(const double *sample, int n, struct measurement *m)
{
    double sorted[MEASURE_SAMPLES], sum = 0;
    if (n < 1)
        return;
    memcpy(sorted, sample, (size_t)n * sizeof *sorted);
    qsort(sorted, (size_t)n, sizeof *sorted, ascending);
    for (int i = 0; i < n; i++)
        sum += sorted[i];
    int rank = median_rank(n);
    m->median_ms = (sorted[(n - 1) / 2] + sorted[n / 2]) / 2;
    m->mean_ms = sum / n;
    m->min_ms = sorted[0];
    m->ci_lo_ms = sorted[rank - 1];
    m->ci_hi_ms = sorted[n - rank];
}

/* 10⁹ of something a second, from how many there are in the median time. */
static double rate(const struct measurement *m, double count)
{
    return (m->has & HAS_TIME) && m->median_ms > 0 ? count / m->median_ms * 1e-6 : 0;
}

double measure_gflops(const struct measurement *m)
{
    return rate(m, m->flops);
}

double measure_gnnzs(const struct measurement *m)
{
    return rate(m, m->products);
}

double measure_gbs(const struct measurement *m)
{
    return rate(m, m->bytes);
}

double measure_roof_gbs(const struct device *d)
{
    return strcmp(d->kind, "cpu") == 0 ? d->read_gbs : d->copy_gbs;
}

double measure_roof_frac(const struct measurement *m, const struct device *d)
{
    double roof = measure_roof_gbs(d);
    return roof > 0 ? measure_gbs(m) / roof : 0;
}

static const struct state states[ST_CANCELLED + 1] = {
    [ST_OK] = { "ok", ERR_NONE },
    [ST_FAIL] = { "FAIL", ERR_CHECK },
    [ST_UNSUPPORTED] = { "unsupported", ERR_UNSUPPORTED },
    [ST_NO_DEVICE] = { "no device", ERR_DEVICE },
    [ST_NO_MEMORY] = { "no memory", ERR_MEMORY },
    [ST_ERROR] = { "error", ERR_DEVICE },
    [ST_CANCELLED] = { "cancelled", ERR_CANCELLED },
};
