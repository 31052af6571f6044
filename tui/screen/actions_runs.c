/* SPDX-License-Identifier: GPL-3.0-or-later */
/* actions_runs: commands for matrices, runs and marked kernels. */
#include "tui/screen/actions.h"

#include "core/measure/registry.h"
#include "tui/views/kernels.h"

void act_open(struct app *a, char **w, int n)
{
    if (n > 0)
        app_open(a, w[0]);
    else if (a->panels.overlay == VIEW_open)
        a->panels.overlay = -1;
    else
        app_pick(a, "");
}

void act_next(struct app *a, char **w, int n)
{
    app_open_next(a, 1);
}

void act_previous(struct app *a, char **w, int n)
{
    app_open_next(a, -1);
}

/* Without a name: the matrix under the picker's cursor. */
void act_get(struct app *a, char **w, int n)
{
    if (n > 0)
        app_fetch(a, w[0]);
    else if (a->panels.overlay != VIEW_open || !app_act(a, VIEW_open, "get"))
        app_say(a, true, "get wants a NAME of the catalogue, or GROUP/NAME");
}

void act_close(struct app *a, char **w, int n)
{
    if (!app_is_recorded(a) && a->engine.client)
        client_send(a->engine.client, "close");
}

/* Marks kernels of the current operation; unmarks those of any. */
static void mark_all(struct app *a, char **w, int n, bool on)
{
    const char *op = settings_operation(&a->settings, a->model);
    struct err e;
    for (int j = 0; j < n; j++) {
        for (int i = 0; i < a->model->kernels; i++) {
            const struct model_kernel *k = &a->model->kernel[i];
            if (registry_match(w[j], k->name) && (!on || strcmp(k->op, op) == 0))
                kernels_mark(&a->marks, k->name, on);
        }
        if (!model_kernels_match(a->model, on ? op : NULL, w[j], &e))
            app_say(a, true, "%s", e.text);
    }
}

/* A run with one value per setting is one point of a curve; the bars show it. */
static void leave_curve(struct app *a)
{
    struct run_state *v = &a->state[VIEW_run].run;
    bool several = false;
    for (int i = 0; i < a->settings.sets; i++)
        several |= strchr(a->settings.set[i].value, ',') || strstr(a->settings.set[i].value, "..");
    if (v->picture == PICTURE_CURVE && !several)
        v->picture = PICTURE_BARS;
}

/* Named kernels are run, and no others; marks and filter are unchanged. */
void act_run(struct app *a, char **w, int n)
{
    leave_curve(a);
    if (n == 0 && a->engine.pending[PENDING_OPEN] && !a->engine.over && !app_is_recorded(a)) {
        a->matrices.then = "run";
        app_say(a, false, "the run begins once %s is read", a->matrices.opening);
        return;
    }
    if (n == 0) {
        app_run(a, false);
        return;
    }
    struct view_state *list = &a->state[VIEW_kernels];
    const struct view_state shown = *list;
    const struct marks marked = a->marks;
    a->marks.n = 0;
    list->filter[0] = 0;
    mark_all(a, w, n, true);
    if (a->marks.n > 0)
        app_run(a, false);
    a->marks = marked;
    *list = shown;
    list->follow = true;
}

/* The runs appear as bars, the advice as a notice. A named matrix is opened first. */
void act_advise(struct app *a, char **w, int n)
{
    char arguments[1024];
    if (n > 1) {
        app_say(a, true, "advise takes one MATRIX on the screen; nzscope advise takes several");
        return;
    }
    if (n > 0)
        a->matrices.then = app_open(a, w[0]) ? "advise" : NULL;
    if (n > 0 || !app_may_run(a))
        return;
    a->matrices.then = NULL;
    settings_arguments(&a->settings, a->model, NULL, arguments, sizeof arguments);
    app_rest_begin(a, NULL);
    app_runs(a, client_send(a->engine.client, "advise%s", arguments));
}

void act_stop(struct app *a, char **w, int n)
{
    app_stop(a);
}

void act_mark(struct app *a, char **w, int n)
{
    if (n > 0)
        mark_all(a, w, n, true);
    else if (!app_act(a, panels_front(&a->panels), "mark"))
        app_say(a, false, "Space marks kernels, in 5 Kernels and on the rows of bars in 7; r runs them");
}

void act_unmark(struct app *a, char **w, int n)
{
    if (n > 0)
        mark_all(a, w, n, false);
    else
        a->marks.n = 0;
}
