/* SPDX-License-Identifier: GPL-3.0-or-later */
/* app_rest: what is left of the last batch after a stop or a crash; `:rest` runs it. */
#include "tui/screen/actions.h"

void app_rest_begin(struct app *a, const char *line)
{
    struct rest *r = &a->rest;
    char *again = line ? strdup(line) : NULL;
    free(r->line);
    *r = (struct rest){ .line = again };
    snprintf(r->matrix, sizeof r->matrix, "%s", a->model->matrix.name);
    snprintf(r->reorder, sizeof r->reorder, "%s", a->model->matrix.reorder);
}

void app_rest_note(struct app *a, const json_t *measurement)
{
    struct rest *r = &a->rest;
    int nth = 0;
    model_run_count(measurement, &nth, &r->runs);
    if (strcmp(take_string(measurement, "status"), "cancelled") == 0)
        return;
    take_int(measurement, "index", &r->skip);
    r->nth = nth;
}

static int runs_left(const struct app *a)
{
    return a->rest.line ? a->rest.runs - a->rest.nth : 0;
}

/* Whether the runs of the sweep's current size have begun. */
static bool has_begun(const struct app *a)
{
    return a->sizes.step == SIZE_NEXT && a->rest.skip > 0;
}

static int sizes_left(const struct app *a)
{
    return a->sizes.paused ? a->sizes.list.count - a->sizes.at - has_begun(a) : 0;
}

/* Stopped before the engine reported its first run. */
static bool none_begun(const struct app *a)
{
    return a->rest.line && a->rest.skip == 0 && a->rest.runs == 0 && sizes_left(a) == 0;
}

char *app_rest_text(const struct app *a, char out[REST_TEXT])
{
    const int runs = runs_left(a), sizes = sizes_left(a);
    out[0] = 0;
    if (none_begun(a))
        text_add(out, REST_TEXT, "; none of the runs is done, :rest runs them");
    else if (runs > 0)
        text_add(out, REST_TEXT, "; %d of %d runs %s done, :rest runs the other%s", a->rest.nth, a->rest.runs,
                 a->rest.nth == 1 ? "is" : "are", runs > 1 ? "s" : "");
    else if (sizes > 0)
        text_add(out, REST_TEXT, "; :rest goes on");
    if (sizes > 0)
        text_add(out, REST_TEXT, ", with %d more size%s", sizes, sizes > 1 ? "s" : "");
    return out;
}

void act_rest(struct app *a, char **w, int n)
{
    struct rest *r = &a->rest;
    const struct model_matrix *m = &a->model->matrix;
    const bool here = m->open && strcmp(r->matrix, m->name) == 0 && strcmp(r->reorder, m->reorder) == 0;
    if (runs_left(a) <= 0 && sizes_left(a) <= 0 && !none_begun(a)) {
        app_say(a, false, "nothing is left of the last run: r runs the kernels");
    } else if (runs_left(a) <= 0 && !none_begun(a)) {
        a->sizes.step = has_begun(a) ? SIZE_NEXT : SIZE_OPEN;
        a->sizes.paused = false;
    } else if (!here) {
        app_say(a, true, "what is left is of %s%s%s: open that first", r->matrix, *r->reorder ? " in the order " : "",
                r->reorder);
    } else if (app_may_run(a)) {
        app_runs(a, client_send(a->engine.client, "%s skip=%d", r->line, r->skip));
        a->sizes.paused = false;
    }
}
