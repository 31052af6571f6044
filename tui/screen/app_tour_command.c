/* SPDX-License-Identifier: GPL-3.0-or-later */
/* app_tour_command: a command of a tour is carried out, left out where it is needless, or replaced by its recording. */

#include "core/measure/registry.h"
#include "tui/input/options.h"
#include "tui/screen/actions.h"

/* ---- recordings ---- */

static bool some_can_run(const struct app *a, const char *globs)
{
    for (int i = 0; i < a->model->kernels; i++)
        if (a->model->kernel[i].ready && registry_match(globs, a->model->kernel[i].name))
            return true;
    return false;
}

/* What the command would measure, with the marked kernels. False: neither `run` nor `sweep`. */
static bool wish_of(const struct app *a, const char *line, struct tour_wish *w)
{
    char marked[sizeof w->globs] = "";
    for (int i = 0; i < a->marks.n; i++)
        text_join(marked, sizeof marked, ",", "%s", a->marks.name[i]);
    return tour_wish(w, line, marked, &a->settings, a->model);
}

/* Like the command itself: a sweep shows its curve. */
static void show_runs(struct app *a, const struct tour_wish *w)
{
    char axis[64];
    snprintf(axis, sizeof axis, "axis %s", w->swept);
    if (w->swept[0])
        app_command(a, axis);
    panels_focus(&a->panels, VIEW_run);
}

/* Shows recorded runs as if made in this session, also in a replay of it. */
static void show_recorded(struct app *a, const struct tour_wish *w, const json_t *runs)
{
    json_t *event;
    a->model->purpose = a->guide.runs + a->guide.next_step;
    JSON_EACH(event, runs) {
        client_note(a->engine.client, json_incref(event));
        model_apply(a->model, event);
    }
    show_runs(a, w);
}

/* Whether recorded runs replace the command: they are requested, it can run nothing here, or the steps of this matrix
   do not show what they should. */
static bool stand_in(struct app *a, const char *line)
{
    struct tour_wish w;
    struct err e;
    if (a->guide.tour->recordings == 0 || !wish_of(a, line, &w))
        return false;
    snprintf(w.matrix, sizeof w.matrix, "%s", a->model->matrix.name);
    json_t *runs = tour_recorded(a->guide.tour, &w, &e);
    const bool held = json_array_size(runs) > 0, none = !some_can_run(a, w.globs);
    const bool stands = none || (held && (a->guide.recorded || a->guide.done[a->guide.next_step] == TOUR_DOUBTED));
    a->dialog.message[0] = 0;
    if (held && stands)
        show_recorded(a, &w, runs);
    else if (none)
        app_say(a, true, "%s%sno recording holds a run of %s on %s", e.text, e.text[0] ? "; " : "", w.globs, w.matrix);
    if (held && !stands && !a->guide.held)
        a->guide.held = json_array();
    if (held && !stands)
        json_array_extend(a->guide.held, runs);
    json_decref(runs);
    return stands;
}

/* ---- commands ---- */

bool app_tour_is_open(const struct app *a, const struct tour_command *c)
{
    return strcmp(c->opens, a->matrices.opened) == 0 && a->model->matrix.open;
}

/* Whether what is carried out is of a step before the one that is shown, and not measured now. */
static bool is_past(const struct guide *g)
{
    return g->next_step < g->step && !g->catches_up;
}

/* Whether a command is skipped: earlier steps only open and set, or make their missing measurements; an open matrix
   stays open; measurements stay on the screen. */
static bool is_needless(const struct app *a, const struct tour_command *c)
{
    const struct guide *g = &a->guide;
    if (c->opens)
        return app_tour_is_open(a, c);
    const enum step_state done = g->done[g->next_step];
    const bool early = is_past(g) && done != TOUR_DOUBTED;
    if (c->measures)
        return early || done == TOUR_MEASURED || done == TOUR_RECORDED;
    if (c->marks)
        return early;
    return g->next_step < g->step && !c->lasts;
}

/* The former measurements of the current step. */
static void show_again(struct app *a, const struct tour_command *c)
{
    struct tour_wish w;
    if (a->guide.next_step == a->guide.step && c->measures && wish_of(a, c->text, &w))
        show_runs(a, &w);
}

static void note_fault(struct app *a, const struct tour_command *c)
{
    if (!a->dialog.message[0] || !a->dialog.bad)
        return;
    snprintf(a->guide.fault, sizeof a->guide.fault, "line %d of the tour, %s: %.400s", c->line, c->text,
             a->dialog.message);
    model_note(a->model, a->guide.fault);
}

/* Another matrix stayed open, and would be shown under this step's caption. The screen already says why. */
static void note_lost(struct app *a, const struct tour_command *opening)
{
    if (!a->guide.fault[0])
        snprintf(a->guide.fault, sizeof a->guide.fault, "line %d of the tour, %s: %.400s", opening->line, opening->text,
                 a->matrices.failed.text);
}

static bool begins(const struct tour_command *c, const char *word)
{
    return text_has(word, c->text, (int)strcspn(c->text, " "));
}

void app_tour_plain(struct app *a)
{
    struct guide *g = &a->guide;
    char order[SETTINGS_VALUE];
    snprintf(order, sizeof order, "%s", settings_get(&a->settings, "reorder", ""));
    a->settings = g->plain;
    settings_set(&a->settings, a->model, "reorder", order, NULL);
    g->order = NULL;
    g->orders = true;
}

bool app_tour_orders(struct app *a, const struct tour_command *c)
{
    struct guide *g = &a->guide;
    const bool waits = c ? c->opens || c->lasts || begins(c, "zoom") || is_needless(a, c) : g->next_step < g->step;
    if (!g->orders || waits)
        return false;
    g->orders = false;
    if (g->order) {
        a->dialog.message[0] = 0;
        app_command(a, g->order->text);
        note_fault(a, g->order);
    } else {
        settings_set(&a->settings, a->model, "reorder", settings_get(&g->plain, "reorder", ""), NULL);
    }
    return true;
}

bool app_tour_carry_out(struct app *a, const struct tour_command *c)
{
    const struct guide *g = &a->guide;
    const struct tour_command *opening = c->opens ? NULL : tour_opening(g->tour, g->next_step, c->line);
    if (c->opens)
        app_tour_plain(a);
    if (begins(c, "reorder")) {
        a->guide.order = c;
        a->guide.orders = true;
        return false;
    }
    if (opening && !app_tour_is_open(a, opening) && a->matrices.failed.text[0]) {
        note_lost(a, opening);
        return false;
    }
    if (is_needless(a, c)) {
        show_again(a, c);
        return false;
    }
    if (c->measures && stand_in(a, c->text)) {
        note_fault(a, c);
        return true;
    }
    if (c->measures && is_past(g)) /* it was left unmeasured, and no recording holds it */
        return false;
    a->dialog.message[0] = 0;
    const bool keeps = a->results.keeps;
    if (c->opens)
        app_open(a, c->opens);
    else
        app_command(a, c->text);
    if (keeps != a->results.keeps) { /* `more` reaches every setting */
        app_keep(a, keeps);
        app_say(a, true, "keep does not belong in a tour");
    }
    note_fault(a, c);
    if (!a->dialog.bad)
        a->dialog.message[0] = 0; /* the caption says it */
    if (g->next_step < g->step && c->measures)
        app_say(a, false, "page %d is measured first; Esc skips that", g->next_step + 1);
    return true;
}
