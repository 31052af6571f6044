/* SPDX-License-Identifier: GPL-3.0-or-later */
/* app: events come in, commands to the engine go out. */
#include "tui/screen/app.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tui/link/client.h"

const struct view *const views[VIEW_COUNT] = {
#define VIEW(name) &view_##name,
#include "tui/views/views.list"
#undef VIEW
};

struct app *app_new(const struct theme *theme, bool ascii, struct err *e)
{
    struct app *a = calloc(1, sizeof *a);
    if (a)
        a->model = model_new();
    if (!a || !a->model) {
        free(a);
        err_nomem(e, "the screen", sizeof *a + sizeof(struct model));
        return NULL;
    }
    a->theme = theme;
    a->ascii = ascii;
    a->mouse = true;
    a->overlay = -1;
    a->settings.at = 1;
    a->problem_stale = true;
    a->plot = ascii ? PLOT_ASCII : PLOT_BRAILLE;
    app_focus(a, VIEW_kernels);
    published_load(&a->published, NULL); /* where it is not there, nothing else needs it: the command says why */
    return a;
}

void app_free(struct app *a)
{
    if (!a)
        return;
    fetch_end(&a->fetch, true);
    model_free(a->model);
    published_free(&a->published);
    app_forget(a);
    free(a->entry);
    free(a);
}

void app_say(struct app *a, bool bad, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(a->message, sizeof a->message, format, args);
    va_end(args);
    a->message_bad = bad;
}

int app_view(const struct app *a)
{
    return a->overlay >= 0 ? a->overlay : a->focus;
}

char *app_filter(struct app *a)
{
    return a->overlay == VIEW_open ? a->open_filter : a->kernel_filter;
}

void app_focus(struct app *a, int view)
{
    a->focus = view;
    a->seen[view] = ++a->looks;
}

/* Shows a view that is hidden, by a zoomed one or by its neighbours in a slot: what has just been asked for is not to
   happen out of sight. */
static void reveal(struct app *a, int view)
{
    struct rect r;
    a->overlay = -1;
    if (app_inside(a, view, &r))
        return;
    if (a->zoomed && a->focus != view) {
        a->zoomed = false;
        reveal(a, view);
    } else if (!a->zoomed) {
        app_focus(a, view);
    }
}

/* ---- what the engine is asked for ---- */

bool app_may_run(struct app *a)
{
    if (a->over)
        app_revive(a);
    else if (a->open_cmd)
        app_say(a, true, "%s is still being read", a->opening);
    else if (!a->client || !a->model->matrix.open)
        app_say(a, true, "no matrix is open: o opens one");
    else if (a->run_cmd)
        app_say(a, false, "still running: Esc stops it");
    else if (!a->model->matrix.runnable)
        app_say(a, true, "nothing can run: %s", a->model->matrix.why);
    else
        return true;
    return false;
}

void app_runs(struct app *a, int cmd)
{
    a->run_cmd = cmd;
    a->stopping = false;
    a->run_follow = true;
    if (!a->run_cmd)
        app_say(a, true, "there is no engine to run anything");
    reveal(a, VIEW_run);
}

void app_run(struct app *a)
{
    if (!app_may_run(a))
        return;
    char arguments[1024], names[MODEL_KERNELS * 64];
    settings_arguments(&a->settings, a->model, true, arguments, sizeof arguments);
    app_chosen(a, names, sizeof names);
    app_runs(a, client_send(a->client, "run%s%s", arguments, names));
}

void app_stop(struct app *a)
{
    if (!a->client || (!a->run_cmd && !a->open_cmd && !a->reorder_cmd)) {
        if (a->fetch.pid)
            app_fetch_tick(a, true);
        else
            app_say(a, false, "nothing is running");
        return;
    }
    client_send(a->client, "stop");
    a->stopping = true;
    app_say(a, false, "stopping…");
}

bool app_moves(const struct app *a)
{
    return a->fetch.pid ||
           (!a->over && (!a->model->ready || a->open_cmd || a->run_cmd || a->reorder_cmd || a->model->progressing));
}

/* ---- events ---- */

static void on_run_done(struct app *a)
{
    const struct model *m = a->model;
    a->run_cmd = 0;
    if (m->done_status == ERR_CANCELLED)
        app_say(a, false, "stopped");
    else if (m->done_status > ERR_CHECK && m->done_text[0])
        app_say(a, true, "%s", m->done_text);
    else if (m->done_status == ERR_CHECK)
        app_say(a, true, "a result failed its check");
    a->stopping = false;
}

/* What was open before is still open, unless `closed` has come. */
static void on_open_failed(struct app *a)
{
    const struct model *m = a->model;
    bool cancelled = m->done_status == ERR_CANCELLED, open = m->matrix.open;
    struct rect r;
    err_set(&a->failed, (enum err_code)m->done_status, "%s", m->done_text[0] ? m->done_text : "it could not be opened");
    if (cancelled)
        err_set(&a->failed, ERR_CANCELLED, "reading %.450s was cancelled", a->opening);
    model_note(a->model, a->failed.text);
    if (open || !app_inside(a, VIEW_run, &r)) /* it stands there otherwise */
        app_say(a, !cancelled, "%s%s%s%s", a->failed.text, open ? "; " : "", open ? m->matrix.name : "",
                open ? " stays open" : "");
    if (open)
        settings_set(&a->settings, m, "reorder", m->matrix.reorder, NULL);
    app_unopened(a, m->done_status == ERR_INPUT || m->done_status == ERR_USAGE);
}

static void on_open_done(struct app *a)
{
    bool advise = a->advise_next;
    a->open_cmd = 0;
    a->stopping = a->advise_next = false;
    if (a->model->done_status != 0)
        on_open_failed(a);
    else if (advise)
        app_command(a, "advise");
}

/* An order that cannot be had is not asked for again. */
static void on_reorder_done(struct app *a)
{
    const struct model *m = a->model;
    a->reorder_cmd = 0;
    a->stopping = false;
    if (m->done_status == 0)
        return;
    snprintf(a->refused, sizeof a->refused, "%s", settings_get(&a->settings, "reorder", ""));
    settings_set(&a->settings, m, "reorder", m->matrix.reorder, NULL);
    app_say(a, m->done_status != ERR_CANCELLED, "%s",
            m->done_status == ERR_CANCELLED ? "the order stays as it was" : m->done_text);
}

/* What was cancelled is asked for again; what cannot be had is not. */
static void on_done(struct app *a, int cmd)
{
    const bool cancelled = a->model->done_status == ERR_CANCELLED;
    if (cmd == a->open_cmd)
        on_open_done(a);
    else if (cmd == a->run_cmd)
        on_run_done(a);
    else if (cmd == a->reorder_cmd)
        on_reorder_done(a);
    else if (cmd == a->problem_cmd) {
        a->problem_cmd = 0;
        a->problem_stale |= cancelled;
    } else if (cmd == a->spy_cmd) {
        a->spy_cmd = 0;
        if (cancelled)
            a->spy_asked = (struct spy_raster){ 0 };
    } else if (cmd == a->threads_cmd) {
        a->threads_cmd = 0;
        if (cancelled)
            a->threads_asked = 0;
    } else if (cmd == a->linear_cmd) {
        a->linear_cmd = 0;
        a->rows_linear &= a->model->done_status == 0;
    }
}

/* The client has started a new engine and opens again what was open; see client_read. */
static void on_died(struct app *a, const json_t *event)
{
    const char *text = json_string_value(json_object_get(event, "text"));
    const char *spec = json_string_value(json_object_get(event, "open"));
    bool again = json_is_true(json_object_get(event, "again"));
    a->run_cmd = a->problem_cmd = a->spy_cmd = a->linear_cmd = a->threads_cmd = a->open_cmd = a->reorder_cmd = 0;
    settings_set(&a->settings, a->model, "reorder", "", NULL); /* it may be what the engine died of */
    if (again && spec) {
        snprintf(a->opening, sizeof a->opening, "%s", a->opened[0] ? a->opened : spec);
        a->open_cmd = (int)json_integer_value(json_object_get(event, "cmd"));
    }
    app_say(a, true, "%s%s%s", text ? text : "the engine died", again ? "; a new one starts" : "",
            again && spec ? " and reads the matrix again" : "");
}

void app_is_over(struct app *a, const char *why)
{
    a->over = true;
    a->run_cmd = a->open_cmd = a->problem_cmd = a->spy_cmd = a->linear_cmd = a->threads_cmd = a->reorder_cmd = 0;
    a->stopping = a->model->progressing = false;
    bool again = why && !client_is_replay(a->client);
    snprintf(a->over_why, sizeof a->over_why, "%s", again ? why : "");
    app_say(a, why != NULL, "%s%s", why ? why : "the recording is at its end", again ? "; r starts a new one" : "");
}

void app_event(void *arg, const json_t *event, const char *data, size_t bytes)
{
    (void)data;
    (void)bytes;
    struct app *a = arg;
    model_apply(a->model, event);
    const char *ev = json_string_value(json_object_get(event, "ev"));
    if (!ev)
        return;
    int cmd = (int)json_integer_value(json_object_get(event, "cmd"));
    if (strcmp(ev, "died") == 0) {
        on_died(a, event);
    } else if (strcmp(ev, "hello") == 0) {
        a->problem_stale = true;
        a->threads_asked = 0;
    } else if (strcmp(ev, "matrix") == 0) {
        a->spy_asked = (struct spy_raster){ 0 };
        a->spy_zoom = 0;
        a->problem_stale = true;
        a->failed.text[0] = 0;
        a->run_at = 0;
        if (!a->reorder_cmd || cmd != a->reorder_cmd)
            snprintf(a->opened, sizeof a->opened, "%s",
                     cmd == a->open_cmd ? a->opening : ""); /* else another is on its way */
    } else if (strcmp(ev, "advice") == 0) {
        const char *text = json_string_value(json_object_get(event, "text"));
        app_say(a, false, "%s", text ? text : "");
    } else if (strcmp(ev, "done") == 0) {
        on_done(a, cmd);
    }
}
