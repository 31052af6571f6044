/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/views/bars.h"
#include "tui/model/flags.h"

/* Without a passed check there is no speed. */
double bars_rate(const struct model_run *r)
{
    if (r->status[0] && !model_run_ok(r))
        return (double)NAN;
    return r->flops ? r->gflops : r->gnnzs;
}

double bars_roof(const struct model_run *r)
{
    return r->roof_frac > 0 ? bars_rate(r) / r->roof_frac : (double)NAN;
}

/* ---- which ---- */

static bool of_matrix(const struct model *m, const struct model_run *r)
{
    return strcmp(r->matrix, m->matrix.name) == 0;
}

int bars_end(const struct model *m)
{
    int to = m->runs;
    while (to > m->first && !of_matrix(m, &m->run[to - 1]))
        to--;
    return to;
}

/* A newer run that is the same in these bits; b->n: none. */
static int newer_of(const struct bars *b, const struct model_run *r, unsigned bits)
{
    int i = 0;
    while (i < b->n && (problem_differ(b->run[i], r, bits) || !problem_same_params(b->run[i], r, "")))
        i++;
    return i;
}

/* Adds an older run, unless a newer one of the same counts, which a stopped one does not; with `most`, also one of the
 * same with more threads. */
static void add_older(struct bars *b, const struct model_run *r, bool most)
{
    const int i = newer_of(b, r, (DIFFER_PROBLEM | DIFFER_KERNEL) & ~(most ? (unsigned)DIFFER_THREADS : 0));
    if (i == b->n)
        b->run[b->n++] = r;
    else if (b->run[i]->threads != r->threads)
        b->run[i] = r->threads > b->run[i]->threads && model_run_ok(r) ? r : b->run[i];
    else if (bars_rate(r) > 0 && (standing_outdone(b->run[i], r) || strcmp(b->run[i]->status, "cancelled") == 0))
        b->run[i] = r;
}

const struct model_run *bars_library(const struct bars *b, const struct model_run *r)
{
    const struct model_run *best = NULL;
    for (int i = 0; i < b->n && !r->library; i++) {
        const struct model_run *peer = b->run[i];
        if (peer->library && model_run_ok(peer) && strcmp(peer->device, r->device) == 0 &&
            !problem_differ(peer, r, DIFFER_WORK | DIFFER_ORDER) && (!best || bars_rate(peer) > bars_rate(best)))
            best = peer;
    }
    return best;
}

int bars_flagged(const struct bars *b, const char *flag)
{
    int n = 0;
    for (int i = 0; i < b->n; i++)
        n += flags_has(b->run[i]->flags, flag);
    return n;
}

static char *once_text(char out[TEXT_SIZE], const struct model_run *r, double ms)
{
    char time[TEXT_SIZE];
    snprintf(out, TEXT_SIZE, "%s%.20s", ms >= 0 ? flags_preparing(r->flags) : "", figure_ms(time, ms));
    return out;
}

char *bars_prepare(char out[TEXT_SIZE], const struct model_run *r)
{
    return once_text(out, r, model_run_prepare(r));
}

char *bars_choosing(char out[TEXT_SIZE], const struct model_run *r)
{
    return model_run_choosing(r) > 0 ? once_text(out, r, model_run_choosing(r)) : strcpy(out, "");
}

char *bars_prepare_parts(char out[BARS_PREPARE], const struct model_run *r)
{
    char text[TEXT_SIZE];
    snprintf(out, BARS_PREPARE, "prepare %s", bars_prepare(text, r));
    if (*bars_choosing(text, r))
        text_add(out, BARS_PREPARE, " + choose %s", text);
    return out;
}

char *bars_ratio(char out[TEXT_SIZE], const struct model_run *r, const struct model_run *library)
{
    const struct interval of = { r->ci_lo_ms, r->time_ms, r->ci_hi_ms },
                          to = { library->ci_lo_ms, library->time_ms, library->ci_hi_ms };
    const bool open = interval_open(of, to);
    return figure_ratio(out, bars_rate(r) / bars_rate(library), open);
}

/* ---- order ---- */

struct bar_key {
    const struct model_run *run;
    int order;    /* of its kernel in the list; unknown ones come last */
    double value; /* larger first */
    bool by_name;
};

static int compare(const void *pa, const void *pb)
{
    const struct bar_key *a = pa, *b = pb;
    if (a->value != b->value)
        return a->value > b->value ? -1 : 1;
    int by = a->by_name ? strcmp(a->run->kernel, b->run->kernel) : a->order - b->order;
    if (by)
        return by;
    if (a->run->k != b->run->k)
        return a->run->k < b->run->k ? -1 : 1;
    if (a->run->threads != b->run->threads)
        return a->run->threads < b->run->threads ? -1 : 1;
    return a->run < b->run ? -1 : a->run > b->run; /* of one array, the older first; recorded runs have no number */
}

/* The sort key of a run: better is larger; -INFINITY: unknown. By speed, the current run comes first: it and the
   fastest are visible in any number of lines. */
static double sort_value(const struct bars *b, const struct model_run *r, enum sort sort)
{
    const struct model_run *library = sort == SORT_LIBRARY ? bars_library(b, r) : NULL;
    double rate = bars_rate(r), value = sort == SORT_SPEED       ? rate
                                        : sort == SORT_SPREAD    ? (r->ci_lo_ms - r->ci_hi_ms) / r->time_ms
                                        : sort == SORT_ROOF      ? r->roof_frac
                                        : sort == SORT_SPEEDUP   ? r->speedup
                                        : sort == SORT_LIBRARY   ? library ? rate / bars_rate(library) : (double)NAN
                                        : sort == SORT_TIME      ? -r->time_ms
                                        : sort == SORT_BANDWIDTH ? r->gbs
                                        : sort == SORT_PREPARE   ? -model_run_prepare(r)
                                                                 : 0;
    if (sort == SORT_SPEED && !r->status[0])
        return INFINITY;
    bool known = sort == SORT_ORDER || sort == SORT_NAME || (!isnan(rate) && !isnan(value));
    return known ? value : (double)-INFINITY;
}

static void sort_bars(const struct scene *s, struct bars *b)
{
    struct bar_key key[BARS_MAX];
    for (int i = 0; i < b->n; i++) {
        enum sort sort = s->state[VIEW_run].run.sort;
        const struct model_kernel *kernel = model_kernel(s->model, b->run[i]->kernel);
        key[i] = (struct bar_key){ b->run[i], kernel ? (int)(kernel - s->model->kernel) : s->model->kernels,
                                   sort_value(b, b->run[i], sort), sort == SORT_NAME };
    }
    qsort(key, (size_t)b->n, sizeof *key, compare);
    for (int i = 0; i < b->n; i++)
        b->run[i] = key[i].run;
}

static void stand_bars(struct bars *b)
{
    bool ignored[BARS_MAX];
    b->best = 0;
    for (int i = 0; i < b->n; i++)
        if (b->run[i]->status[0] && bars_rate(b->run[i]) > b->best)
            b->best = bars_rate(b->run[i]);
    standing_runs(b->run, b->n, b->standing, ignored);
}

/* ---- what tells them apart ---- */

void bars_label(struct bars *b)
{
    struct common all = { 0 };
    for (int i = 0; i < b->n; i++)
        common_add(&all, b->run[i]);
    b->common[0] = 0;
    b->differ = all.differ;
    common_text(&all, DIFFER_PROBLEM & ~DIFFER_MATRIX, b->common, sizeof b->common);
}

char *bars_tag(const struct bars *b, int i, char out[96])
{
    const struct model_run *r = b->run[i];
    out[0] = 0;
    problem_tag(r, b->differ, out, 96);
    problem_tag_params(r, b->run, b->n, "", out, 96);
    if (r->choice[0])
        text_join(out, 96, " ", "→ %.40s", model_choice(r->kernel, r->choice));
    return out;
}

/* ---- all of it ---- */

static bool on_gpu(const struct model *m, int from, int to)
{
    bool all = true;
    for (int i = from; i < to; i++)
        all &= m->run[i].on_gpu;
    return all;
}

void bars_collect(const struct scene *s, struct bars *b)
{
    const struct model *m = s->model;
    const int oldest = int_max(m->first, m->runs - 4 * BARS_MAX), to = bars_end(m), from = problem_batch(m, to);
    const bool all = s->state[VIEW_run].run.all, most = !all && on_gpu(m, from, to);
    b->model = m;
    b->n = 0;
    for (int i = m->runs - 1; i >= oldest && b->n < BARS_MAX; i--) {
        const struct model_run *r = &m->run[i];
        if (of_matrix(m, r) && (problem_among(m, r, from, to, DIFFER_WORK | DIFFER_THREADS | DIFFER_MACHINE) ||
                                (all && strcmp(r->op, m->run[to - 1].op) == 0)))
            add_older(b, r, most);
    }
    sort_bars(s, b);
    stand_bars(b);
    bars_label(b);
    bars_publish(s, b);
}

const struct model_run *bars_cursor(const struct scene *s)
{
    struct bars b;
    bars_collect(s, &b);
    int at = int_min(s->state[VIEW_run].at, b.lines - 1);
    if (b.lines == 0)
        return NULL;
    while (at > 0 && !bars_run(&b, at))
        at--;
    return bars_run(&b, at);
}

/* ---- axis ---- */

/* Up to the highest roof, on a linear axis of those that are not far; without one a fifth is left above the fastest. */
struct axis bars_axis(const struct bars *b, enum scale scale)
{
    double lo = INFINITY, top = 0, roofs = 0;
    for (int i = 0; i < b->n; i++) {
        const double rate = bars_rate(b->run[i]);
        if (rate > 0 && rate < lo)
            lo = rate;
        top = rate > top && isfinite(rate) ? rate : top;
    }
    for (int i = 0; i < b->lines; i++) {
        struct published_row figure;
        double rate = bars_figure(b, i, &figure) ? bars_published_rate(&figure) : 0;
        lo = rate > 0 && rate < lo ? rate : lo;
        top = rate > top ? rate : top;
    }
    for (int i = 0; i < b->n; i++) {
        const double roof = bars_roof(b->run[i]);
        if (roof > roofs && isfinite(roof) && (scale == SCALE_LOG || !axis_far_roof(roof, top)))
            roofs = roof;
    }
    return bars_axis_over(lo, top, roofs, scale);
}

struct axis bars_axis_over(double lo, double top, double roofs, enum scale scale)
{
    double hi = roofs > top && !axis_far_roof(roofs, top) ? roofs : 1.25 * top;
    struct axis a = { .hi = 1 };
    if (!(hi > 0))
        return a;
    a.wide = hi / lo > 30;
    a.log = scale == SCALE_LOG;
    a.lo = a.log ? pow(10, floor(log10(lo * 0.999))) : 0;
    a.hi = a.log ? axis_nice_above(fmax(roofs, top)) : axis_steady_above(hi);
    return a;
}

double bars_length(const struct axis *a, double rate, int width)
{
    const double at = axis_place(a, rate);
    return !(at > 0) ? 0 : at > 1 ? width : at * width;
}
