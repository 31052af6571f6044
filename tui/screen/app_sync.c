/* SPDX-License-Identifier: GPL-3.0-or-later */
/* app_sync: keeps the engine in step with the screen: sends what the state needs. */
#include "tui/screen/app.h"

#include "core/base/clock.h"

/* Requests the selected order, the first of its values, for the open matrix. */
static void ask_order(struct app *a)
{
    const char *want = settings_get(&a->settings, "reorder", "none"), *is = a->model->matrix.reorder;
    size_t n = strcspn(want, ",");
    is = is[0] ? is : "none";
    if (strlen(is) != n || strncmp(is, want, n) != 0)
        a->engine.pending[PENDING_REORDER] = client_send(a->engine.client, "reorder %.*s", (int)n, want);
}

/* If the comparison hides the spy plot's panel, it needs that plot itself; a view alone on the screen may have it
   below. The microscope gets its first window before it opens: while a kernel runs, the engine would not send it. */
static void lend_room(const struct app *a, int view, struct rect *inside)
{
    struct rect run;
    if (view == VIEW_microscope && inside->rows < 1 && !a->model->window.known && !connection_busy(&a->engine))
        *inside = app_overlay_inside(a);
    if (view == VIEW_spy && inside->rows < 1 && a->state[VIEW_run].run.picture == PICTURE_COMPARE &&
        app_inside(a, VIEW_run, &run))
        *inside = canvas_part(run, 0, 0, run.rows / 2, run.cols / 2);
    if (view == VIEW_spy && inside->rows < 1 && views[panels_front(&a->panels)]->below >> VIEW_spy & 1)
        *inside = app_below_inside(a);
}

/* During runs the engine answers only looks; anything else would only wait. */
static void ask_view(struct app *a, int view, bool runs)
{
    struct scene s = app_scene(a, view);
    char want[sizeof a->engine.wanted[0]];
    lend_room(a, view, &s.inside);
    if (!views[view]->wants || a->engine.pending[PENDING_VIEW + view] || s.inside.rows < 1)
        return;
    if (!views[view]->wants(&s, want, sizeof want))
        want[0] = 0;
    else if (runs && !command_is_look(want))
        return;
    else if (strcmp(want, a->engine.wanted[view]) != 0)
        a->engine.pending[PENDING_VIEW + view] = client_send(a->engine.client, "%s", want);
    snprintf(a->engine.wanted[view], sizeof want, "%s", want);
}

static void ask_looks(struct app *a)
{
    const bool runs =
        a->engine.pending[PENDING_RUN] && !a->engine.pending[PENDING_OPEN] && !a->engine.pending[PENDING_REORDER];
    for (int view = 0; view < VIEW_COUNT && runs && !a->engine.stopping; view++)
        ask_view(a, view, true);
}

void app_tick(struct app *a)
{
    struct rect log;
    app_fetch_tick(a, false);
    app_replay_tick(a);
    if (!connection_busy(&a->engine) || !a->engine.waits)
        a->engine.heard = clock_s();
    a->engine.waits = connection_busy(&a->engine);
    if (app_inside(a, VIEW_log, &log))
        a->noted = a->model->noted;
    app_screen_record(a);
    if (!a->engine.client || client_is_replay(a->engine.client) || !a->model->ready)
        return;
    if (connection_busy(&a->engine)) {
        ask_looks(a);
        return;
    }
    if (a->model->matrix.open)
        ask_order(a);
    if (a->engine.pending[PENDING_REORDER])
        return;
    if (a->model->matrix.open && a->engine.stale && !a->engine.pending[PENDING_PROBLEM]) {
        char arguments[1024];
        settings_arguments(&a->settings, a->model, NULL, arguments, sizeof arguments);
        a->engine.pending[PENDING_PROBLEM] = client_send(a->engine.client, "problem%s", arguments);
        a->engine.stale = false;
    }
    for (int view = 0; view < VIEW_COUNT; view++)
        ask_view(a, view, false);
    app_sizes_tick(a);
    app_tour_tick(a);
}
