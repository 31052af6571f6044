/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bench_plot: the runs of a bench as a curve, written as SVG or as text. */
#include "tui/lines/bench.h"

#include "core/base/file_save.h"
#include "core/protocol/event.h"
#include "tui/lines/table.h"
#include "tui/model/flags.h"
#include "tui/results/machine.h"
#include "tui/results/results.h"
#include "tui/views/curve.h"

/* A picture is seen without its rows and their flags. */
static void say_flagged(const struct model *m, const char *flag, const char *words, char *out, size_t size)
{
    int runs = 0, flagged = 0;
    for (int i = 0; i < m->runs; i++) {
        runs += model_run_ok(&m->run[i]);
        flagged += model_run_ok(&m->run[i]) && flags_has(m->run[i].flags, flag);
    }
    if (flagged && runs > 1)
        text_add(out, size, " · %d of %d runs", flagged, runs);
    if (flagged)
        text_add(out, size, "%s%s", runs > 1 ? " " : " · ", words);
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

/* The quantity after the comma; CURVE_QUANTITIES: none of that name. */
static enum curve_quantity quantity_of(const char *axes)
{
    const char *comma = axes ? strchr(axes, ',') : NULL;
    int i = 0;
    if (!comma || strcasecmp(comma + 1, "gflops") == 0) /* as pictures call it */
        return CURVE_RATE;
    while (i < CURVE_QUANTITIES && strcmp(curve_quantity_name[i], comma + 1) != 0)
        i++;
    return (enum curve_quantity)i;
}

bool bench_plot_check(const struct options *o, struct err *e)
{
    const char *plot = o->value[OPT_PLOT], *axes = o->value[OPT_AXES];
    if (plot && strcmp(plot, "-") != 0 && !text_ends_in(plot, ".svg") && !text_ends_in(plot, ".txt"))
        return err_set(e, ERR_USAGE, "--plot %.300s: a picture is an .svg or a .txt file, or - for text here", plot);
    const char *group = o->value[OPT_GROUP]; /* text bars appear only on a terminal */
    if (group && !text_ends_in(group, ".svg"))
        return err_set(e, ERR_USAGE, "--group %.300s: a picture is an .svg file", group);
    return quantity_of(axes) < CURVE_QUANTITIES ||
           err_set(e, ERR_USAGE,
                   "--axes wants X,Y: k,time for example; Y is rate, time, speedup or bandwidth, not '%.60s'", axes);
}

/* What makes a picture of many lines readable; what is not drawn; and if no line has two points, what makes curves. */
static void note_lines(struct chart *c)
{
    enum { MANY = 12 };
    bool curves = false;
    int lines = 0;
    for (int i = 0; i < c->n; i++) {
        curves |= c->series[i].style == CHART_DOTS || (c->series[i].style == CHART_LINE && c->series[i].n > 1);
        lines += chart_measured(&c->series[i]);
    }
    if (lines > MANY)
        text_join(c->note, sizeof c->note, "; ", "%d%s lines: --kernel cpu.csr.*,cpu.auto for example draws fewer",
                  lines, c->left_out ? "+" : "");
    if (c->unshown)
        text_join(c->note, sizeof c->note, "; ", "%d kernel%s of one %s not drawn", c->unshown, text_plural(c->unshown),
                  c->x.title);
    c->unshown = 0;
    if (!curves)
        text_join(c->note, sizeof c->note, "; ", "no kernel has several values of %s: points, not curves%s", c->x.title,
                  lines > MANY ? "" : ". bench -k 1..64x2 or --threads 1..8 measures curves, --group draws bars");
}

bool bench_plot(const struct model *m, const char *axes, const char *path, struct err *e)
{
    char axis[CURVE_AXIS] = "";
    if (axes && strcmp(axes, "auto") != 0 && strncmp(axes, "auto,", 5) != 0)
        snprintf(axis, sizeof axis, "%.*s", (int)strcspn(axes, ","), axes);
    struct chart *chart = calloc(1, sizeof *chart);
    const struct curve_ask ask = {
        .axis = axis, .quantity = quantity_of(axes), .all = true, .every = strcmp(axis, CURVE_INTENSITY) == 0
    };
    if (!chart)
        return err_nomem(e, "the plot", sizeof *chart);
    curve_make(m, &ask, chart);
    bool ok = chart->n > 0 || err_set(e, ERR_USAGE, "nothing was measured that could be plotted");
    if (ok) {
        note_lines(chart);
        curve_title(m, &ask, ~0u, chart->title, sizeof chart->title);
        int last = m->runs - 1;
        while (last > 0 && !m->run[last].event) /* the engine died */
            last--;
        machine_text(m->run[last].event, chart->caption, sizeof chart->caption);
        say_flagged(m, "busy", "on a busy machine", chart->caption, sizeof chart->caption);
        say_flagged(m, "roof", "with a roof in doubt (≈)", chart->caption, sizeof chart->caption);
        char *text = text_ends_in(path, ".svg") ? chart_to_svg(chart) : as_text(chart);
        ok = file_save_text(path, text, e);
        free(text);
    }
    free(chart);
    return ok;
}

/* As the engine had sent it, in one batch. The bandwidth of the roof, which a table lacks, follows from the share that
   was reached. */
static json_t *event_of(const json_t *row, int id, int of)
{
    const double roof = take_double(row, "gbs") / take_double(row, "roof_frac");
    const bool memory = isfinite(roof) && strcmp(take_string(row, "roof"), "peak") != 0;
    return EVENT_ADD(json_copy((json_t *)row), FIELD("ev", "measurement"), FIELD("id", id), FIELD("index", id),
                     FIELD("of", of), FIELD_IF(memory, "roof_gbs", roof));
}

bool bench_plot_rows(const json_t *rows, const struct options *o, struct err *e)
{
    struct model *m = model_new();
    const json_t *row;
    int id = 0;
    if (!m)
        return err_nomem(e, "the runs", sizeof *m);
    JSON_EACH(row, rows) {
        json_t *event = results_elsewhere(row) ? NULL : event_of(row, ++id, (int)json_array_size(rows));
        if (event)
            model_apply(m, event);
        json_decref(event);
    }
    const bool ok = bench_plot(m, o->value[OPT_AXES], o->value[OPT_PLOT], e);
    model_free(m);
    return ok;
}
