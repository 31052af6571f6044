/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bench_plot: the runs of a bench as a curve, written as SVG or as text. */
#include "tui/lines/bench.h"

#include <time.h>

#include "core/base/file_save.h"
#include "tui/lines/table.h"
#include "tui/views/curve.h"

struct bench_plot {
    struct model *model;
    char machine[300]; /* "EPYC 9654 · box · 2026-01-31 · nzscope 0.1.0", of the last measurement */
};

struct bench_plot *bench_plot_new(void)
{
    struct bench_plot *p = calloc(1, sizeof *p);
    if (p && !(p->model = model_new())) {
        free(p);
        return NULL;
    }
    return p;
}

void bench_plot_free(struct bench_plot *p)
{
    if (p)
        model_free(p->model);
    free(p);
}

void bench_plot_add(struct bench_plot *p, const json_t *event)
{
    model_apply(p->model, event);
    if (strcmp(take_string(event, "ev"), "measurement") == 0)
        machine_text(event, p->machine, sizeof p->machine);
}

/* The machine where no measurement names it: the device, this host, today. */
static void say_here(const struct bench_plot *p, char *out, size_t size)
{
    char host[65] = "", date[16] = "";
    time_t now = time(NULL);
    struct tm day;
    gethostname(host, sizeof host - 1);
    if (gmtime_r(&now, &day))
        strftime(date, sizeof date, "%Y-%m-%d", &day);
    snprintf(out, size, "%s · %s · %s", p->model->devices > 0 ? p->model->device[0].name : "", host, date);
}

/* A picture is looked at without its rows and their flags. */
static void say_busy(const struct model *m, char *out, size_t size)
{
    int runs = 0, busy = 0;
    for (int i = 0; i < m->runs; i++) {
        runs += model_run_ok(&m->run[i]);
        busy += model_run_ok(&m->run[i]) && strstr(m->run[i].flags, "busy") != NULL;
    }
    if (busy)
        text_add(out, size, " · %d of %d runs while other programs ran", busy, runs);
}

static char *as_text(const struct chart *chart)
{
    enum { ROWS = 24 };
    const int width = table_columns(), below = canvas_lines(chart->caption, width, 4);
    struct canvas c;
    struct err e;
    if (!canvas_init(&c, ROWS + 1 + below, width, table_ascii(), &e))
        return NULL;
    struct rect all = { 0, 0, ROWS + 1 + below, width };
    canvas_clip(&c, all, 0, 0, width, ROLE_TITLE, 0, chart->title);
    chart_draw(chart, &c, canvas_part(all, 1, 0, ROWS, width));
    canvas_wrap(&c, all, ROWS + 1, 0, below, ROLE_DIM, chart->caption);
    char *text = canvas_to_text(&c);
    canvas_free(&c);
    return text;
}

/* The quantity after the comma; CURVE_QUANTITIES: there is none of that name. */
static enum curve_quantity quantity_of(const char *axes)
{
    const char *comma = axes ? strchr(axes, ',') : NULL;
    int i = 0;
    while (comma && i < CURVE_QUANTITIES && strcmp(curve_quantity_name[i], comma + 1) != 0)
        i++;
    return comma ? (enum curve_quantity)i : CURVE_RATE;
}

bool bench_plot_check(const char *axes, struct err *e)
{
    return quantity_of(axes) < CURVE_QUANTITIES ||
           err_set(e, ERR_USAGE,
                   "--axes wants X,Y: k,time for example; Y is rate, time, speedup or bandwidth, not '%.60s'", axes);
}

bool bench_plot_write(struct bench_plot *p, const struct lines *l, const char *axes, const char *path, struct err *e)
{
    char axis[CURVE_AXIS] = "";
    if (axes && strcmp(axes, "auto") != 0 && strncmp(axes, "auto,", 5) != 0)
        snprintf(axis, sizeof axis, "%.*s", (int)strcspn(axes, ","), axes);
    struct chart *chart = calloc(1, sizeof *chart);
    const struct curve_ask ask = { .axis = axis, .quantity = quantity_of(axes), .all = true };
    if (!chart)
        return err_nomem(e, "the plot", sizeof *chart);
    lines_tell(l, p->model);
    curve_make(p->model, &ask, chart);
    bool ok = chart->n > 0 || err_set(e, ERR_USAGE, "nothing was measured that could be plotted");
    if (ok) {
        curve_title(p->model, &ask, ~0u, chart->title, sizeof chart->title);
        if (p->machine[0])
            snprintf(chart->caption, sizeof chart->caption, "%s", p->machine);
        else
            say_here(p, chart->caption, sizeof chart->caption);
        say_busy(p->model, chart->caption, sizeof chart->caption);
        char *text = text_ends_in(path, ".svg") ? chart_to_svg(chart) : as_text(chart);
        ok = file_save_text(path, text, e);
        free(text);
    }
    free(chart);
    return ok;
}
