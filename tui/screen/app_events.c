/* SPDX-License-Identifier: GPL-3.0-or-later */
/* app_events: what the engine says is folded into the model, and what waited for it goes on. */

#include "core/base/clock.h"
#include "tui/model/flags.h"
#include "tui/screen/actions.h"
#include "tui/screen/screen.h"

/* At the end of runs that other programs disturbed: how to leave these a core. */
static void say_crowded(struct app *a)
{
    const struct model *m = a->model;
    char text[120];
    for (int i = problem_batch(m, m->runs); i < m->runs; i++)
        if (flags_has(m->run[i].flags, "busy") && problem_has_team(&m->run[i]) &&
            answers_crowded(m, m->run[i].threads, text, sizeof text)) {
            app_say(a, false, "other programs ran; %s", text);
            model_note(a->model, a->dialog.message);
            return;
        }
}

/* The runs of a matrix were stopped to open another one: what is left of them stays known. */
static void say_left(struct app *a)
{
    char rest[REST_TEXT];
    app_rest_text(a, rest);
    app_say(a, false, "the run of %s was stopped%s%s", a->rest.matrix, rest, *rest ? ", once it is open again" : "");
    model_note(a->model, a->dialog.message);
}

static void on_run_done(struct app *a)
{
    const struct model *m = a->model;
    char rest[REST_TEXT];
    if (a->dialog.passing)
        a->dialog.message[0] = 0;
    a->guide.leaves_asked = false;
    if (m->done_status == ERR_CANCELLED && a->guide.stopped)
        app_say(a, false, "stopped: :tour %d begins this page again", a->guide.step + 1);
    else if (m->done_status == ERR_CANCELLED && a->engine.pending[PENDING_OPEN] && !a->guide.tour)
        say_left(a);
    else if (m->done_status == ERR_CANCELLED)
        app_say(a, false, "stopped%s", app_rest_text(a, rest));
    else if (m->done_status > ERR_CHECK && m->done_text[0])
        app_say(a, true, "%s", m->done_text);
    else if (m->done_status == ERR_CHECK)
        app_say(a, true, "a result failed its check");
    else if (!a->dialog.message[0] && !a->guide.tour)
        say_crowded(a);
    a->engine.stopping = false;
    if (a->guide.tour && !guide_waits(&a->guide))
        app_tour_note(a);
}

/* Whether nothing else is there but the one matrix named at the start, and no `get` fetches that: its error stands
   better in the shell than on a screen of kernels. */
static bool is_vain(const struct app *a)
{
    const struct matrices *of = &a->matrices;
    struct catalog_entry entry;
    return a->session && screen_matrices(a->session) == 1 && of->count <= 1 && !of->opened[0] &&
           of->failed.code == ERR_INPUT && a->panels.overlay < 0 && !a->dialog.typing &&
           !catalog_find(of->opening, &entry, NULL);
}

/* The former matrix is still open, unless `closed` arrived. */
static void on_open_failed(struct app *a)
{
    const struct model *m = a->model;
    bool cancelled = m->done_status == ERR_CANCELLED, open = m->matrix.open;
    struct matrices *of = &a->matrices;
    struct rect r;
    err_set(&of->failed, (enum err_code)m->done_status, "%s",
            m->done_text[0] ? m->done_text : "it could not be opened");
    if (*client_host(a->engine.client) && !strstr(of->failed.text, client_host(a->engine.client)))
        err_prefix(&of->failed, "%s", client_host(a->engine.client));
    if (cancelled)
        err_set(&of->failed, ERR_CANCELLED, "reading %.450s was cancelled", of->opening);
    model_note(a->model, of->failed.text);
    a->ask.vain = !open && is_vain(a);
    a->ask.quit |= a->ask.vain;
    if (open || !app_inside(a, VIEW_run, &r)) /* else the run panel shows it */
        app_say(a, !cancelled, "%s%s%s%s", of->failed.text, open ? "; " : "", open ? m->matrix.name : "",
                open ? " stays open" : "");
    if (open)
        settings_set(&a->settings, m, "reorder", m->matrix.reorder, NULL);
    matrices_unopened(of, m->done_status == ERR_INPUT || m->done_status == ERR_USAGE, open);
}

static void on_open_done(struct app *a)
{
    const char *then = a->matrices.then;
    a->engine.stopping = false;
    a->matrices.then = NULL;
    if (a->model->done_status != 0)
        on_open_failed(a);
    else if (then) {
        a->dialog.message[0] = 0;
        app_command(a, then);
    }
}

/* An order that the matrix does not accept is not sent again. */
static void on_reorder_done(struct app *a)
{
    const struct model *m = a->model;
    a->engine.stopping = false;
    if (m->done_status == 0)
        return;
    snprintf(a->matrices.refused, sizeof a->matrices.refused, "%s", settings_get(&a->settings, "reorder", ""));
    settings_set(&a->settings, m, "reorder", m->matrix.reorder, NULL);
    app_say(a, m->done_status != ERR_CANCELLED, "%s",
            m->done_status == ERR_CANCELLED ? "the order stays as it was" : m->done_text);
}

static void on_problem_done(struct app *a)
{
    a->engine.stale |= a->model->done_status == ERR_CANCELLED;
}

/* A cancelled command is sent again, a refused one is not. */
static void on_wanted_done(struct app *a, int view)
{
    if (a->model->done_status == ERR_CANCELLED)
        a->engine.wanted[view][0] = 0;
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
    char rest[REST_TEXT];
    int i = 0;
    while (i < PENDING_COUNT && a->engine.pending[i] != cmd)
        i++;
    if (i == PENDING_COUNT)
        return;
    a->engine.pending[i] = 0;
    if (a->engine.stopping && i < PENDING_PROBLEM && a->model->done_status == 0)
        app_say(a, false, "it was finished before it could be stopped%s", app_rest_text(a, rest));
    if (i < PENDING_VIEW)
        done[i](a);
    else
        on_wanted_done(a, i - PENDING_VIEW);
}

/* The client has started a new engine and reopens the matrix; see client_read. */
static void on_died(struct app *a, const json_t *event)
{
    const char *text = json_string_value(json_object_get(event, "text"));
    const char *spec = json_string_value(json_object_get(event, "open"));
    bool again = json_is_true(json_object_get(event, "again"));
    const struct model *m = a->model;
    const bool ran = m->runs > 0 && strcmp(m->run[m->runs - 1].status, "error") == 0; /* this run killed it */
    char rest[REST_TEXT] = "";
    if (ran)
        app_rest_text(a, rest);
    memset(a->engine.pending, 0, sizeof a->engine.pending);
    settings_set(&a->settings, a->model, "reorder", "", NULL); /* the order may have killed the engine */
    if (again && spec) {
        snprintf(a->matrices.opening, sizeof a->matrices.opening, "%s",
                 a->matrices.opened[0] ? a->matrices.opened : spec);
        a->engine.pending[PENDING_OPEN] = (int)json_integer_value(json_object_get(event, "cmd"));
    }
    app_say(a, true, "%s%s%s%s", text ? text : "the engine died", again ? "; a new one starts" : "",
            again && spec ? " and reads the matrix again" : "", again ? rest : "");
}

void app_is_over(struct app *a, const char *why)
{
    a->engine.over = true;
    a->engine.ended = a->now;
    memset(a->engine.pending, 0, sizeof a->engine.pending);
    a->engine.stopping = a->model->progressing = false;
    bool again = why && !client_is_replay(a->engine.client);
    snprintf(a->engine.why, sizeof a->engine.why, "%s", again ? why : "");
    if (why)
        app_say(a, true, "%s%s", why,
                !again                           ? ""
                : *client_host(a->engine.client) ? "; r connects again"
                                                 : "; r starts a new one");
    else if (!a->engine.loops)
        app_say(a, false, "the recording has ended: Space plays it again, Left goes back by a run");
}

void app_keep(struct app *a, bool on)
{
    a->results.keeps = on;
    a->results.kept_failed = false;
    settings_set(&a->settings, a->model, "keep", on ? "" : "off", NULL);
    settings_set(&a->guide.plain, a->model, "keep", on ? "" : "off", NULL); /* whichever step comes next */
    if (!on)
        kept_close(&a->results.kept);
}

/* A recording has been kept where it was made. */
static void keep(void *app, const json_t *measurement)
{
    struct app *a = app;
    struct err e;
    if (!a->results.keeps || client_is_replay(a->engine.client) || kept_put(&a->results.kept, measurement, &e))
        return;
    app_keep(a, false);
    a->results.kept_failed = true;
    model_note(a->model, e.text);
}

void app_keep_late(struct app *a)
{
    late_end(&a->results.late, keep, a);
}

/* At the end of a batch: what it is beside the baseline, in one line; of one without any of its runs, why. */
static void say_baseline(struct app *a, const json_t *measurement)
{
    const struct baseline *b = &a->results.baseline;
    const struct model *m = a->model;
    char text[sizeof a->dialog.message], verdicts[400];
    if (!b->rows || !json_equal(json_object_get(measurement, "index"), json_object_get(measurement, "of")))
        return;
    if (baseline_about(b, m, text, sizeof text) == 0) {
        app_say(a, false, "%s", text);
    } else if (baseline_verdicts(b, m, problem_batch(m, m->runs), verdicts, sizeof verdicts)) {
        app_say(a, false, "beside %s: %s", b->source, verdicts);
        model_note(a->model, a->dialog.message);
    }
}

/* Which of the last two runs is faster, and on which problem. */
static void say_compared(struct app *a, const json_t *event)
{
    const struct model *m = a->model;
    struct common both = { 0 };
    char problem[96] = "";
    for (int i = m->runs > 2 ? m->runs - 2 : 0; i < m->runs; i++)
        common_add(&both, &m->run[i]);
    common_text(&both, DIFFER_PROBLEM & ~(unsigned)DIFFER_MATRIX, problem, sizeof problem);
    app_say(a, false, "%s: %s", problem, take_string(event, "text"));
}

void app_event(void *arg, const json_t *event, const char *data, size_t bytes)
{
    struct app *a = arg;
    a->engine.heard = clock_s();
    model_apply(a->model, event);
    const char *ev = take_string(event, "ev");
    int cmd = (int)json_integer_value(json_object_get(event, "cmd"));
    late_take(&a->results.late, event, keep, a);
    if (strcmp(ev, "measurement") == 0) {
        app_rest_note(a, event);
        say_baseline(a, event);
    } else if (strcmp(ev, "died") == 0) {
        app_keep_late(a);
        on_died(a, event);
    } else if (strcmp(ev, "ready") == 0 && a->config && !client_is_replay(a->engine.client)) {
        a->config = false;
        config_apply(a, true);
    } else if (strcmp(ev, "hello") == 0) {
        a->engine.stale = true;
        memset(a->engine.wanted, 0, sizeof a->engine.wanted);
    } else if (strcmp(ev, "matrix") == 0) {
        memset(a->engine.wanted, 0, sizeof a->engine.wanted);
        a->state[VIEW_spy].spy.zoom = 0;
        a->state[VIEW_microscope].microscope.place = WINDOW_FIRST;
        a->state[VIEW_microscope].microscope.step = 0;
        a->engine.stale = true;
        a->matrices.failed.text[0] = 0;
        a->state[VIEW_run].at = 0;
        if (!a->engine.pending[PENDING_REORDER] || cmd != a->engine.pending[PENDING_REORDER])
            snprintf(a->matrices.opened, sizeof a->matrices.opened, "%s",
                     cmd == a->engine.pending[PENDING_OPEN] ? a->matrices.opening
                                                            : ""); /* else another matrix is being opened */
        if (a->matrices.opened[0])
            partners_saw(&a->results.partners, a->matrices.opened);
    } else if (strcmp(ev, "advice") == 0) {
        app_say(a, false, "%s", take_string(event, "text"));
    } else if (strcmp(ev, "screen") == 0) {
        app_screen_take(a, event);
    } else if (strcmp(ev, "compared") == 0) {
        say_compared(a, event);
    } else if (strcmp(ev, "done") == 0) {
        app_keep_late(a);
        on_done(a, cmd);
    }
}
