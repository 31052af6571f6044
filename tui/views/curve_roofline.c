/* SPDX-License-Identifier: GPL-3.0-or-later */
/* curve_roofline: the slopes of a roofline, and the peaks where they end. */
#include "tui/views/curve.h"

#include "core/measure/device.h"
#include "tui/model/flags.h"
#include "tui/views/bars.h"

/* The peak of its device for its type; INFINITY: unknown. A table has no devices: the roof of runs that it bounds. */
static double peak_of(const struct curve *c, const struct model_run *r)
{
    const struct model_device *d = model_device(c->model, r->device);
    double peak = 0;
    for (const struct model_run *o = c->model->run; !d && o < c->model->run + c->model->runs; o++)
        if (model_run_at_peak(o) && strcmp(o->device, r->device) == 0 && strcmp(o->type, r->type) == 0)
            peak = fmax(peak, bars_roof(o));
    return peak > 0 ? peak : model_peak(d, r->type, 0);
}

/* The bandwidth that the run is compared with; if that cache has no roof, the device's memory. 0: unknown. */
static double gbs_of(const struct curve *c, const struct model_run *r)
{
    const struct model_device *d = model_device(c->model, r->device);
    return r->roof_gbs > 0 ? r->roof_gbs : !d ? 0 : device_is_cpu(d->kind) ? d->read_gbs : d->copy_gbs;
}

/* A straight roof from (x0, y0) to (x1, y1), unless there is one of this name. */
static void add_roof(struct curve *c, const char *name, double x0, double y0, double x1, double y1)
{
    struct chart_series *s = x1 > x0 && !curve_guide(c, name) ? chart_add(c->chart, name, CHART_ROOF) : NULL;
    if (!s)
        return;
    chart_put_xy(s, x0, y0);
    chart_put_xy(s, x1, y1);
}

static const char *level_of(const struct model_run *r)
{
    return *r->level && r->roof_gbs > 0 ? r->level : "DRAM";
}

static bool has_slope(const struct curve *c, const struct model_run *r)
{
    return bars_rate(r) > 0 && gbs_of(c, r) > 0 && curve_belongs(c, r);
}

/* The highest peak and the fastest memory of the runs on a device. */
static void best_of(const struct curve *c, const char *device, double *peak, double *gbs)
{
    *peak = *gbs = 0;
    for (int i = c->model->first; i < c->model->runs; i++) {
        const struct model_run *r = &c->model->run[i];
        if (strcmp(r->device, device) != 0 || !curve_belongs(c, r))
            continue;
        *peak = fmax(*peak, peak_of(c, r));
        *gbs = fmax(*gbs, gbs_of(c, r));
    }
}

/* One thread does not reach the roof of several: notes what it reaches. */
static void tell_thread(struct curve *c, const struct model_run *r)
{
    char *key = c->chart->key, text[TEXT_SIZE], rest[sizeof c->chart->key];
    snprintf(rest, sizeof rest, "%s", key);
    if (!strstr(key, "one thread: "))
        snprintf(key, sizeof rest, "one thread: %s %s%s GB/s; %.*s", level_of(r), flags_about(r->flags),
                 figure_number(text, gbs_of(c, r)), (int)sizeof rest - 45, rest);
}

/* The run whose figure is the slope of the memory or cache that `r` is compared with: the highest one, as other
   programs only lower a measurement, and of equal ones the newest. NULL: there is none. */
static const struct model_run *slope_of(const struct curve *c, const struct model_run *r)
{
    const struct model_run *best = NULL;
    for (int i = c->model->first; i < c->model->runs; i++) {
        const struct model_run *o = &c->model->run[i];
        if (strcmp(o->device, r->device) == 0 && strcmp(level_of(o), level_of(r)) == 0 && has_slope(c, o) &&
            (!best || gbs_of(c, o) >= gbs_of(c, best)))
            best = o;
    }
    return best;
}

static int threads_of(const struct model_run *r)
{
    return int_max(model_run_threads(r), 1);
}

/* " ×2": whose bandwidth it is, where slopes of a CPU are of different numbers of threads. */
static void add_threads(struct curve *c, const struct model_run *r, char *name, size_t size)
{
    bool several = false;
    for (int i = c->model->first; i < c->model->runs && !r->on_gpu; i++) {
        const struct model_run *o = &c->model->run[i];
        several |= strcmp(o->device, r->device) == 0 && threads_of(o) != threads_of(r) && slope_of(c, o) == o;
    }
    if (!several)
        return;
    text_add(name, size, " ×%d", threads_of(r));
    if (!strstr(c->chart->key, "×n"))
        text_add(c->chart->key, sizeof c->chart->key, "; ×n: to n threads");
}

/* The slope of a memory or cache: GFLOPS = intensity × bandwidth, up to the ridge point; it gets the level's name, with
   ≈ if in doubt. */
static void add_slope(struct curve *c, const struct model_run *r, double left, double right)
{
    const struct model_run *slope = slope_of(c, r);
    const double gbs = gbs_of(c, r);
    char name[CHART_NAME], text[TEXT_SIZE];
    double top, fastest;
    if (threads_of(r) == 1 && threads_of(slope) > 1 && gbs_of(c, slope) > gbs)
        tell_thread(c, r);
    if (slope != r)
        return;
    best_of(c, r->device, &top, &fastest);
    const double end = fmin(right, top / gbs);
    snprintf(name, sizeof name, "%s %s %s%s GB/s", r->device, level_of(r), flags_about(r->flags),
             figure_number(text, gbs));
    add_threads(c, r, name, sizeof name);
    add_roof(c, name, left, left * gbs, end, fmin(end * gbs, top));
}

/* The flat roof of a device and a type, from the ridge point of its fastest memory on, which has a notch. */
static void add_peak(struct curve *c, const struct model_run *r, double left, double right)
{
    const double peak = peak_of(c, r);
    char name[CHART_NAME], number[TEXT_SIZE];
    double top, gbs;
    if (isinf(peak))
        return;
    best_of(c, r->device, &top, &gbs);
    const int whole = snprintf(name, sizeof name, "%s %s peak ", r->device, r->type);
    for (int i = c->lines; i < c->chart->n; i++) /* the same one, from a run whose roof is in doubt */
        if (strncmp(c->chart->series[i].name, name, (size_t)whole) == 0)
            return;
    text_add(name, sizeof name, "%s%.0f", flags_about(r->flags), peak);
    add_roof(c, name, fmax(left, peak / gbs), peak, right, peak);
    snprintf(name, sizeof name, "ridge %.5s", figure_number(number, peak / gbs));
    chart_add_notch(c->chart, peak / gbs, name);
}

/* With several k, the intensity of each identifies it; of several types, the first. */
static void add_columns(struct curve *c)
{
    bool several = false;
    for (int i = c->model->first; i < c->model->runs; i++)
        several |= has_slope(c, &c->model->run[i]) && c->model->run[i].k > 1;
    for (int i = c->model->first; i < c->model->runs && several; i++) {
        const struct model_run *r = &c->model->run[i];
        char text[TEXT_SIZE];
        snprintf(text, sizeof text, "k=%lld", (long long)r->k);
        if (has_slope(c, r) && r->columns)
            chart_add_notch(c->chart, curve_x(c, r), text);
    }
}

void curve_add_slopes(struct curve *c)
{
    const int newest = c->model->runs - 1;
    const struct model_run *run = c->model->run;
    double left, right;
    curve_extent(c, &left, &right);
    left /= 1.6;
    right *= 1.6;
    if (!(right > 0))
        return;
    for (int i = newest; i >= c->model->first; i--) /* beyond the ridge points */
        if (has_slope(c, &run[i]) && !isinf(peak_of(c, &run[i])))
            right = fmax(right, 2 * peak_of(c, &run[i]) / gbs_of(c, slope_of(c, &run[i])));
    for (int i = newest; i >= c->model->first; i--)
        if (has_slope(c, &run[i]))
            add_peak(c, &run[i], left, right);
    for (int i = newest; i >= c->model->first; i--)
        if (has_slope(c, &run[i]))
            add_slope(c, &run[i], left, right);
    add_columns(c);
}
