/* SPDX-License-Identifier: GPL-3.0-or-later */
/* actions_work: matrices, runs, kernels and settings. */
#include "tui/screen/actions.h"

#include <string.h>

#include "core/measure/registry.h"
#include "tui/link/client.h"
#include "tui/model/picker.h"
#include "tui/views/kernels.h"

/* ---- matrices and runs ---- */

static void do_open(struct app *a, char **w, int n)
{
    if (n > 0) {
        app_open(a, w[0]);
        return;
    }
    if (a->overlay == VIEW_open) {
        a->overlay = -1;
        return;
    }
    picker_fill(&a->picker, a->spec, a->specs);
    a->overlay = VIEW_open;
    a->state[VIEW_open].at = 0;
}

static void do_next(struct app *a, char **w, int n)
{
    (void)w;
    (void)n;
    app_open_next(a, 1);
}

static void do_previous(struct app *a, char **w, int n)
{
    (void)w;
    (void)n;
    app_open_next(a, -1);
}

/* Alone: what is under the cursor of the picker. */
static void do_get(struct app *a, char **w, int n)
{
    if (n > 0)
        app_fetch(a, w[0]);
    else if (a->overlay != VIEW_open || !app_act(a, VIEW_open, "get"))
        app_say(a, true, "get wants a NAME of the catalogue, or GROUP/NAME");
}

static void do_close(struct app *a, char **w, int n)
{
    (void)w;
    (void)n;
    if (a->client)
        client_send(a->client, "close");
}

static void do_run(struct app *a, char **w, int n)
{
    if (n > 0)
        a->marks.n = 0;
    for (int j = 0; j < n; j++)
        for (int i = 0; i < a->model->kernels; i++)
            if (registry_match(w[j], a->model->kernel[i].name))
                kernels_mark(&a->marks, a->model->kernel[i].name, 1);
    if (n > 0 && a->marks.n == 0) {
        app_say(a, true, "no kernel matches %s", w[0]);
        return;
    }
    app_run(a);
}

/* The runs come as bars, and what follows from them as a notice; a matrix that is named is opened first. */
static void do_advise(struct app *a, char **w, int n)
{
    char arguments[1024];
    if (n > 0)
        a->advise_next = app_open(a, w[0]);
    if (n > 0 || !app_may_run(a))
        return;
    a->advise_next = false;
    settings_arguments(&a->settings, a->model, false, arguments, sizeof arguments);
    app_runs(a, client_send(a->client, "advise%s", arguments));
}

static void do_stop(struct app *a, char **w, int n)
{
    (void)w;
    (void)n;
    app_stop(a);
}

static void do_toggle(struct app *a, char **w, int n)
{
    if (a->pending[PENDING_RUN])
        app_stop(a);
    else
        do_run(a, w, n);
}

/* ---- kernels ---- */

static void mark_all(struct app *a, char **w, int n, int on)
{
    int hits = 0;
    for (int j = 0; j < n; j++)
        for (int i = 0; i < a->model->kernels; i++)
            if (registry_match(w[j], a->model->kernel[i].name)) {
                kernels_mark(&a->marks, a->model->kernel[i].name, on);
                hits++;
            }
    if (!hits)
        app_say(a, true, "no kernel matches %s", w[0]);
}

static void do_mark(struct app *a, char **w, int n)
{
    if (n > 0)
        mark_all(a, w, n, 1);
    else
        app_act(a, VIEW_kernels, "mark");
}

static void do_unmark(struct app *a, char **w, int n)
{
    if (n > 0)
        mark_all(a, w, n, 0);
    else
        a->marks.n = 0;
}

/* ---- settings ---- */

/* What row i is now, where the panel that shows it is out of sight. */
static void tell_setting(struct app *a, int i)
{
    struct setting row[SETTINGS_MAX];
    struct rect r;
    if (i >= 0 && i < settings_rows(&a->settings, a->model, row) && !app_inside(a, VIEW_settings, &r))
        app_say(a, false, "%s is %s", row[i].name, row[i].value);
}

void actions_set(struct app *a, const char *name, const char *value)
{
    struct err e;
    if (!settings_set(&a->settings, a->model, name, value, &e)) {
        app_say(a, true, "%s", e.text);
        return;
    }
    a->problem_stale = true;
    tell_setting(a, settings_find(&a->settings, a->model, name));
}

/* set NAME VALUE, set NAME=VALUE…, set NAME: back to the default. */
static void do_set(struct app *a, char **w, int n)
{
    char text[200];
    if (n == 0) {
        settings_text(&a->settings, a->model, text, sizeof text);
        app_say(a, false, "%s", text);
    } else if (!strchr(w[0], '=')) {
        actions_set(a, w[0], n > 1 ? w[1] : "");
    }
    for (int i = 0; i < n && strchr(w[0], '='); i++) {
        char *equals = strchr(w[i], '=');
        if (equals)
            *equals = 0;
        actions_set(a, w[i], equals ? equals + 1 : "");
    }
}

static void step(struct app *a, int direction)
{
    settings_step(&a->settings, a->model, a->state[VIEW_settings].at, direction);
    a->problem_stale = true;
    tell_setting(a, a->state[VIEW_settings].at);
}

/* A view may have its own idea of more and less. */
static void do_more(struct app *a, char **w, int n)
{
    (void)w;
    (void)n;
    if (!app_act(a, app_view(a), "more"))
        step(a, 1);
}

static void do_less(struct app *a, char **w, int n)
{
    (void)w;
    (void)n;
    if (!app_act(a, app_view(a), "less"))
        step(a, -1);
}

static void do_setting(struct app *a, char **w, int n)
{
    struct setting row[SETTINGS_MAX];
    int rows = settings_rows(&a->settings, a->model, row);
    if (n == 0 || strcmp(w[0], "next") == 0) {
        a->state[VIEW_settings].at = (a->state[VIEW_settings].at + 1) % rows;
    } else if (strcmp(w[0], "previous") == 0) {
        a->state[VIEW_settings].at = (a->state[VIEW_settings].at + rows - 1) % rows;
    } else {
        int at = settings_find(&a->settings, a->model, w[0]);
        if (at < 0) {
            app_say(a, true, "no setting is named %s", w[0]);
            return;
        }
        a->state[VIEW_settings].at = at;
    }
    tell_setting(a, a->state[VIEW_settings].at);
}

/* The picture follows the setting. */
static void do_reorder(struct app *a, char **w, int n)
{
    if (n > 0) {
        actions_set(a, "reorder", w[0]);
        return;
    }
    if (a->refused[0]) /* on from there, not to the same one again */
        settings_set(&a->settings, a->model, "reorder", a->refused, NULL);
    a->refused[0] = 0;
    settings_step(&a->settings, a->model, settings_find(&a->settings, a->model, "reorder"), 1);
}

const struct action actions_work[] = {
    { "open", do_open }, { "get", do_get },           { "reorder", do_reorder }, { "close", do_close },
    { "next", do_next }, { "previous", do_previous }, { "run", do_run },         { "advise", do_advise },
    { "stop", do_stop }, { "toggle", do_toggle },     { "mark", do_mark },       { "unmark", do_unmark },
    { "set", do_set },   { "more", do_more },         { "less", do_less },       { "setting", do_setting },
    { NULL, NULL },
};
