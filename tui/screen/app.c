/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/screen/app.h"

#include <stdarg.h>

#include "tui/link/tape.h"
#include "tui/model/flags.h"
#include "tui/views/kernels.h"

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
    a->panels.rows = 24; /* until the terminal reports its size */
    a->panels.cols = 80;
    a->panels.overlay = a->panels.under = -1;
    a->state[VIEW_settings].at = 1; /* k */
    a->state[VIEW_kernels].follow = true;
    a->engine.stale = true;
    a->state[VIEW_spy].spy.plot = ascii ? PLOT_ASCII : PLOT_BRAILLE;
    panels_focus(&a->panels, VIEW_kernels);
    published_load(&a->results.published, NULL); /* if it is missing, the command `published` says why */
    return a;
}

void app_free(struct app *a)
{
    if (!a)
        return;
    fetch_end(&a->download.fetch, true);
    model_free(a->model);
    published_free(&a->results.published);
    baseline_drop(&a->results.baseline);
    partners_free(&a->results.partners);
    json_decref(a->results.late.waiting);
    kept_close(&a->results.kept);
    matrices_forget(&a->matrices);
    tour_free(a->guide.tour);
    json_decref(a->guide.held);
    json_decref(a->recorded);
    picker_free(&a->picker);
    free(a->rest.line);
    free(a);
}

void app_say(struct app *a, bool bad, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(a->dialog.message, sizeof a->dialog.message, format, args);
    va_end(args);
    a->dialog.bad = bad;
    a->dialog.passing = false;
    a->dialog.until = a->now + (bad ? 15 : 5) + (double)strlen(a->dialog.message) / 10; /* time to read it twice */
}

void app_say_passing(struct app *a, const char *text)
{
    app_say(a, false, "%s", text);
    a->dialog.passing = true;
}

void app_expire(struct app *a)
{
    if (!a->dialog.message[0] || a->now < a->dialog.until)
        return;
    a->dialog.message[0] = 0;
    a->leaving = 0;
}

const char *app_mode(const struct app *a)
{
    return a->guide.tour ? "tour" : client_is_replay(a->engine.client) ? "replay" : "";
}

char *app_filter(struct app *a)
{
    return a->state[a->panels.overlay >= 0 && views[a->panels.overlay]->filters ? a->panels.overlay : VIEW_kernels]
        .filter;
}

/* Shows a view that a zoomed one or its neighbour hides: what has been asked for is not to happen out of sight. */
static void reveal(struct app *a, int view)
{
    struct rect r;
    a->panels.overlay = -1;
    if (app_inside(a, view, &r))
        return;
    if (a->panels.zoomed && a->panels.focus != view) {
        a->panels.zoomed = false;
        reveal(a, view);
    } else if (!a->panels.zoomed) {
        panels_focus(&a->panels, view);
    }
}

/* ---- commands to the engine ---- */

bool app_may_run(struct app *a)
{
    if (app_is_recorded(a))
        return false;
    if (a->engine.over)
        app_revive(a);
    else if (a->engine.pending[PENDING_OPEN])
        app_say(a, true, "%s is still being read", a->matrices.opening);
    else if (!a->engine.client || !a->model->matrix.open)
        app_say(a, true, "no matrix is open: o opens one");
    else if (a->engine.pending[PENDING_RUN])
        app_say_passing(a, "still running: Esc stops it");
    else if (!a->model->matrix.runnable)
        app_say(a, true, "nothing can run: %s", a->model->matrix.why);
    else
        return true;
    return false;
}

void app_runs(struct app *a, int cmd)
{
    a->engine.pending[PENDING_RUN] = cmd;
    a->engine.stopping = false;
    a->guide.note[0] = 0;
    a->model->purpose = guide_waits(&a->guide) ? a->guide.runs + a->guide.next_step : 0;
    a->state[VIEW_run].follow = a->state[VIEW_kernels].follow = true;
    if (!a->engine.pending[PENDING_RUN])
        app_say(a, true, "there is no engine to run anything");
    reveal(a, VIEW_run);
}

/* Whether any kernel of the next run can run; if not, says why. Until the engine has answered about the problem, only
   kernels that never can run are excluded. */
static bool some_can_run(struct app *a, const struct scene *s)
{
    const char *why = NULL, *filter = s->state[VIEW_kernels].filter;
    const bool guess = a->engine.stale || a->engine.pending[PENDING_PROBLEM];
    int taken = 0;
    for (int i = 0; i < a->model->kernels; i++) {
        const struct model_kernel *k = &a->model->kernel[i];
        const char *refusal = kernels_refusal(s, k);
        if (!kernels_picked(s, k))
            continue;
        if (!refusal || (guess && k->ready))
            return true;
        why = why ? why : refusal;
        taken++;
    }
    if (taken > 0)
        app_say(a, true, "%d kernel%s cannot run: %s", taken, taken > 1 ? "s" : "", why);
    else if (filter[0])
        app_say(a, true, "no kernel matches \"%s\"; Esc clears the filter", filter);
    else if (s->state[VIEW_kernels].hides)
        app_say(a, true, "no kernel of the list can run; H lists the others, with the reasons");
    else
        app_say(a, true, "the engine has no kernels for %s", settings_operation(s->settings, s->model));
    return false;
}

void app_run(struct app *a, bool curves)
{
    char globs[MODEL_KERNELS * 64], line[1100 + sizeof globs] = "run";
    const struct scene s = app_scene(a, VIEW_kernels);
    const size_t verb = strlen(line);
    if (!app_may_run(a) || !some_can_run(a, &s))
        return;
    kernels_globs(&s, globs, sizeof globs);
    settings_arguments(&a->settings, a->model, globs, line + verb, 1024);
    text_add(line, sizeof line, "%s%s%s", curves ? " curves=1" : "", globs[0] ? " kernel=" : "", globs);
    if (a->sizes.paused)
        a->sizes = (struct sizes){ 0 }; /* another run replaces it */
    app_rest_begin(a, line);
    app_runs(a, client_send(a->engine.client, "%s", line));
    const int hidden = kernels_marks_hidden(&s);
    if (hidden > 0)
        app_say(a, false, "%d marked kernel%s hidden, and not run: Esc in 5 Kernels clears its filter", hidden,
                hidden == 1 ? " is" : "s are");
}

void app_stop(struct app *a)
{
    a->sizes.paused = a->sizes.at < a->sizes.list.count;
    a->guide.catches_up = false;
    if (!a->engine.client || !connection_busy(&a->engine)) {
        if (a->download.fetch.pid)
            app_fetch_tick(a, true);
        else
            app_say(a, false, "nothing is running");
        return;
    }
    client_send(a->engine.client, "stop");
    a->guide.stopped |= guide_waits(&a->guide) && a->guide.next_step == a->guide.step;
    a->engine.stopping = true;
    app_say(a, false, "stopping…");
}

int app_unkept(const struct app *a)
{
    int n = 0;
    for (int i = 0; i < a->model->runs && !a->results.keeps && !client_is_replay(a->engine.client); i++) {
        const struct model_run *r = &a->model->run[i];
        n += model_run_ok(r) && !r->saved && !flags_recorded(r);
    }
    return n;
}

bool app_moves(const struct app *a)
{
    return a->download.fetch.pid || (!a->engine.over && guide_waits(&a->guide)) ||
           (client_is_replay(a->engine.client) &&
            (a->engine.over ? a->engine.loops : !tape_state(client_tape(a->engine.client)).paused)) ||
           (!a->engine.over && (!a->model->ready || connection_busy(&a->engine) || a->model->progressing));
}
