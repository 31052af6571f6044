/* SPDX-License-Identifier: GPL-3.0-or-later */
/* app_tour: the screen goes through a tour. What is seen in a step depends on nothing but the tour: its settings are
   those that the tour has set since it last opened a matrix, and the panels are as at the start. */

#include <limits.h>

#include "tui/input/options.h"
#include "tui/screen/actions.h"

static void note_wrong(void *model, const char *text)
{
    model_note(model, text);
}

/* What only the engine knows is checked as soon as it has said it, not when the step comes. An audience reads the
   caption: the log has the lines. */
static void check(struct app *a)
{
    struct tour_review review = { a->model, note_wrong, a->model, 0 };
    struct err e;
    a->guide.checked = true;
    tour_free(tour_read(a->guide.tour->path, &review, &e));
    if (review.wrong > 0)
        app_say(a, false, "%d wrong line%s in this tour: the log names %s", review.wrong, text_plural(review.wrong),
                review.wrong > 1 ? "them" : "it");
}

/* A recording says what the audience reads, when it reads it. */
static void record_caption(struct app *a, const char *text)
{
    client_note(a->engine.client, json_pack("{s:s,s:i,s:i,s:s}", "ev", "caption", "step", a->guide.step + 1, "steps",
                                            a->guide.tour->steps, "text", text));
}

/* Without its captions nobody would know that recorded runs are none of this session: they go. Returns how many. */
static int end_tour(struct app *a)
{
    if (a->guide.tour)
        record_caption(a, "");
    tour_free(a->guide.tour);
    a->guide.tour = NULL;
    a->guide.note[0] = 0;
    a->model->first = 0;
    return model_runs_drop(a->model, MODEL_RECORDED);
}

/* The panels as at the start, with the focus on the runs. */
static void tidy(struct app *a)
{
    const enum plot dots = a->state[VIEW_spy].spy.plot; /* what the terminal can show */
    a->panels.overlay = -1;
    a->panels.zoomed = a->dialog.typing = false;
    a->marks.n = 0;
    memset(a->state, 0, sizeof a->state);
    memset(a->panels.seen, 0, sizeof a->panels.seen);
    a->state[VIEW_settings].at = 1; /* k */
    a->state[VIEW_kernels].follow = true;
    a->state[VIEW_spy].spy.plot = dots;
    panels_focus(&a->panels, VIEW_run);
}

struct steps app_tour_steps(const struct tour *t, int step)
{
    const struct tour_command *opening = tour_opening(t, step, INT_MAX);
    struct steps s = { step, step + 1 };
    while (s.from > 0 && tour_opening(t, s.from - 1, INT_MAX) == opening)
        s.from--;
    while (s.end < t->steps && tour_opening(t, s.end, INT_MAX) == opening)
        s.end++;
    return s;
}

/* Another matrix has been opened than the one that the caption speaks of. */
static void note_astray(struct app *a)
{
    struct guide *g = &a->guide;
    const struct tour_command *opening = g->tour ? tour_opening(g->tour, g->step, INT_MAX) : NULL;
    g->astray[0] = 0;
    if (opening && a->matrices.opened[0] && strcmp(opening->opens, a->matrices.opened) != 0 && !g->fault[0])
        snprintf(g->astray, sizeof g->astray,
                 "This page speaks of %.500s: :tour %d opens it again, :tour off ends the lesson.", opening->opens,
                 g->step + 1);
}

static bool is_unmeasured(const struct guide *g, int step)
{
    bool measures = false;
    for (int i = 0; i < g->tour->step[step].commands; i++)
        measures |= g->tour->step[step].command[i].measures;
    return measures && (g->done[step] == TOUR_NEW || g->done[step] == TOUR_DOUBTED);
}

/* The first such step, `step` at the latest. */
static int unmeasured_step(const struct guide *g, int step)
{
    int i = 0;
    while (i < step && !is_unmeasured(g, i))
        i++;
    return i;
}

/* Whether the matrix of a step is on its way. */
static bool is_loading(const struct app *a, int step)
{
    const struct tour_command *opening = tour_opening(a->guide.tour, step, INT_MAX);
    return a->engine.pending[PENDING_OPEN] && opening && strcmp(opening->opens, a->matrices.opening) == 0;
}

/* Goes to a step, counted from 0; what still runs is stopped. `catch_up`: what the steps before it have not measured
   comes first, as the step may speak of it. */
static void go_to(struct app *a, int step, bool catch_up)
{
    struct guide *g = &a->guide;
    const int from = catch_up ? unmeasured_step(g, step) : step;
    if (connection_busy(&a->engine) && !is_loading(a, from))
        app_stop(a);
    a->dialog.message[0] = 0;
    tidy(a);
    app_tour_plain(a);
    a->engine.stale = true;
    g->fault[0] = g->note[0] = g->astray[0] = 0;
    g->stopped = g->leaves_asked = false;
    g->step = step;
    g->catches_up = catch_up;
    if (!catch_up)
        app_tour_skip(a, step);
    g->next_step = app_tour_steps(g->tour, from).from;
    g->next_command = 0;
    tour_caption(g->tour->step[step].caption, NULL, g->caption, sizeof g->caption);
    g->told = a->engine.client;
    if (g->told) /* before its screens: a replay stops between pages */
        record_caption(a, g->caption);
}

bool app_tour_start(struct app *a, const char *name, struct err *e)
{
    struct guide *g = &a->guide;
    char path[4096];
    struct tour *t = tour_find(name, path, sizeof path, e) ? tour_read(path, NULL, e) : NULL;
    if (!t)
        return false;
    end_tour(a);
    g->tour = t;
    g->began = a->now;
    g->plain = a->settings;
    g->checked = false;
    g->recorded = a->session && a->session->value[OPT_RECORDED];
    memset(g->done, 0, sizeof g->done);
    memset(g->left, 0, sizeof g->left);
    g->runs += TOUR_STEPS;
    go_to(a, 0, false);
    app_say(a, false, "%s. PgDn goes on, PgUp back; try anything in between", t->title);
    return true;
}

static void begin_step(struct app *a)
{
    const int i = a->guide.next_step;
    json_decref(a->guide.held);
    a->guide.held = NULL;
    if (a->guide.done[i] == TOUR_NEW && app_tour_is_recorded(a, i))
        a->guide.done[i] = TOUR_DOUBTED;
    if (a->guide.done[i] == TOUR_DOUBTED)
        model_runs_drop(a->model, a->guide.runs + i);
    if (i == a->guide.step)
        model_runs_show(a->model, a->guide.runs, a->guide.runs + i); /* no others, run since or before */
}

/* False: the steps of this matrix begin again, with recorded runs. */
static bool end_step(struct app *a)
{
    const int i = a->guide.next_step;
    const bool whole = i == a->guide.step ? !a->guide.stopped : a->guide.catches_up;
    if (a->guide.done[i] == TOUR_DOUBTED) {
        a->guide.done[i] = TOUR_RECORDED;
    } else if (a->guide.done[i] == TOUR_NEW && whole) {
        a->guide.done[i] = TOUR_MEASURED;
        a->guide.left[i] = false;
    }
    if (i < a->guide.step && a->guide.catches_up)
        tidy(a);
    if (!a->guide.checked && a->model->ready)
        check(a);
    if (whole && a->guide.held && app_tour_doubts(a, i)) {
        go_to(a, a->guide.step, a->guide.catches_up);
        return false;
    }
    if (i == a->guide.step)
        app_tour_note(a);
    return true;
}

/* Its figures are of the step's matrix and runs, so there are none before that is open and these are made, but those of
   formats, which need no run: others may be of another order, from an earlier step. One whose source has left the
   screen, as the card of another kernel is open, stays. */
static void fill_caption(struct app *a)
{
    struct guide *g = &a->guide;
    char filled[sizeof g->caption];
    const struct tour_command *opening = tour_opening(g->tour, g->step, INT_MAX);
    const bool open = !opening || app_tour_is_open(a, opening);
    const bool made = !is_unmeasured(g, g->step);
    if (!open || (!made && g->orders))
        tour_caption(g->tour->step[g->step].caption, NULL, filled, sizeof filled);
    else if (!made)
        tour_caption_facts(g->tour->step[g->step].caption, a->model, filled, sizeof filled);
    else if (guide_waits(g) || !app_tour_unseen(a, filled, sizeof filled))
        tour_caption(g->tour->step[g->step].caption, a->model, filled, sizeof filled);
    const bool lost = strstr(filled, TOUR_UNKNOWN) && !strstr(g->caption, TOUR_UNKNOWN); /* the figure stays */
    if (g->told && (lost || strcmp(g->caption, filled) == 0))
        return;
    snprintf(g->caption, sizeof g->caption, "%s", filled);
    record_caption(a, g->caption);
    g->told = true;
}

/* One command at a time: then views ask for what they lack, and the next one finds it. */
void app_tour_tick(struct app *a)
{
    struct guide *g = &a->guide;
    bool done = false;
    while (!done && guide_waits(g) && connection_rests(&a->engine) && !a->engine.over &&
           !(a->engine.stale && a->model->matrix.open)) {
        const struct tour_step *s = &g->tour->step[g->next_step];
        if (g->next_command == 0)
            begin_step(a);
        const struct tour_command *c = g->next_command < s->commands ? &s->command[g->next_command] : NULL;
        if (app_tour_orders(a, c)) {
            done = true;
        } else if (c) {
            g->next_command++;
            done = app_tour_carry_out(a, c);
        } else if (end_step(a)) {
            g->next_step++;
            g->next_command = 0;
        }
    }
    if (!guide_waits(g) && connection_rests(&a->engine))
        note_astray(a);
    if (g->tour)
        fill_caption(a);
}

/* Goes to a step and measures what recorded runs stand for in the steps of its matrix. These go: else they would show
   what the new ones do not. */
static void measure_again(struct app *a, int step)
{
    const struct steps all = app_tour_steps(a->guide.tour, step);
    for (int i = all.from; i < all.end; i++)
        if (a->guide.done[i] >= TOUR_DOUBTED) {
            a->guide.done[i] = TOUR_NEW;
            model_runs_drop(a->model, a->guide.runs + i);
        }
    go_to(a, step, true);
}

static void turn(struct app *a, int by)
{
    if (a->engine.pending[PENDING_RUN] && !a->guide.leaves_asked) {
        a->guide.leaves_asked = true;
        app_say_passing(a, by > 0 ? "still measuring: PgDn again stops it and goes on"
                                  : "still measuring: PgUp again stops it and goes back");
        return;
    }
    if (by < 0 && a->guide.left[a->guide.step + by])
        measure_again(a, a->guide.step + by);
    else
        go_to(a, a->guide.step + by, false);
}

static void join_name(void *names, const char *name, const char *path)
{
    text_join(names, 200, ", ", "%s", name);
}

static void say_tours(struct app *a, bool bad)
{
    char names[200] = "";
    tour_each(join_name, names);
    app_say(a, bad, "%s: :tour NAME begins one", names);
}

static void say_end(struct app *a)
{
    char name[256];
    if (tour_next(a->guide.tour->path, name, sizeof name))
        app_say(a, false, "the last page: :tour %.100s begins the next lesson, q leaves", name);
    else
        app_say(a, false, "the last page: PgUp goes back, :tour off ends it, q leaves");
}

/* tour next, back, off, a step's number; else the tour of that name or file, perhaps --recorded. */
void act_tour(struct app *a, char **w, int n)
{
    char *end = NULL;
    struct err e;
    const bool before = n > 1 && strcmp(w[0], "--recorded") == 0,
               recorded = before || (n > 1 && strcmp(w[1], "--recorded") == 0);
    const char *word = n > 0 ? w[before] : "next";
    const bool next = strcmp(word, "next") == 0, back = strcmp(word, "back") == 0,
               off = text_has("off end quit", word, (int)strlen(word));
    const long step = a->guide.tour && n > 0 ? strtol(word, &end, 10) : 0;
    if (client_is_replay(a->engine.client)) { /* its captions would stand over what was recorded */
        app_say(a, true,
                "a replay measures no pages: PgDn and PgUp go by those recorded, nzscope tour NAME plays a lesson");
    } else if (!a->guide.tour && (next || back || off)) {
        say_tours(a, n > 0);
    } else if (off) {
        const int gone = end_tour(a);
        if (gone > 0)
            app_say(a, false, "the tour is over; its %d recorded run%s left with it, what ran here stays", gone,
                    gone > 1 ? "s" : "");
        else
            app_say(a, false, "the tour is over; everything stays as it is");
    } else if (back && a->guide.step == 0) {
        app_say(a, false, "this is the first page");
    } else if (next && a->guide.step == a->guide.tour->steps - 1) {
        say_end(a);
    } else if (next || back) {
        turn(a, next ? 1 : -1);
    } else if (end && end != word && !*end) {
        if (step < 1 || step > a->guide.tour->steps)
            app_say(a, true, "the pages are 1 to %d", a->guide.tour->steps);
        else
            measure_again(a, (int)step - 1);
    } else if (!app_tour_start(a, word, &e)) {
        app_say(a, true, "%s", e.text);
    } else {
        a->guide.recorded |= recorded;
    }
}
