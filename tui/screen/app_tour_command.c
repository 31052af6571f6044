/* SPDX-License-Identifier: GPL-3.0-or-later */
/* app_tour_command: a command of a tour is carried out, left out where it is needless, or replaced by its recording. */
#include "core/measure/registry.h"
#include "tui/link/tape.h"
#include "tui/screen/app.h"

/* ---- recordings ---- */

static bool some_can_run(const struct app *a, const char *globs)
{
    for (int i = 0; i < a->model->kernels; i++)
        if (a->model->kernel[i].ready && registry_match(globs, a->model->kernel[i].name))
            return true;
    return false;
}

/* Shows a recorded run as one of this session, marked as recorded. */
static bool show_run(struct app *a, const char *globs, json_t *event)
{
    if (strcmp(take_string(event, "ev"), "measurement") != 0 || !take_ok(event) ||
        strcmp(take_string(event, "matrix"), a->model->matrix.name) != 0 ||
        !registry_match(globs, take_string(event, "kernel")))
        return false;
    json_t *flags = json_object_get(event, "flags");
    json_object_del(event, "id"); /* the engine gives the same */
    a->model->purpose = a->guide.runs + a->guide.next_step;
    if (json_is_array(flags))
        json_array_append_new(flags, json_string("recorded"));
    else
        json_object_set_new(event, "flags", json_pack("[s]", "recorded"));
    model_apply(a->model, event);
    return true;
}

static void show_recording(struct app *a, const char *globs, const char *path)
{
    struct err e;
    struct tape *t = tape_play(path, 0, &e);
    char on[100] = "", when[40] = "";
    int n = 0;
    if (!t) {
        app_say(a, true, "%s", e.text);
        return;
    }
    for (json_t *event; (event = tape_next(t)); json_decref(event)) {
        if (!show_run(a, globs, event))
            continue;
        take_text(event, "processor", on, sizeof on);
        take_text(event, "date", when, sizeof when);
        n++;
    }
    tape_close(t);
    panels_focus(&a->panels, VIEW_run);
    if (n > 0)
        app_say(a, false, "not run here, but recorded on %s, %.10s", on[0] ? on : "a GPU", when); /* one line */
    else
        app_say(a, true, "%s holds no run of %s on %s", path, globs, a->model->matrix.name);
}

/* ---- commands ---- */

static bool is_open(const struct app *a, const struct tour_command *c)
{
    return strcmp(c->opens, a->matrices.opened) == 0 && a->model->matrix.open;
}

/* Whether a command is left out: earlier steps only open and set, or measure what they have not; what is open stays
   open; what has been measured stays on the screen. */
static bool is_needless(const struct app *a, const struct tour_command *c)
{
    const struct guide *g = &a->guide;
    const char *text = c->text;
    if (c->opens)
        return is_open(a, c);
    if (g->next_step < g->step && !(g->catches_up && (tour_measures(text) || strncmp(text, "mark ", 5) == 0)))
        return !tour_lasts(text);
    return tour_measures(text) && g->measured[g->next_step];
}

static void note_fault(struct app *a, const struct tour_command *c)
{
    if (!a->dialog.message[0] || !a->dialog.bad)
        return;
    snprintf(a->guide.fault, sizeof a->guide.fault, "line %d of the tour, %s: %.400s", c->line, c->text,
             a->dialog.message);
    model_note(a->model, a->guide.fault);
}

/* Another matrix has stayed open, and would be shown under this step's caption. The screen says why already. */
static void note_lost(struct app *a, const struct tour_command *opening)
{
    if (!a->guide.fault[0])
        snprintf(a->guide.fault, sizeof a->guide.fault, "line %d of the tour, %s: %.400s", opening->line, opening->text,
                 a->matrices.failed.text);
}

bool app_tour_carry_out(struct app *a, const struct tour_command *c)
{
    const struct guide *g = &a->guide;
    const struct tour_command *opening = c->opens ? NULL : tour_opening(g->tour, g->next_step, c->line);
    if (c->opens)
        a->settings = g->plain;
    if (opening && !is_open(a, opening) && a->matrices.failed.text[0]) {
        note_lost(a, opening);
        return false;
    }
    if (is_needless(a, c))
        return false;
    const char *globs = c->text + 3 + strspn(c->text + 3, " "); /* after "run" */
    if (c->recording && !some_can_run(a, globs)) {
        show_recording(a, globs, c->recording);
        note_fault(a, c);
        return true;
    }
    a->dialog.message[0] = 0;
    if (c->opens)
        app_open(a, c->opens);
    else
        app_command(a, c->text);
    note_fault(a, c);
    if (!a->dialog.bad)
        a->dialog.message[0] = 0; /* the caption says it */
    if (g->next_step < g->step && tour_measures(c->text))
        app_say(a, false, "what step %d measures comes first; Esc leaves it out", g->next_step + 1);
    return true;
}
