/* SPDX-License-Identifier: GPL-3.0-or-later */
/* curve_axis: which settings have several values, and a run's value of each. */
#include "tui/views/curve.h"

bool curve_over_matrices(const char *axis)
{
    return strcmp(axis, "size") == 0 || strcmp(axis, "rows") == 0;
}

double curve_x(const struct model *m, const struct model_run *r, const char *axis)
{
    if (strcmp(axis, "k") == 0)
        return r->columns ? (double)r->k : (double)NAN;
    if (strcmp(axis, "threads") == 0)
        return problem_has_team(m, r) ? r->threads : 1;
    if (strcmp(axis, CURVE_INTENSITY) == 0)
        return r->flops && r->gbs > 0 ? r->gflops / r->gbs : (double)NAN;
    if (strcmp(axis, "size") == 0)
        return r->nnz > 0 ? (double)r->nnz : (double)NAN;
    if (strcmp(axis, "rows") == 0)
        return r->rows > 0 ? (double)r->rows : (double)NAN;
    const char *value = text_value(r->params, axis);
    char *end;
    const double x = value ? strtod(value, &end) : (double)NAN;
    return value && end > value && (*end == 0 || *end == ' ') ? x : (double)NAN;
}

unsigned curve_frees(const char *axis)
{
    const bool k = strcmp(axis, "k") == 0 || strcmp(axis, CURVE_INTENSITY) == 0; /* to the right as k grows */
    return k ? DIFFER_K : strcmp(axis, "threads") == 0 ? DIFFER_THREADS : curve_over_matrices(axis) ? DIFFER_MATRIX : 0;
}

bool curve_varies(const struct model *m, const char *axis, int from, int to)
{
    double first = NAN;
    for (int i = from; i < to; i++) {
        const struct model_run *r = &m->run[i], *last = &m->run[m->runs - 1];
        if (problem_differ(m, r, last, (DIFFER_OP | DIFFER_MATRIX) & ~curve_frees(axis)) ||
            (strcmp(axis, "threads") == 0 && !problem_has_team(m, r)))
            continue;
        double x = curve_x(m, r, axis);
        if (!isnan(first) && !isnan(x) && x != first)
            return true;
        first = isnan(first) ? x : first;
    }
    return false;
}

/* The i-th axis that there could be: k, threads, size, and the parameters of the newest runs; false: no more. */
static bool candidate(const struct model *m, int i, char out[CURVE_AXIS])
{
    static const char *const fixed[] = { "k", "threads", "size" };
    enum { FIXED = 3, RECENT = 64 };
    if (i < FIXED) {
        snprintf(out, CURVE_AXIS, "%s", fixed[i]);
        return true;
    }
    i -= FIXED;
    int n;
    for (int j = m->runs - 1; j >= 0 && j >= m->runs - RECENT; j--)
        for (const char *word, *params = m->run[j].params; (word = text_word(&params, &n));)
            if (i-- == 0) {
                snprintf(out, CURVE_AXIS, "%.*s", (int)strcspn(word, "= "), word);
                return true;
            }
    return false;
}

void curve_axis(const struct model *m, const struct curve_ask *ask, char out[CURVE_AXIS])
{
    const int from = ask->all ? m->first : problem_batch(m, m->runs);
    snprintf(out, CURVE_AXIS, "%s", ask->axis);
    for (int all = 0; all < 2 && !*out; all++)
        for (int i = 0; candidate(m, i, out); i++, *out = 0)
            if (curve_varies(m, out, all ? m->first : from, m->runs))
                return;
    if (!*out)
        snprintf(out, CURVE_AXIS, "k");
}

void curve_next_axis(const struct model *m, const struct curve_ask *ask, char out[CURVE_AXIS])
{
    char now[CURVE_AXIS], first[CURVE_AXIS] = "", one[CURVE_AXIS];
    bool passed = false;
    curve_axis(m, ask, now);
    for (int i = 0; candidate(m, i, one); i++) {
        bool there = curve_varies(m, one, m->first, m->runs);
        if (there && passed && strcasecmp(one, now) != 0) {
            strcpy(out, one);
            return;
        }
        if (there && !*first)
            strcpy(first, one);
        passed |= strcasecmp(one, now) == 0;
    }
    strcpy(out, first);
}
