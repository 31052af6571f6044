/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/views/curve.h"

#include "tui/model/flags.h"
#include "tui/views/bars.h"
#include "tui/views/kernels.h"

const char *const curve_quantity_name[CURVE_QUANTITIES] = { "rate", "time", "speedup", "bandwidth" };

/* ---- which runs ---- */

/* The length of the generator's name in "rmat:17:16"; 0: a file, or its twin, whose size says nothing of its kin. */
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
    return !problem_differ(a, b, c->fixed | DIFFER_KERNEL) && problem_same_params(a, b, c->axis) &&
           (!curve_over_matrices(c->axis) || same_family(a, b));
}

/* A line joins points of a growing quantity, not unrelated matrices. */
static enum chart_style style_of(const struct curve *c, const struct model_run *r)
{
    const bool apart = curve_over_matrices(c->axis) && family(r) == 0;
    return curve_axis_is(c, CURVE_INTENSITY) || apart ? CHART_DOTS : CHART_LINE;
}

int curve_end(const struct model *m)
{
    const int end = bars_end(m);
    return end > m->first ? end : m->runs;
}

bool curve_belongs(const struct curve *c, const struct model_run *r)
{
    const struct model_run *last = &c->model->run[c->end - 1];
    if (c->only && !kernels_marked(c->only, r->kernel))
        return false;
    if (c->ask->alone && curve_over_matrices(c->axis) && !same_family(last, r))
        return false;
    return c->ask->all ? strcmp(last->op, r->op) == 0 : problem_among(c->model, r, c->from, c->to, c->fixed);
}

/* Whether a batch sweeps a setting other than the axis. */
static bool sweeps_aside(const struct curve *c, int from, int to)
{
    const struct model_run *run = c->model->run;
    for (int i = from; i < to; i++) {
        int first = from;
        while (strcmp(run[first].kernel, run[i].kernel) != 0)
            first++;
        if (!same_line(c, &run[first], &run[i]))
            return true;
    }
    return false;
}

/* Takes the newest batch. A sweep over another setting would give a line of one point for each of its values: skip such
   batches; if all are, take the newest run. */
static void choose_runs(struct curve *c)
{
    const struct model *m = c->model;
    const struct model_run *last = &m->run[c->end - 1];
    for (c->to = c->end; c->to > m->first; c->to = c->from) {
        c->from = problem_batch(m, c->to);
        const unsigned other = problem_differ(&m->run[c->to - 1], last, c->fixed & (DIFFER_OP | DIFFER_MATRIX));
        if (c->ask->all || (!other && (curve_varies(m, c->axis, c->from, c->to) || !sweeps_aside(c, c->from, c->to))))
            return;
    }
    c->to = c->end;
    c->from = c->end > m->first ? c->end - 1 : c->end;
}

/* Chooses the axis, the runs from..to-1, and the kernels: all, if none of those that are wanted was run. */
static void begin(struct curve *c)
{
    int i = c->model->first;
    curve_axis(c->model, c->ask, c->axis);
    c->end = curve_end(c->model);
    c->fixed = DIFFER_PROBLEM & ~curve_frees(c->axis);
    choose_runs(c);
    c->only = c->ask->only;
    while (i < c->model->runs && !(bars_rate(&c->model->run[i]) > 0 && curve_belongs(c, &c->model->run[i])))
        i++;
    c->only = i < c->model->runs ? c->only : NULL;
}

/* ---- points ---- */

/* The quantity of a run at this time, NaN: none. Only runs that passed their check have one. */
static double value(const struct curve *c, const struct model_run *r, double time_ms)
{
    double rate = bars_rate(r);
    if (!(rate > 0) || !(time_ms >= 0))
        return NAN;
    switch (c->ask->quantity) {
    case CURVE_TIME:
        return time_ms;
    case CURVE_SPEEDUP:
        return (curve_axis_is(c, "threads") && r->scaling > 0 ? r->scaling : r->speedup) * r->time_ms / time_ms;
    case CURVE_BANDWIDTH:
        return r->gbs * r->time_ms / time_ms;
    default:
        return rate * r->time_ms / time_ms;
    }
}

/* As beside the bars, where a busy machine alone is no doubt: what it may do is in the interval. */
static bool is_doubtful(const struct model_run *r)
{
    return flags_shaky(r->flags) && figure_doubtful(r);
}

static struct chart_point point_of(const struct curve *c, const struct model_run *r)
{
    double a = value(c, r, r->ci_lo_ms), b = value(c, r, r->ci_hi_ms);
    struct chart_point p = { .x = curve_x(c, r),
                             .y = r->time_ms > 0 ? value(c, r, r->time_ms) : (double)NAN,
                             .lo = fmin(a, b),
                             .hi = fmax(a, b),
                             .dim = !(r->ci_hi_ms > 0),
                             .doubtful = is_doubtful(r) };
    if (curve_axis_is(c, CURVE_INTENSITY) && r->columns)
        snprintf(p.label, sizeof p.label, "k=%lld", (long long)r->k);
    return p;
}

/* The line of a run, a new one if necessary; NULL: no room. */
static struct chart_series *line_of(struct curve *c, const struct model_run *r)
{
    for (int i = 0; i < c->lines; i++)
        if (same_line(c, c->line[i], r))
            return &c->chart->series[i];
    if (c->lines == CHART_SERIES - 8) { /* room for roofs */
        c->chart->left_out++;
        return NULL;
    }
    c->line[c->lines++] = r;
    struct chart_series *s = chart_add(c->chart, r->kernel, style_of(c, r));
    if (s)
        s->joined = curve_axis_is(c, CURVE_INTENSITY); /* over k */
    return s;
}

static bool is_spoiled(const struct curve *c, const struct model_run *r)
{
    for (int i = c->model->first; i < c->model->runs; i++) {
        const struct model_run *o = &c->model->run[i];
        if (standing_outdone(r, o) && bars_rate(o) > 0 && curve_x(c, o) == curve_x(c, r) && curve_belongs(c, o) &&
            same_line(c, o, r))
            return true;
    }
    return false;
}

struct places {
    const char *kernel[CHART_PLACES]; /* in order of their first runs in this session */
    int kernels;
    bool taken[CHART_PLACES], placed[CHART_SERIES];
};

/* The place of a kernel; -1: none. */
static int place_of(const struct places *p, const char *kernel)
{
    int at = p->kernels - 1;
    while (at >= 0 && strcmp(p->kernel[at], kernel) != 0)
        at--;
    return at;
}

static void put_at(struct curve *c, struct places *p, int line, int at)
{
    if (at < 0 || p->taken[at] || p->placed[line])
        return;
    p->taken[at] = p->placed[line] = true;
    chart_place(&c->chart->series[line], at);
}

/* A kernel has the letter of its place everywhere. Of several lines that of the newest problem has it. */
static void place_lines(struct curve *c)
{
    struct places p = { .kernels = 0 };
    const struct model *m = c->model;
    for (int i = 0; i < m->runs && p.kernels < CHART_PLACES; i++)
        if (bars_rate(&m->run[i]) > 0 && place_of(&p, m->run[i].kernel) < 0)
            p.kernel[p.kernels++] = m->run[i].kernel;
    for (int i = 0; i < c->lines; i++)
        if (!problem_differ(c->line[i], &m->run[c->end - 1], c->fixed))
            put_at(c, &p, i, place_of(&p, c->line[i]->kernel));
    for (int i = 0; i < c->lines; i++)
        put_at(c, &p, i, place_of(&p, c->line[i]->kernel));
    for (int i = 0, at = p.kernels; i < c->lines; i++) {
        while (p.taken[at % CHART_PLACES])
            at++;
        put_at(c, &p, i, at % CHART_PLACES);
    }
}

static int most_points(const struct curve *c)
{
    int most = 0;
    for (int i = 0; i < c->lines; i++)
        most = int_max(most, c->chart->series[i].n);
    return most;
}

/* Of many lines those of one point are left out beside others: kernels that were not swept would hide what was. */
static void add_lines(struct curve *c)
{
    struct curve all = *c;
    struct marks unshown = { .n = 0 };
    all.only = NULL;
    for (int i = c->model->first; i < c->model->runs; i++) {
        const struct model_run *r = &c->model->run[i];
        if (!(bars_rate(r) > 0))
            continue;
        struct chart_series *s = curve_belongs(c, r) ? line_of(c, r) : NULL;
        const struct chart_point p = point_of(c, r);
        if (s && !is_spoiled(c, r))
            chart_put(s, &p, true);
        if (c->only && !kernels_marked(c->only, r->kernel) && curve_belongs(&all, r))
            kernels_mark(&unshown, r->kernel, true);
    }
    enum { MANY = 8 };
    const int least = c->lines > MANY && most_points(c) > 1 && !c->ask->every ? 2 : 1;
    for (int i = c->lines - 1; i >= 0; i--)
        if (c->chart->series[i].n < least) {
            if (c->chart->series[i].n > 0)
                kernels_mark(&unshown, c->line[i]->kernel, true);
            chart_drop(c->chart, i);
            memmove(&c->line[i], &c->line[i + 1], sizeof *c->line * (size_t)(--c->lines - i));
        }
    c->chart->unshown = unshown.n;
    place_lines(c);
}

/* Where a value of the axis was refused, no line goes over it; the note names the first kernel, and its values. */
static void leave_gaps(struct curve *c)
{
    const struct model_run *first = NULL;
    char text[AXIS_TEXT], left[100] = "";
    for (int i = c->model->first; i < c->model->runs; i++) {
        const struct model_run *r = &c->model->run[i];
        const double x = curve_x(c, r);
        if (!r->status[0] || model_run_ok(r) || !isfinite(x) || !curve_belongs(c, r))
            continue;
        for (int j = 0; j < c->lines; j++) {
            struct chart_series *s = &c->chart->series[j];
            int at = 0;
            while (at < s->n && s->at[at].x < x)
                at++;
            if (!same_line(c, c->line[j], r) || (at < s->n && s->at[at].x == x))
                continue;
            if (at < s->n)
                s->at[at].gap = true;
            first = first ? first : r;
            if (strcmp(first->kernel, r->kernel) == 0)
                text_join(left, sizeof left, ", ", "%s", axis_text(&c->chart->x, x, text));
        }
    }
    if (first)
        text_join(c->chart->note, sizeof c->chart->note, "; ", "%s left out at %s %s: %.100s", first->kernel, c->axis,
                  left, first->text);
}

/* Where runs have a rate and no speedup: the serial kernel, its base, was not run there. */
static void note_baseless(struct curve *c)
{
    enum { MOST = 6 };
    double at[MOST];
    int n = 0;
    char text[AXIS_TEXT], left[100] = "";
    for (int i = c->model->first; i < c->model->runs && n < MOST; i++) {
        const struct model_run *r = &c->model->run[i];
        const double x = curve_x(c, r);
        int j = 0;
        if (!(bars_rate(r) > 0) || !isfinite(x) || !curve_belongs(c, r) || value(c, r, r->time_ms) > 0)
            continue;
        while (j < n && at[j] != x)
            j++;
        if (j < n)
            continue;
        at[n++] = x;
        text_join(left, sizeof left, ", ", "%s", n < MOST ? axis_text(&c->chart->x, x, text) : "…");
    }
    if (n > 0)
        text_join(c->chart->note, sizeof c->chart->note, "; ", "no speedup at %s %s: cpu.csr.serial was not run there",
                  c->axis, left);
}

/* Why points of any line are doubtful. */
static void name_doubts(struct curve *c)
{
    char flags[64] = "";
    for (int i = c->model->first; i < c->model->runs; i++)
        for (int j = 0; j < c->lines; j++)
            if (bars_rate(&c->model->run[i]) > 0 && is_doubtful(&c->model->run[i]) &&
                same_line(c, c->line[j], &c->model->run[i]))
                flags_add_shaky(c->model->run[i].flags, flags, sizeof flags);
    flags_words(flags, c->chart->doubts, sizeof c->chart->doubts);
}

/* ---- names ---- */

/* "stencil5" for matrices from one generator; of others the name of a matrix alone, or "several matrices". */
static void family_text(const struct model_run *r, bool alone, char *out, size_t size)
{
    if (family(r) > 0)
        snprintf(out, size, "%.*s", family(r), r->matrix);
    else
        snprintf(out, size, "%s", alone ? r->matrix : "several matrices");
}

static void add_word(char *text, size_t size, const char *word)
{
    if (*word)
        text_join(text, size, " ", "%s", word);
}

/* The newest run of a line that has this point. */
static const struct model_run *run_of(const struct curve *c, int line, const struct chart_point *p)
{
    const struct model *m = c->model;
    for (int i = m->runs - 1; i >= m->first; i--)
        if (same_line(c, c->line[line], &m->run[i]) && value(c, &m->run[i], m->run[i].time_ms) == p->y)
            return &m->run[i];
    return c->line[line];
}

/* What tells a line from others: kernel, and settings in which lines differ; on a roofline a point's intensity and its
   share of the roof. */
static void name_lines(struct curve *c)
{
    char matrix[sizeof c->line[0]->matrix], share[TEXT_SIZE];
    struct common all = { 0 };
    bool kin = true;
    for (int i = 0; i < c->lines; i++) {
        common_add(&all, c->line[i]);
        kin &= !curve_over_matrices(c->axis) || same_family(c->line[0], c->line[i]);
    }
    for (int i = 0; i < c->lines; i++) {
        const struct model_run *r = c->line[i];
        struct chart_series *s = &c->chart->series[i];
        char tag[CHART_NAME] = "";
        problem_tag(r, all.differ & c->fixed, tag, sizeof tag);
        problem_tag_params(r, c->line, c->lines, c->axis, tag, sizeof tag);
        family_text(r, s->n == 1, matrix, sizeof matrix);
        add_word(tag, sizeof tag, all.differ & c->fixed & DIFFER_MATRIX ? r->matrix : kin ? "" : matrix);
        if (curve_axis_is(c, CURVE_INTENSITY) && s->n == 1)
            text_join(tag, sizeof tag, " ", "%.2g %s", s->at[0].x,
                      figure_cell(share, CELL_ROOF, run_of(c, i, &s->at[0])));
        add_word(s->name, sizeof s->name, tag);
    }
}

/* ---- falls ---- */

static bool is_fall(const struct chart_point *p)
{
    const struct interval before = { p[-1].lo, p[-1].y, p[-1].hi }, now = { p->lo, p->y, p->hi };
    return !p->dim && !p[-1].dim && p->y < 0.85 * p[-1].y && !interval_open(before, now) &&
           interval_spread(before.mid, before.lo, before.hi) <= INTERVAL_WIDE &&
           interval_spread(now.mid, now.lo, now.hi) <= INTERVAL_WIDE;
}

/* A point is a fall where the rate is at least 15% below that of the point before, and the intervals part and are not
   wide. The deepest one goes into the note, with the number of the others. */
static void mark_falls(struct curve *c)
{
    char from[AXIS_TEXT], to[AXIS_TEXT];
    double deepest = 0.85;
    int falls = 0;
    for (int i = 0; i < c->lines && c->ask->quantity != CURVE_TIME; i++) {
        struct chart_series *s = &c->chart->series[i];
        for (int j = 1; j < s->n; j++) {
            struct chart_point *p = &s->at[j];
            p->fall = s->style == CHART_LINE && is_fall(p);
            falls += p->fall;
            if (!p->fall || p->y >= deepest * p[-1].y)
                continue;
            deepest = p->y / p[-1].y;
            snprintf(c->chart->note, sizeof c->chart->note, "▾ %s falls by %.0f%% from %s %s to %s", s->name,
                     100 - 100 * deepest, c->axis, axis_text(&c->chart->x, p[-1].x, from),
                     axis_text(&c->chart->x, p->x, to));
        }
    }
    if (falls > 1)
        text_add(c->chart->note, sizeof c->chart->note, "; %d more ▾", falls - 1);
}

/* ---- all of it ---- */

void curve_make(const struct model *m, const struct curve_ask *ask, struct chart *to)
{
    struct curve c = { .model = m, .ask = ask, .chart = to };
    begin(&c);
    curve_words(&c);
    add_lines(&c);
    name_doubts(&c);
    name_lines(&c);
    curve_title_axes(&c);
    if (curve_axis_is(&c, CURVE_INTENSITY)) {
        curve_add_slopes(&c);
    } else {
        mark_falls(&c);
        curve_add_roofs(&c);
        curve_note_beyond(&c);
        if (ask->quantity == CURVE_SPEEDUP)
            note_baseless(&c);
        if (ask->quantity != CURVE_BANDWIDTH)
            leave_gaps(&c);
        if (curve_axis_is(&c, "threads") && ask->quantity != CURVE_BANDWIDTH) {
            curve_add_ideal(&c);
            curve_note_superlinear(&c);
        }
        curve_doubt_roofs(&c);
    }
    chart_fit(to);
}

/* How many matrices the curve's runs are of. */
static int count_matrices(const struct curve *c)
{
    const struct model *m = c->model;
    int n = 0;
    for (int i = m->first; i < m->runs; i++) {
        bool counts = bars_rate(&m->run[i]) > 0 && curve_belongs(c, &m->run[i]);
        for (int j = m->first; j < i && counts; j++)
            counts = strcmp(m->run[j].matrix, m->run[i].matrix) != 0 || !(bars_rate(&m->run[j]) > 0) ||
                     !curve_belongs(c, &m->run[j]);
        n += counts;
    }
    return n;
}

void curve_title(const struct model *m, const struct curve_ask *ask, unsigned bits, char *text, size_t size)
{
    struct curve c = { .model = m, .ask = ask };
    struct common all = { 0 };
    bool kin = true;
    begin(&c);
    for (int i = m->first; i < m->runs; i++) {
        const struct model_run *r = &m->run[i];
        if (!(bars_rate(r) > 0) || !curve_belongs(&c, r))
            continue;
        common_add(&all, r);
        kin &= same_family(all.first, r);
    }
    if (bits & ~c.fixed & DIFFER_MATRIX && all.first && kin)
        family_text(all.first, !(all.differ & DIFFER_MATRIX), text, size);
    if (c.fixed & all.differ & DIFFER_MATRIX)
        text_join(text, size, " · ", "%d matrices", count_matrices(&c));
    common_text(&all, bits & c.fixed, text, size);
}
