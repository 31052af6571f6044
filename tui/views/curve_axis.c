/* SPDX-License-Identifier: GPL-3.0-or-later */
/* curve_axis: which settings have several values, and a run's value of each. */
#include "tui/views/curve.h"

#include "tui/input/options.h"

unsigned curve_frees(const char *axis)
{
    static const struct {
        const char *axis;
        unsigned bits;
    } frees[] = { { "k", DIFFER_K },
                  { CURVE_INTENSITY, DIFFER_K }, /* to the right as k grows */
                  { "threads", DIFFER_THREADS },
                  { "size", DIFFER_MATRIX },
                  { "rows", DIFFER_MATRIX },
                  { "reorder", DIFFER_ORDER },
                  { "type", DIFFER_TYPE },
                  { "cache", DIFFER_CACHE } };
    for (size_t i = 0; i < COUNT(frees); i++)
        if (strcasecmp(frees[i].axis, axis) == 0)
            return frees[i].bits;
    return 0;
}

bool curve_over_matrices(const char *axis)
{
    return curve_frees(axis) == DIFFER_MATRIX;
}

bool curve_axis_is(const struct curve *c, const char *name)
{
    return strcmp(c->axis, name) == 0;
}

bool curve_is_axis(const struct model *m, const struct settings *s, const char *name, struct err *e)
{
    bool known = strcmp(name, "auto") == 0 || curve_over_matrices(name) || settings_find(s, m, name) >= 0;
    for (int i = 0; i < m->runs && !known; i++)
        known = text_value(m->run[i].params, name) != NULL;
    return known || err_set(e, ERR_USAGE, "axis is one of %s, not %.60s", tui_commands[CMD_axis].arguments, name);
}

/* A run's value of a setting: a number, and as a word what is not always one. x NaN and word "": it has none. */
struct value {
    double x;
    char word[AXIS_TEXT];
};

static struct value number(double x)
{
    return (struct value){ .x = x };
}

static bool is_value(const struct value *v)
{
    return !isnan(v->x) || v->word[0];
}

/* Flops a byte, to six digits: of rounded rates, and runs of one problem have one place. */
static double intensity(const struct model_run *r)
{
    char text[32];
    snprintf(text, sizeof text, "%.6g", r->gflops / r->gbs);
    return strtod(text, NULL);
}

static struct value value_of(const struct model_run *r, const char *axis)
{
    if (strcmp(axis, "k") == 0)
        return number(r->columns ? (double)r->k : (double)NAN);
    if (strcmp(axis, "threads") == 0)
        return number(problem_has_team(r) ? r->threads : r->on_gpu ? (double)NAN : 1);
    if (strcmp(axis, CURVE_INTENSITY) == 0)
        return number(r->flops && r->gbs > 0 ? intensity(r) : (double)NAN);
    if (strcmp(axis, "size") == 0)
        return number(r->nnz > 0 ? (double)r->nnz : (double)NAN);
    if (strcmp(axis, "rows") == 0)
        return number(r->rows > 0 ? (double)r->rows : (double)NAN);
    const char *word = strcmp(axis, "reorder") == 0 ? r->reorder[0] ? r->reorder : "none"
                       : strcmp(axis, "type") == 0  ? r->type
                       : strcmp(axis, "cache") == 0 ? r->cache
                                                    : text_value(r->params, axis);
    struct value v = { .x = NAN };
    char *end;
    if (!word)
        return v;
    snprintf(v.word, sizeof v.word, "%.*s", (int)strcspn(word, " "), word);
    v.x = strtod(v.word, &end);
    v.x = *end || end == v.word ? (double)NAN : v.x;
    return v;
}

void curve_words(struct curve *c)
{
    bool words = false;
    for (int i = c->from; i < c->to && !words; i++) {
        const struct value v = value_of(&c->model->run[i], c->axis);
        words = v.word[0] && isnan(v.x);
    }
    for (int i = c->model->first; i < c->model->runs && words; i++) {
        const struct value v = value_of(&c->model->run[i], c->axis);
        if (v.word[0] && curve_belongs(c, &c->model->run[i]))
            axis_word(&c->chart->x, v.word);
    }
}

double curve_x(const struct curve *c, const struct model_run *r)
{
    const struct value v = value_of(r, c->axis);
    return c->chart->x.words == 0 ? v.x : v.word[0] ? axis_find(&c->chart->x, v.word) : (double)NAN;
}

/* The value of the kernel's run before run i, of its problem. */
static struct value value_before(const struct model *m, const char *axis, int from, int i)
{
    for (int j = i - 1; j >= from; j--)
        if (strcmp(m->run[j].kernel, m->run[i].kernel) == 0 &&
            !problem_differ(&m->run[j], &m->run[i], DIFFER_OP | DIFFER_MATRIX))
            return value_of(&m->run[j], axis);
    return number(NAN);
}

bool curve_varies(const struct model *m, const char *axis, int from, int to)
{
    struct value first = number(NAN);
    const bool parameter = curve_frees(axis) == 0; /* a kernel's own: values of several kernels make no curve */
    const unsigned of = DIFFER_OP | DIFFER_MATRIX,
                   same = curve_over_matrices(axis) ? of | DIFFER_ORDER | DIFFER_WORK : of; /* else one has no point */
    const int end = curve_end(m);
    for (int i = from; i < to; i++) {
        const struct model_run *r = &m->run[i], *last = &m->run[end - 1];
        if (problem_differ(r, last, same & ~curve_frees(axis)) ||
            (strcmp(axis, "threads") == 0 && !problem_has_team(r)))
            continue;
        const struct value v = value_of(r, axis);
        if (parameter)
            first = value_before(m, axis, from, i);
        if (is_value(&first) && is_value(&v) &&
            (v.word[0] || first.word[0] ? strcmp(v.word, first.word) != 0 : v.x != first.x))
            return true;
        first = is_value(&first) ? first : v;
    }
    return false;
}

/* The i-th possible axis: k, threads, size, order, type, cache, parameters of the newest runs; false: no more. */
static bool candidate(const struct model *m, int i, char out[CURVE_AXIS])
{
    static const char *const fixed[] = { "k", "threads", "size", "reorder", "type", "cache" };
    enum { FIXED = COUNT(fixed), RECENT = 64 };
    if (i < FIXED) {
        snprintf(out, CURVE_AXIS, "%s", fixed[i]);
        return true;
    }
    i -= FIXED;
    int n, end = curve_end(m);
    for (int j = end - 1; j >= 0 && j >= end - RECENT; j--)
        for (const char *word, *params = m->run[j].params; (word = text_word(&params, &n));)
            if (i-- == 0) {
                snprintf(out, CURVE_AXIS, "%.*s", (int)strcspn(word, "= "), word);
                return true;
            }
    return false;
}

/* Whether the newest run has a place on this axis. */
static bool is_newest_on(const struct model *m, const char *axis)
{
    const struct value v = m->runs > 0 ? value_of(&m->run[curve_end(m) - 1], axis) : number(NAN);
    return is_value(&v);
}

/* Without a wish, what varies among the newest runs; else among all, if it is a setting of the newest one. */
void curve_axis(const struct model *m, const struct curve_ask *ask, char out[CURVE_AXIS])
{
    const int end = curve_end(m), from = ask->all ? m->first : problem_batch(m, end);
    snprintf(out, CURVE_AXIS, "%s", ask->axis);
    for (int all = 0; all < 2 && !*out; all++)
        for (int i = 0; candidate(m, i, out); i++, *out = 0)
            if (curve_varies(m, out, all ? m->first : from, all || ask->all ? m->runs : end) &&
                (!all || is_newest_on(m, out)))
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

/* ---- titles ---- */

/* Whether half of the lines or more would lie flat at the bottom of a linear axis, below a tenth of the highest. */
static bool is_far_apart(const struct curve *c)
{
    double top[CHART_SERIES], most = 0;
    int flat = 0;
    for (int i = 0; i < c->lines; i++) {
        top[i] = 0;
        for (int j = 0; j < c->chart->series[i].n; j++)
            top[i] = fmax(top[i], c->chart->series[i].at[j].y);
        most = fmax(most, top[i]);
    }
    for (int i = 0; i < c->lines; i++)
        flat += top[i] > 0 && top[i] < most / 10;
    return flat > 0 && 2 * flat >= c->lines;
}

/* Whether a line is one point: its name has the share of the roof. */
static bool has_single(const struct chart *c)
{
    bool any = false;
    for (int i = 0; i < c->n; i++)
        any |= c->series[i].n == 1;
    return any;
}

void curve_title_axes(struct curve *c)
{
    static const char *const titles[] = { "GFLOPS", "ms", "times serial CSR", "GB/s" };
    const struct model_run *last = c->end > 0 ? &c->model->run[c->end - 1] : NULL;
    struct chart *to = c->chart;
    const char *title = titles[c->ask->quantity];
    if (last && !last->flops && c->ask->quantity == CURVE_RATE)
        title = "Gnnz/s";
    if (c->ask->quantity == CURVE_SPEEDUP && curve_axis_is(c, "threads"))
        title = "times one thread";
    snprintf(to->y.title, sizeof to->y.title, "%s", title);
    snprintf(to->x.title, sizeof to->x.title, "%s",
             curve_axis_is(c, "size")      ? "nonzeros"
             : curve_axis_is(c, "reorder") ? "order of rows"
                                           : c->axis);
    to->y.log = c->ask->log || (!c->ask->linear && is_far_apart(c));
    to->low = c->ask->quantity == CURVE_TIME;
    double lo, hi;
    curve_extent(c, &lo, &hi);
    if (curve_axis_is(c, CURVE_INTENSITY)) {
        snprintf(to->x.title, sizeof to->x.title, "flop/byte");
        snprintf(to->key, sizeof to->key, "%sbytes: A as in CSR, or packed if a kernel packs it; padding lowers a dot",
                 has_single(to) ? "%: of the roof; " : "");
        to->x.log = to->y.log = true;
        return;
    }
    to->x.log = !to->x.words && lo > 0 && hi / lo >= 4 && !(curve_axis_is(c, "threads") && hi <= 16);
    to->x.twos = !curve_over_matrices(c->axis);
}
