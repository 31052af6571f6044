/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rule: rules of thumb that tell from row lengths which kernel suits SpMV, and whether measurements bear them out. */
#include "core/measure/rule.h"

#include <stdio.h>
#include <string.h>

enum { LONG = 8, ALIKE = 5 }; /* alike: deviation ≤ mean / ALIKE */

/* What is compared with what. */
static const char *const on_gpu[] = { "gpu.csr.scalar", "gpu.csr.vector", "gpu.ell.thread", NULL };
static const char *const on_cpu[] = { "cpu.csr.omp", "cpu.ell.omp", NULL };

static const struct rule short_rows = {
    .rows = "short rows",
    .says = "a warp a row should be worst",
    .gpu = { NULL, "gpu.csr.vector" },
    .cpu = { NULL, NULL },
};
static const struct rule regular_rows = {
    .rows = "long regular rows",
    .says = "ELLPACK should win",
    .gpu = { "gpu.ell.thread", NULL },
    .cpu = { "cpu.ell.omp", NULL },
};
static const struct rule irregular_rows = {
    .rows = "long irregular rows",
    .says = "CSR, a warp a row, should win",
    .gpu = { "gpu.csr.vector", "gpu.csr.scalar" },
    .cpu = { "cpu.csr.omp", NULL },
};

const struct rule *rule_of(double mean, double deviation)
{
    if (!(mean >= LONG))
        return &short_rows;
    return deviation * ALIKE <= mean ? &regular_rows : &irregular_rows;
}

static double speed_of(const char *kernel, const struct rule_speed *speed, int n)
{
    double gflops = 0;
    for (int i = 0; i < n; i++)
        if (strcmp(speed[i].kernel, kernel) == 0)
            gflops = speed[i].gflops;
    return gflops;
}

/* The fastest (sign 1) or slowest (-1) of those compared but `named`; NULL: none was measured. */
static const char *rival(const char *named, int sign, const char *const *names, const struct rule_speed *speed, int n)
{
    const char *found = NULL;
    for (; *names; names++) {
        double s = speed_of(*names, speed, n);
        if (s > 0 && strcmp(*names, named) != 0 && (!found || sign * (s - speed_of(found, speed, n)) > 0))
            found = *names;
    }
    return found;
}

/* Half of a claim: `named` is the fastest or the slowest. */
static enum rule_outcome check_half(const char *named, int sign, const char *const *names,
                                    const struct rule_speed *speed, int n, char *text, size_t size)
{
    double own = named ? speed_of(named, speed, n) : 0;
    const char *other = own > 0 ? rival(named, sign, names, speed, n) : NULL;
    if (!other)
        return RULE_UNTRIED;
    double its = speed_of(other, speed, n);
    snprintf(text, size, "%s %.3g GFLOPS, %s %.3g", named, own, other, its);
    return sign * (own - its) >= 0 ? RULE_HOLDS : RULE_FAILS;
}

enum rule_outcome rule_check(const struct rule *r, bool gpu, const struct rule_speed *speed, int n, char *text,
                             size_t size)
{
    const struct rule_claim *c = gpu ? &r->gpu : &r->cpu;
    const char *const *names = gpu ? on_gpu : on_cpu;
    char half[160];
    enum rule_outcome best = check_half(c->best, 1, names, speed, n, text, size);
    if (best == RULE_FAILS)
        return best;
    enum rule_outcome worst = check_half(c->worst, -1, names, speed, n, half, sizeof half);
    if (worst == RULE_UNTRIED)
        return best;
    if (worst == RULE_FAILS || best == RULE_UNTRIED)
        snprintf(text, size, "%s", half);
    return worst;
}
