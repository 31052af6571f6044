/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/views/curve.h"

#include "core/measure/interval.h"
#include "tui/views/bars.h"
#include "tui/views/kernels.h"

const char *const curve_quantity_name[CURVE_QUANTITIES] = { "rate", "time", "speedup", "bandwidth" };

static bool is_axis(const struct curve *c, const char *name)
{
    return strcmp(c->axis, name) == 0;
}

/* A roofline shows all k: it moves to the right as k grows. */
static bool any_k(const struct curve *c)
{
    return is_axis(c, "k") || is_axis(c, CURVE_INTENSITY);
}

/* ---- which runs ---- */

/* The parameters without that of the axis and the order. */
static void other_params(const struct curve *c, const struct model_run *r, char *out, size_t size)
{
    char but[CURVE_AXIS + 16];
    snprintf(but, sizeof but, "reorder %s", c->axis);
    model_params(r->params, but, out, size);
}

/* Whether two runs differ at most in the axis, the kernel and its parameters. */
static bool same_problem(const struct curve *c, const struct model_run *a, const struct model_run *b)
{
    return strcmp(a->op, b->op) == 0 && strcmp(a->type, b->type) == 0 && strcmp(a->cache, b->cache) == 0 &&
           strcmp(a->reorder, b->reorder) == 0 && (any_k(c) || a->k == b->k) &&
           (curve_over_matrices(c->axis) || strcmp(a->matrix, b->matrix) == 0) &&
           (is_axis(c, "threads") || !kernels_has_team(c->model, a) || !kernels_has_team(c->model, b) ||
            a->threads == b->threads);
}

/* The length of the generator's name in "rmat:17:16"; 0: a file, or a twin of one, whose size says nothing of its kin.
 */
static int family(const struct model_run *r)
{
    const char *end = strchr(r->matrix, ':');
    const int n = end ? (int)(end - r->matrix) : 0;
    return strncmp(r->matrix, "twin:", 5) == 0 || strncmp(r->matrix, "lower:", 6) == 0 ? 0 : n;
}

static bool same_family(const struct model_run *a, const struct model_run *b)
{
    return family(a) == family(b) && strncmp(a->matrix, b->matrix, (size_t)family(a)) == 0;
}

static bool same_line(const struct curve *c, const struct model_run *a, const struct model_run *b)
{
    char one[120], two[120];
    other_params(c, a, one, sizeof one);
    other_params(c, b, two, sizeof two);
    return strcmp(a->kernel, b->kernel) == 0 && strcmp(one, two) == 0 && same_problem(c, a, b) &&
           (!curve_over_matrices(c->axis) || same_family(a, b));
}

/* A line joins what grows from point to point: not matrices that have nothing in common. */
static enum chart_style style_of(const struct curve *c, const struct model_run *r)
{
    const bool apart = curve_over_matrices(c->axis) && family(r) == 0;
    return is_axis(c, CURVE_INTENSITY) || apart ? CHART_DOTS : CHART_LINE;
}

bool curve_belongs(const struct curve *c, const struct model_run *r)
{
    if (c->ask->alone && curve_over_matrices(c->axis) && !same_family(&c->model->run[c->model->runs - 1], r))
        return false;
    const bool team = c->teams && kernels_has_team(c->model, r); /* a serial run has no number of threads */
    for (int i = c->from; i < c->to; i++) {
        const struct model_run *o = &c->model->run[i];
        if (c->ask->all ? strcmp(o->op, r->op) == 0 : same_problem(c, r, o) && (!team || kernels_has_team(c->model, o)))
            return true;
    }
    return false;
}

/* Whether a batch goes through several values of another setting than the axis. */
static bool sweeps_aside(const struct curve *c, int from, int to)
{
    const struct model_run *last = &c->model->run[to - 1];
    for (int i = from; i < to; i++)
        if (strcmp(c->model->run[i].kernel, last->kernel) == 0 && !same_line(c, &c->model->run[i], last))
            return true;
    return false;
}

/* The newest batch counts. But a sweep over another setting would give a line of one point for each of its values: then
   the newest batch that is none, and if there is none, the newest run alone. */
static void choose_runs(struct curve *c)
{
    const struct model *m = c->model;
    const struct model_run *last = &m->run[m->runs - 1];
    for (c->to = m->runs; c->to > m->first; c->to = c->from) {
        const struct model_run *r = &m->run[c->to - 1];
        c->from = curve_batch(m, c->to);
        const bool related =
            strcmp(r->op, last->op) == 0 && (curve_over_matrices(c->axis) || strcmp(r->matrix, last->matrix) == 0);
        if (c->ask->all || (related && (curve_varies(m, c->axis, c->from, c->to) || !sweeps_aside(c, c->from, c->to))))
            return;
    }
    c->to = m->runs;
    c->from = m->runs > m->first ? m->runs - 1 : m->runs;
}

void curve_begin(struct curve *c)
{
    curve_axis(c->model, c->ask, c->axis);
    choose_runs(c);
    c->teams = false;
    for (int i = c->from; i < c->to && !c->teams; i++)
        c->teams = kernels_has_team(c->model, &c->model->run[i]);
}

/* ---- points ---- */

/* The value of a run at this time, NaN: none. Only what passed its check has one. */
static double value(const struct curve *c, const struct model_run *r, double time_ms)
{
    double rate = bars_rate(r);
    if (!(rate > 0) || !(time_ms > 0))
        return NAN;
    switch (c->ask->quantity) {
    case CURVE_TIME:
        return time_ms;
    case CURVE_SPEEDUP:
        return (is_axis(c, "threads") && r->scaling > 0 ? r->scaling : r->speedup) * r->time_ms / time_ms;
    case CURVE_BANDWIDTH:
        return r->gbs * r->time_ms / time_ms;
    default:
        return rate * r->time_ms / time_ms;
    }
}

static struct chart_point point_of(const struct curve *c, const struct model_run *r)
{
    double a = value(c, r, r->ci_lo_ms), b = value(c, r, r->ci_hi_ms);
    return (struct chart_point){ .x = curve_x(c->model, r, c->axis),
                                 .y = r->time_ms > 0 ? value(c, r, r->time_ms) : (double)NAN,
                                 .lo = fmin(a, b),
                                 .hi = fmax(a, b),
                                 .dim = !(r->ci_hi_ms > 0) };
}

static struct chart_series *line_of(struct curve *c, const struct model_run *r)
{
    for (int i = 0; i < c->chart->n; i++)
        if (same_line(c, c->line[i], r))
            return &c->chart->series[i];
    if (c->chart->n < CHART_SERIES - 8) /* room for roofs */
        c->line[c->chart->n] = r;
    else {
        c->chart->left_out++;
        return NULL;
    }
    return chart_add(c->chart, r->kernel, kernels_role(c->model, r->kernel), style_of(c, r));
}

/* The newest of several runs at one place counts. */
static void add_lines(struct curve *c)
{
    for (int i = c->model->runs - 1; i >= c->model->first; i--) {
        const struct model_run *r = &c->model->run[i];
        struct chart_point p = point_of(c, r);
        if (!isfinite(p.x) || !isfinite(p.y) || !curve_belongs(c, r))
            continue;
        struct chart_series *s = line_of(c, r);
        if (s)
            chart_put(s, &p, false);
    }
    c->lines = c->chart->n;
}

/* ---- names ---- */

/* What tells a line from others: the kernel, and the settings in which lines differ; on a roofline the intensity of
   a single point. */
static void name_lines(struct curve *c)
{
    for (int i = 0; i < c->lines; i++) {
        bool k = false, type = false, threads = false, params = false, order = false, matrix = false, cache = false;
        const struct model_run *r = c->line[i];
        struct chart_series *s = &c->chart->series[i];
        char one[120], two[120], of[128], *name = s->name;
        other_params(c, r, one, sizeof one);
        const bool files = curve_over_matrices(c->axis) && family(r) == 0;
        const int n = curve_over_matrices(c->axis) ? family(r) : (int)strlen(r->matrix);
        snprintf(of, sizeof of, "%.*s", files ? 5 : n, files ? "files" : r->matrix);
        for (int j = 0; j < c->lines; j++) {
            const struct model_run *o = c->line[j];
            bool same = strcmp(o->kernel, r->kernel) == 0;
            other_params(c, o, two, sizeof two);
            k |= !any_k(c) && o->k != r->k;
            type |= strcmp(o->type, r->type) != 0;
            order |= strcmp(o->reorder, r->reorder) != 0;
            cache |= strcmp(o->cache, r->cache) != 0;
            matrix |= curve_over_matrices(c->axis) ? !same_family(o, r) : strcmp(o->matrix, r->matrix) != 0;
            threads |= same && !is_axis(c, "threads") && o->threads != r->threads;
            params |= same && strcmp(one, two) != 0;
        }
        if (k)
            text_add(name, CHART_NAME, " k=%lld", (long long)r->k);
        if (threads)
            text_add(name, CHART_NAME, " ×%d", r->threads);
        const char *const differ[] = { type ? r->type : "", cache ? r->cache : "", order ? r->reorder : "",
                                       params ? one : "", matrix ? of : "" };
        for (size_t j = 0; j < COUNT(differ); j++)
            text_add(name, CHART_NAME, "%s%s", *differ[j] ? " " : "", differ[j]);
        if (is_axis(c, CURVE_INTENSITY) && s->n == 1)
            text_add(name, CHART_NAME, " at %.2g", s->at[0].x);
    }
}

/* ---- falls ---- */

/* A point is a fall where the rate is at least 15% below that of the point before, and the intervals part. The deepest
   one goes into the note. */
static void mark_falls(struct curve *c)
{
    double deepest = 0.85;
    for (int i = 0; i < c->lines && c->ask->quantity != CURVE_TIME; i++) {
        struct chart_series *s = &c->chart->series[i];
        for (int j = 1; j < s->n; j++) {
            struct chart_point *p = &s->at[j];
            p->fall = s->style == CHART_LINE && !p->dim && !p[-1].dim && p->y < 0.85 * p[-1].y &&
                      interval_compare(p->lo, p->hi, p[-1].lo, p[-1].hi) == FASTER;
            if (!p->fall || p->y >= deepest * p[-1].y)
                continue;
            deepest = p->y / p[-1].y;
            snprintf(c->chart->note, sizeof c->chart->note, "▾ %s falls by %.0f%% from %s %g to %g", s->name,
                     100 - 100 * deepest, c->axis, p[-1].x, p->x);
        }
    }
}

/* ---- all of it ---- */

static void title_axes(struct curve *c)
{
    static const char *const titles[] = { "GFLOPS", "ms", "times serial", "GB/s" };
    const struct model_run *last = c->model->runs > 0 ? &c->model->run[c->model->runs - 1] : NULL;
    struct chart *to = c->chart;
    const char *title = titles[c->ask->quantity];
    if (last && !last->flops && c->ask->quantity == CURVE_RATE)
        title = "Gnnz/s";
    if (c->ask->quantity == CURVE_SPEEDUP && is_axis(c, "threads"))
        title = "times one thread";
    snprintf(to->y.title, sizeof to->y.title, "%s", title);
    snprintf(to->x.title, sizeof to->x.title, "%s", is_axis(c, "size") ? "nonzeros" : c->axis);
    to->y.log = c->ask->log;
    to->low = c->ask->quantity == CURVE_TIME;
    double lo, hi;
    curve_extent(c, &lo, &hi);
    if (is_axis(c, CURVE_INTENSITY)) {
        snprintf(to->x.title, sizeof to->x.title, "flop/B");
        to->x.log = to->y.log = true;
        return;
    }
    to->x.log = lo > 0 && hi / lo >= 4 && !(is_axis(c, "threads") && hi <= 16);
    to->x.twos = !curve_over_matrices(c->axis);
}

void curve_make(const struct model *m, const struct curve_ask *ask, struct chart *to)
{
    struct curve c = { .model = m, .ask = ask, .chart = to };
    curve_begin(&c);
    add_lines(&c);
    name_lines(&c);
    title_axes(&c);
    if (is_axis(&c, CURVE_INTENSITY)) {
        curve_add_slopes(&c);
    } else {
        mark_falls(&c);
        curve_add_roofs(&c);
        if (is_axis(&c, "threads") && ask->quantity != CURVE_BANDWIDTH)
            curve_add_ideal(&c);
    }
    chart_fit(to);
}

void curve_title(const struct model *m, const struct curve_ask *ask, char *text, size_t size)
{
    struct curve c = { .model = m, .ask = ask };
    const struct model_run *last = &m->run[m->runs - 1];
    bool matrix = true, k = true, type = true;
    int threads = 0, teams = 0;
    curve_axis(m, ask, c.axis);
    for (int i = m->first; i < m->runs; i++) {
        const struct model_run *r = &m->run[i];
        matrix &= strcmp(r->matrix, last->matrix) == 0;
        k &= r->k == last->k;
        type &= strcmp(r->type, last->type) == 0;
        if (!kernels_has_team(m, r) || r->threads == threads)
            continue;
        threads = r->threads;
        teams++;
    }
    snprintf(text, size, "%s", matrix ? last->matrix : "");
    figure_problem_text(text, size, last, k && !any_k(&c), type, teams == 1 ? threads : 0);
}
