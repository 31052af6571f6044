/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report_phases: the shares of phases in the time of a run, as stacked bars. */
#include "tui/model/figure.h"
#include "tui/report/report_job.h"

static double total_of(const json_t *phases)
{
    double all = 0;
    const char *name;
    json_t *value;
    json_object_foreach((json_t *)phases, name, value)
        all += json_number_value(value);
    return all;
}

/* The bar of one run: each phase in percent; at the end, their total. */
static void add_run(struct group_chart *c, const json_t *m, FILE *tsv)
{
    const json_t *phases = json_object_get(m, "phases");
    const double all = total_of(phases);
    const char *name;
    char matrix[140], text[TEXT_SIZE];
    json_t *value;
    int last = -1;
    catalog_bare(take_string(m, "matrix"), matrix, sizeof matrix);
    struct bar_group *g = all > 0 ? groups_add(c, matrix) : NULL;
    if (!g)
        return;
    json_object_foreach((json_t *)phases, name, value) {
        const int bar = groups_series(c, name, false);
        fprintf(tsv, "%s\t%s\t%s\t%.6g\n", matrix, take_string(m, "kernel"), name, json_number_value(value));
        if (bar < 0)
            continue;
        g->bar[bar].value = 100 * json_number_value(value) / all;
        last = bar > last ? bar : last;
    }
    if (last >= 0)
        snprintf(g->bar[last].mark, sizeof g->bar[last].mark, "%s ms", figure_number(text, all));
}

/* Whether a run of this kernel precedes place i. */
static bool is_told(const struct report_job *job, const struct report_part *part, size_t i, const char *kernel)
{
    for (size_t j = 0; j < i; j++) {
        const json_t *m = pool_run(&job->pool, j);
        if (strcmp(take_string(m, "kernel"), kernel) == 0 && json_object_get(m, "phases") &&
            select_pair(part->rows, &job->pool, j))
            return true;
    }
    return false;
}

/* A picture of all runs of one kernel. */
static bool picture(struct report_job *job, const struct report_part *part, const char *kernel, const char *stem,
                    struct err *e)
{
    struct group_chart c = { .stacked = true };
    char title[200], rows[400];
    fputs("matrix\tkernel\tphase\tms\n", job->data);
    for (size_t i = 0; i < json_array_size(job->pool.pair); i++) {
        const json_t *m = pool_run(&job->pool, i);
        if (strcmp(take_string(m, "kernel"), kernel) == 0 && select_pair(part->rows, &job->pool, i))
            add_run(&c, m, job->data);
    }
    report_title(job->item, title, sizeof title);
    snprintf(c.title, sizeof c.title, "%.140s, %.50s", title, kernel);
    snprintf(c.unit, sizeof c.unit, "percent of the phases' time");
    snprintf(c.note, sizeof c.note,
             "At the end of a bar: all phases, each timed by itself; together they take a little longer than a run.");
    snprintf(rows, sizeof rows, "%.60s %.300s", kernel, part->rows);
    report_caption(job, rows, &c, c.caption, sizeof c.caption);
    char *svg = groups_to_svg(&c);
    groups_free(&c);
    return report_picture(job, stem, title, svg, e);
}

bool report_phases(struct report_job *job, const struct report_part *part, struct err *e)
{
    bool ok = true;
    char name[120];
    int n = 0;
    for (size_t i = 0; ok && i < json_array_size(job->pool.pair); i++) {
        const json_t *m = pool_run(&job->pool, i);
        const char *kernel = take_string(m, "kernel");
        if (!json_object_get(m, "phases") || !select_pair(part->rows, &job->pool, i) || is_told(job, part, i, kernel))
            continue;
        n++;
        snprintf(name, sizeof name, n > 1 ? "%.100s-%d" : "%.100s", job->stem, n);
        ok = picture(job, part, kernel, name, e);
    }
    return n > 0 ? ok : report_nothing(job);
}
