/* SPDX-License-Identifier: GPL-3.0-or-later */
/* app: events come in, commands to the engine go out. */
#include "tui/screen/app.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tui/link/client.h"
#include "tui/screen/app_tour.h"
#include "tui/screen/config.h"
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
    a->overlay = -1;
    a->state[VIEW_settings].at = 1; /* k */
    a->problem_stale = true;
    a->state[VIEW_spy].scale = ascii ? PLOT_ASCII : PLOT_BRAILLE;
    app_focus(a, VIEW_kernels);
    published_load(&a->published, NULL); /* if it is missing, the command `published` says why */
    return a;
}

void app_free(struct app *a)
{
    if (!a)
        return;
    fetch_end(&a->fetch, true);
    model_free(a->model);
    published_free(&a->published);
    baseline_drop(&a->baseline);
    partners_free(&a->partners);
    kept_close(&a->results);
    app_forget(a);
    tour_free(a->tour);
    picker_free(&a->picker);
    free(a);
}

void app_say(struct app *a, bool bad, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(a->dialog.message, sizeof a->dialog.message, format, args);
    va_end(args);
    a->dialog.bad = bad;
    a->dialog.until = a->now + (bad ? 15 : 5) + (double)strlen(a->dialog.message) / 10; /* time to read it twice */
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
    return a->tour ? "tour" : client_is_replay(a->client) ? "replay" : "";
}

int app_view(const struct app *a)
{
    return a->overlay >= 0 ? a->overlay : a->focus;
}

char *app_filter(struct app *a)
{
    return a->state[a->overlay >= 0 && views[a->overlay]->filters ? a->overlay : VIEW_kernels].filter;
}

void app_focus(struct app *a, int view)
{
    a->focus = view;
    a->seen[view] = ++a->looks;
}

/* Shows a view that is hidden, by a zoomed one or by its neighbours in a place: what has just been asked for is not to
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

/* ---- commands to the engine ---- */

bool app_may_run(struct app *a)
{
    if (app_is_recorded(a))
        return false;
    if (a->over)
        app_revive(a);
    else if (a->pending[PENDING_OPEN])
        app_say(a, true, "%s is still being read", a->opening);
    else if (!a->client || !a->model->matrix.open)
        app_say(a, true, "no matrix is open: o opens one");
    else if (a->pending[PENDING_RUN])
        app_say(a, false, "still running: Esc stops it");
    else if (!a->model->matrix.runnable)
        app_say(a, true, "nothing can run: %s", a->model->matrix.why);
    else
        return true;
    return false;
}

void app_runs(struct app *a, int cmd)
{
    a->pending[PENDING_RUN] = cmd;
    a->stopping = false;
    a->state[VIEW_run].follow = true;
    if (!a->pending[PENDING_RUN])
        app_say(a, true, "there is no engine to run anything");
    reveal(a, VIEW_run);
}

/* Whether any of the kernels that the next run takes can run; if not, says why. Before the engine has answered about
   the problem only kernels that never can count as such. */
static bool some_can_run(struct app *a, const struct scene *s)
{
    const char *why = NULL, *filter = s->state[VIEW_kernels].filter;
    const bool guess = a->problem_stale || a->pending[PENDING_PROBLEM];
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

void app_run(struct app *a)
{
    char arguments[1024], names[MODEL_KERNELS * 64];
    const struct scene s = app_scene(a, VIEW_kernels);
    if (!app_may_run(a) || !some_can_run(a, &s))
        return;
    settings_arguments(&a->settings, a->model, true, arguments, sizeof arguments);
    kernels_argument(&s, names, sizeof names);
    app_runs(a, client_send(a->client, "run%s%s", arguments, names));
}

bool app_busy(const struct app *a)
{
    return a->pending[PENDING_OPEN] || a->pending[PENDING_RUN] || a->pending[PENDING_REORDER];
}

void app_stop(struct app *a)
{
    a->sizes.list.count = 0;
    if (!a->client || !app_busy(a)) {
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

int app_unkept(const struct app *a)
{
    int n = 0;
    for (int i = 0; i < a->model->runs && !a->kept && !client_is_replay(a->client); i++)
        n += strcmp(a->model->run[i].status, "ok") == 0;
    return n;
}

bool app_moves(const struct app *a)
{
    return a->fetch.pid || (!a->over && app_tour_waits(a)) ||
           (client_is_replay(a->client) && (a->over ? a->loop : !a->tape.paused)) ||
           (!a->over && (!a->model->ready || app_busy(a) || a->model->progressing));
}

/* ---- events ---- */

static void on_run_done(struct app *a)
{
    const struct model *m = a->model;
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
    if (*client_host(a->client) && !strstr(a->failed.text, client_host(a->client)))
        err_prefix(&a->failed, "%s", client_host(a->client));
    if (cancelled)
        err_set(&a->failed, ERR_CANCELLED, "reading %.450s was cancelled", a->opening);
    model_note(a->model, a->failed.text);
    if (open || !app_inside(a, VIEW_run, &r)) /* else the run panel shows it */
        app_say(a, !cancelled, "%s%s%s%s", a->failed.text, open ? "; " : "", open ? m->matrix.name : "",
                open ? " stays open" : "");
    if (open)
        settings_set(&a->settings, m, "reorder", m->matrix.reorder, NULL);
    app_unopened(a, m->done_status == ERR_INPUT || m->done_status == ERR_USAGE);
}

static void on_open_done(struct app *a)
{
    bool advise = a->advise_next;
    a->stopping = a->advise_next = false;
    if (a->model->done_status != 0)
        on_open_failed(a);
    else if (advise)
        app_command(a, "advise");
}

/* An order that the matrix does not take is not sent again. */
static void on_reorder_done(struct app *a)
{
    const struct model *m = a->model;
    a->stopping = false;
    if (m->done_status == 0)
        return;
    snprintf(a->refused, sizeof a->refused, "%s", settings_get(&a->settings, "reorder", ""));
    settings_set(&a->settings, m, "reorder", m->matrix.reorder, NULL);
    app_say(a, m->done_status != ERR_CANCELLED, "%s",
            m->done_status == ERR_CANCELLED ? "the order stays as it was" : m->done_text);
}

static void on_problem_done(struct app *a)
{
    a->problem_stale |= a->model->done_status == ERR_CANCELLED;
}

/* A cancelled command is sent again, a refused one is not. */
static void on_wanted_done(struct app *a, int view)
{
    if (a->model->done_status == ERR_CANCELLED)
        a->wanted[view][0] = 0;
    else if (a->model->done_status != 0 && views[view]->refused)
        views[view]->refused(&a->state[view]);
}

static void on_done(struct app *a, int cmd)
{
    static void (*const done[PENDING_VIEW])(struct app *) = {
        [PENDING_OPEN] = on_open_done,
        [PENDING_RUN] = on_run_done,
        [PENDING_REORDER] = on_reorder_done,
        [PENDING_PROBLEM] = on_problem_done,
    };
    int i = 0;
    while (i < PENDING_COUNT && a->pending[i] != cmd)
        i++;
    if (i == PENDING_COUNT)
        return;
    a->pending[i] = 0;
    if (a->stopping && i < PENDING_PROBLEM && a->model->done_status == 0)
        app_say(a, false, "it was finished before it could be stopped");
    if (i < PENDING_VIEW)
        done[i](a);
    else
        on_wanted_done(a, i - PENDING_VIEW);
}

/* The client has started a new engine and opens again what was open; see client_read. */
static void on_died(struct app *a, const json_t *event)
{
    const char *text = json_string_value(json_object_get(event, "text"));
    const char *spec = json_string_value(json_object_get(event, "open"));
    bool again = json_is_true(json_object_get(event, "again"));
    memset(a->pending, 0, sizeof a->pending);
    settings_set(&a->settings, a->model, "reorder", "", NULL); /* the order may have killed the engine */
    if (again && spec) {
        snprintf(a->opening, sizeof a->opening, "%s", a->opened[0] ? a->opened : spec);
        a->pending[PENDING_OPEN] = (int)json_integer_value(json_object_get(event, "cmd"));
    }
    app_say(a, true, "%s%s%s", text ? text : "the engine died", again ? "; a new one starts" : "",
            again && spec ? " and reads the matrix again" : "");
}

void app_is_over(struct app *a, const char *why)
{
    a->over = true;
    a->ended = a->now;
    memset(a->pending, 0, sizeof a->pending);
    a->stopping = a->model->progressing = false;
    bool again = why && !client_is_replay(a->client);
    snprintf(a->over_why, sizeof a->over_why, "%s", again ? why : "");
    if (why)
        app_say(a, true, "%s%s", why,
                !again                    ? ""
                : *client_host(a->client) ? "; r connects again"
                                          : "; r starts a new one");
    else if (!a->loop)
        app_say(a, false, "the recording is at its end: Space plays it again, Left goes back by a run");
}

void app_keep(struct app *a, bool on)
{
    a->kept = on;
    settings_set(&a->settings, a->model, "keep", on ? "" : "off", NULL);
    if (!on)
        kept_close(&a->results);
}

/* A recording has been kept where it was made. */
static void keep(struct app *a, const json_t *measurement)
{
    struct err e;
    if (!a->kept || client_is_replay(a->client) || kept_put(&a->results, measurement, &e))
        return;
    app_keep(a, false);
    model_note(a->model, e.text);
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
    if (strcmp(ev, "measurement") == 0) {
        keep(a, event);
    } else if (strcmp(ev, "died") == 0) {
        on_died(a, event);
    } else if (strcmp(ev, "ready") == 0 && a->config && !client_is_replay(a->client)) {
        a->config = false;
        config_apply(a, true);
    } else if (strcmp(ev, "hello") == 0) {
        a->problem_stale = true;
        memset(a->wanted, 0, sizeof a->wanted);
    } else if (strcmp(ev, "matrix") == 0) {
        memset(a->wanted, 0, sizeof a->wanted);
        a->state[VIEW_spy].zoom = 0;
        a->state[VIEW_microscope].all = false;
        a->state[VIEW_microscope].at = 0;
        a->problem_stale = true;
        a->failed.text[0] = 0;
        a->state[VIEW_run].at = 0;
        if (!a->pending[PENDING_REORDER] || cmd != a->pending[PENDING_REORDER])
            snprintf(a->opened, sizeof a->opened, "%s",
                     cmd == a->pending[PENDING_OPEN] ? a->opening : ""); /* else another matrix is being opened */
        if (a->opened[0])
            partners_saw(&a->partners, a->opened);
    } else if (strcmp(ev, "advice") == 0 || strcmp(ev, "compared") == 0) {
        const char *text = json_string_value(json_object_get(event, "text"));
        app_say(a, false, "%s", text ? text : "");
    } else if (strcmp(ev, "done") == 0) {
        on_done(a, cmd);
    }
}
