/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report_curves: measurements of a report as lines, of single matrices or of all together. */
#include "tui/lines/summary.h"
#include "tui/report/report_job.h"
#include "tui/views/curve.h"

/* ---- means ---- */

static int count_of(const json_t *list, const char *matrix)
{
    const json_t *m;
    int n = 0;
    JSON_EACH(m, list)
        n += strcmp(take_string(m, "matrix"), matrix) == 0;
    return n;
}

/* A mean over fewer matrices is another mean: those that lack one of the settings are left out. */
static json_t *means(const json_t *list)
{
    json_t *out = json_array(), *one;
    struct summary *all = summary_new("hmean"), *whole = summary_new("hmean");
    if (all && whole) {
        JSON_EACH(one, list)
            summary_add(all, one);
        JSON_EACH(one, list)
            if (count_of(list, take_string(one, "matrix")) >= summary_groups(all))
                summary_add(whole, one);
        for (int i = 0; i < summary_groups(whole); i++)
            json_array_append_new(out, summary_mean(whole, i));
    }
    summary_free(all);
    summary_free(whole);
    return out;
}

/* ---- lines ---- */

/* The measurements meant, ready for a model: each a run of its own, a twin under its own name. */
static json_t *chosen(const struct report_job *job, const struct report_part *part)
{
    json_t *list = json_array();
    char name[140];
    for (size_t i = 0; i < json_array_size(job->pool.pair); i++) {
        const json_t *m = pool_run(&job->pool, i);
        if (!take_ok(m) || !select_pair(part->rows, &job->pool, i))
            continue;
        json_t *copy = json_copy((json_t *)m);
        catalog_bare(take_string(m, "matrix"), name, sizeof name);
        json_object_set_new(copy, "matrix", json_string(name));
        json_array_append_new(list, copy);
    }
    if (!report_has_word(part->words, "mean"))
        return list;
    json_t *mean = means(list);
    json_decref(list);
    return mean;
}

static struct model *model_with(const struct report_job *job, const json_t *list)
{
    struct model *m = model_new();
    size_t j;
    const json_t *event;
    if (m)
        lines_tell(job->lines, m);
    json_array_foreach((json_t *)list, j, event) {
        json_object_set_new((json_t *)event, "id", json_integer((json_int_t)j + 1));
        if (m)
            model_apply(m, event);
    }
    return m;
}

/* ---- published points ---- */

/* The value of a measurement, or of the published result that belongs to it, on an axis; NaN: none. */
static double x_of(const char *axis, const json_t *pair, const struct published_row *r)
{
    const json_t *m = json_array_get(pair, 0), *matrix = json_array_get(pair, 1);
    const char *params = r ? r->params : take_string(m, "params"); /* a report that does not name it has none */
    if (strcmp(axis, "threads") == 0)
        return r ? r->threads : take_double(m, "threads");
    if (strcmp(axis, "k") == 0)
        return take_double(m, "k");
    if (strcmp(axis, "size") == 0 || strcmp(axis, "rows") == 0)
        return take_double(matrix, axis[0] == 's' ? "nnz" : "rows");
    const char *value = text_value(params, axis);
    return value ? strtod(value, NULL) : (double)NAN;
}

static double y_of(const struct curve_ask *ask, const json_t *m, const struct published_row *r)
{
    switch (ask->quantity) {
    case CURVE_RATE:
        return r ? r->gflops : take_double(m, "gflops");
    case CURVE_TIME:
        return r ? r->time_ms : take_double(m, "time_ms");
    case CURVE_SPEEDUP: /* over threads it is against one thread, and a report's is not */
        return strcmp(ask->axis, "threads") == 0 ? NAN : r ? r->speedup : take_double(m, "speedup");
    default:
        return NAN;
    }
}

/* The line through a point; -1: none. */
static int line_through(const struct chart *c, double x, double y)
{
    for (int i = 0; i < c->n; i++)
        for (int j = 0; j < c->series[i].n && chart_measured(&c->series[i]); j++)
            if (c->series[i].at[j].x == x && fabs(c->series[i].at[j].y - y) <= 1e-9 * fabs(y))
                return i;
    return -1;
}

/* The report's own results as rings: each belongs to the line that our measurement of the same is on. */
static void add_published(const struct report_job *job, const struct report_part *part, const struct curve_ask *ask,
                          struct chart *c)
{
    const bool mean = report_has_word(part->words, "mean");
    double slowness = 0, x = NAN;
    int n = 0;
    for (size_t i = 0; i < json_array_size(job->pool.pair) && *job->report->published; i++) {
        const json_t *pair = json_array_get(job->pool.pair, i), *m = json_array_get(pair, 0);
        const struct published_row *r = report_published(job, part, i);
        const int line = r && !mean ? line_through(c, x_of(ask->axis, pair, NULL), y_of(ask, m, NULL)) : -1;
        if (!r || !(y_of(ask, m, r) > 0))
            continue;
        snprintf(c->ring_name, sizeof c->ring_name, "report, %.40s", r->machine);
        if (line >= 0)
            chart_add_ring(c, line, x_of(ask->axis, pair, r), y_of(ask, m, r));
        x = x_of(ask->axis, pair, r);
        slowness += 1 / y_of(ask, m, r);
        n++;
    }
    if (mean && n > 0 && ask->quantity == CURVE_RATE) {
        text_add(c->ring_name, sizeof c->ring_name, ", hmean of %d", n);
        chart_add_ring(c, 0, x, n / slowness);
    }
}

/* Lines of one kernel alone need not be called by it. */
static void shorten_names(struct chart *c)
{
    size_t n = 0;
    for (int i = 0; i < c->n; i++) {
        struct chart_series *s = &c->series[i];
        if (!chart_measured(s))
            continue;
        const size_t word = strcspn(s->name, " ");
        if (!s->name[word] || (n && (word != n || strncmp(s->name, c->series[0].name, n) != 0)))
            return;
        n = word;
    }
    for (int i = 0; i < c->n && n; i++)
        if (chart_measured(&c->series[i]))
            memmove(c->series[i].name, c->series[i].name + n + 1, strlen(c->series[i].name + n));
}

static void put_data(FILE *f, const struct chart *c)
{
    fprintf(f, "line\t%s\t%s\tlow\thigh\tin_doubt\n", c->x.title, c->y.title);
    for (int i = 0; i < c->n; i++)
        for (int j = 0; j < c->series[i].n; j++) {
            const struct chart_point *p = &c->series[i].at[j];
            fprintf(f, "%s\t%.6g\t%.6g\t", c->series[i].name, p->x, p->y);
            if (isfinite(p->lo) && isfinite(p->hi))
                fprintf(f, "%.6g\t%.6g\t%s\n", p->lo, p->hi, p->dim ? "yes" : "");
            else
                fprintf(f, "\t\t%s\n", p->dim ? "yes" : "");
        }
    for (int i = 0; i < c->rings; i++)
        fprintf(f, "%s (%s)\t%.6g\t%.6g\t\t\t\n", c->series[c->ring[i].series].name, c->ring_name, c->ring[i].x,
                c->ring[i].y);
}

static enum curve_quantity quantity_of(const char *words)
{
    for (int i = 0; i < CURVE_QUANTITIES; i++)
        if (report_has_word(words, curve_quantity_name[i]))
            return (enum curve_quantity)i;
    return CURVE_RATE;
}

bool report_curve(struct report_job *job, const struct report_part *part, struct err *e)
{
    char axis[CURVE_AXIS];
    json_t *list = chosen(job, part);
    struct model *m = model_with(job, list);
    struct chart *c = calloc(1, sizeof *c);
    bool ok = (m && c) || err_nomem(e, "a curve", sizeof *c);
    snprintf(axis, sizeof axis, "%.*s", (int)strcspn(part->words, " "), part->words);
    const struct curve_ask ask = { .axis = axis,
                                   .quantity = quantity_of(part->words),
                                   .log = report_has_word(part->words, "log"),
                                   .all = true,
                                   .every = strcmp(axis, CURVE_INTENSITY) == 0 };
    if (ok && m->runs > 0)
        curve_make(m, &ask, c);
    if (ok && c->n > 0) {
        add_published(job, part, &ask, c);
        shorten_names(c);
        report_title(job->item, c->title, sizeof c->title);
        report_caption(job, part->rows, NULL, c->caption, sizeof c->caption);
        put_data(job->data, c);
        ok = report_picture(job, job->stem, job->item->title, chart_to_svg(c), e);
    } else if (ok) {
        ok = report_nothing(job);
    }
    model_free(m);
    free(c);
    json_decref(list);
    return ok;
}
