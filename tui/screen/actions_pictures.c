/* SPDX-License-Identifier: GPL-3.0-or-later */
/* actions_pictures: commands for the pictures of the run panel, and sweeps over a setting. */
#include "tui/screen/actions.h"

#include "tui/views/bars.h"
#include "tui/views/kernels.h"
#include "tui/views/picture.h"
#include "tui/views/typed.h"

/* Without a run no picture is seen to change. */
void act_picture(struct app *a, char **w, int n)
{
    static const char *const as[] = { "bars", "curves", "a roofline", "columns beside other matrices" };
    enum picture *picture = &a->state[VIEW_run].run.picture;
    *picture = n > 0 ? (enum picture)command_choice(CMD_picture, w[0]) : (*picture + 1) % PICTURE_COUNT;
    a->panels.overlay = -1;
    panels_focus(&a->panels, VIEW_run);
    if (n == 0 && bars_end(a->model) <= a->model->first)
        app_say(a, false, "no runs yet to show as %s; v: the next picture", as[*picture]);
}

void act_quantity(struct app *a, char **w, int n)
{
    struct run_state *v = &a->state[VIEW_run].run;
    v->quantity = n > 0 ? command_choice(CMD_quantity, w[0]) : (v->quantity + 1) % CURVE_QUANTITIES;
    v->picture = PICTURE_CURVE;
    panels_focus(&a->panels, VIEW_run);
}

void act_axis(struct app *a, char **w, int n)
{
    struct run_state *v = &a->state[VIEW_run].run;
    struct err e;
    if (n > 0 && !curve_is_axis(a->model, &a->settings, w[0], &e)) {
        app_say(a, true, "%s", e.text);
        return;
    }
    v->picture = PICTURE_CURVE;
    v->alone = false;
    panels_focus(&a->panels, VIEW_run);
    if (n > 0) {
        snprintf(v->axis, sizeof v->axis, "%s", strcmp(w[0], "auto") == 0 ? "" : w[0]);
        return;
    }
    char next[CURVE_AXIS];
    struct curve_ask ask = picture_ask(v);
    curve_next_axis(a->model, &ask, next);
    snprintf(v->axis, sizeof v->axis, "%s", next);
    if (!next[0])
        app_say(a, false, "no setting has several values among these runs; :sweep k 1..64x2 makes some");
}

/* The curve of a sweep: omits other generators' matrices, unless `axis` requests them. */
static void show_curve(struct app *a, const char *axis)
{
    struct run_state *v = &a->state[VIEW_run].run;
    v->alone = true;
    snprintf(v->axis, sizeof v->axis, "%s", axis);
    v->picture = axis[0] ? PICTURE_CURVE : PICTURE_BARS;
    panels_focus(&a->panels, VIEW_run);
}

/* One curve for each of many kernels is hard to read. */
static void hint_marks(struct app *a)
{
    const struct scene s = app_scene(a, VIEW_kernels);
    int n = 0;
    for (int i = 0; i < a->model->kernels; i++)
        n += kernels_takes(&s, &a->model->kernel[i]);
    if (n > 6 && a->engine.pending[PENDING_RUN])
        app_say(a, false, "%d kernels: the best few get a colour; better mark two or three with Space in 5 Kernels", n);
}

/* Runs with each of these values, and draws the curve as it grows. The setting itself is unchanged. */
void act_sweep(struct app *a, char **w, int n)
{
    struct typed_sweep sweep;
    struct err e;
    const struct settings saved = a->settings;
    const struct scene s = app_scene(a, VIEW_kernels);
    if (!typed_sweep(&a->settings, a->model, w, n, &sweep, &e)) {
        app_say(a, true, "%s", e.text);
        return;
    }
    if (sweep.spec) {
        if (app_sizes_start(a, &sweep))
            show_curve(a, "size");
        return;
    }
    if (sweep.param && !kernels_have(&s, sweep.setting)) {
        app_say(a, true, "none of the kernels that would run has %s: 5 Kernels marks others", sweep.setting);
        return;
    }
    if (a->engine.pending[PENDING_RUN] && !app_may_run(a)) /* otherwise the curve would show other runs */
        return;
    a->settings = sweep.set;
    show_curve(a, sweep.param || curve_frees(sweep.setting) ? sweep.setting : "");
    app_run(a, true);
    a->settings = saved;
    hint_marks(a);
}

/* Alone: opens the list of partners. */
void act_partners(struct app *a, char **w, int n)
{
    struct err e;
    bool opens = false;
    if (n == 0 && a->panels.overlay == VIEW_partners) {
        a->panels.overlay = -1;
        return;
    }
    partners_fill(&a->results.partners, a->model, a->matrices.spec, a->matrices.count,
                  a->results.baseline.rows != NULL);
    if (n == 0) {
        a->panels.overlay = VIEW_partners;
        a->state[VIEW_partners].at = 0;
    }
    for (int i = 0; i < n; i++)
        if (!partners_pick(&a->results.partners, w[i], &opens, &e))
            app_say(a, true, "%s", e.text);
        else if (opens)
            app_open(a, w[i]);
    if (n == 0)
        return;
    a->state[VIEW_run].run.picture = PICTURE_COMPARE;
    panels_focus(&a->panels, VIEW_run);
}
