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
    a->model->purpose = a->toured_runs + a->next_step;
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
    app_focus(a, VIEW_run);
    if (n > 0)
        app_say(a, false, "not run here, but recorded on %s, %.10s", on[0] ? on : "a GPU", when); /* one line */
    else
        app_say(a, true, "%s holds no run of %s on %s", path, globs, a->model->matrix.name);
}

/* ---- commands ---- */

static bool is_open(const struct app *a, const struct tour_command *c)
{
    return strcmp(c->opens, a->opened) == 0 && a->model->matrix.open;
}

/* Whether a command is left out: earlier steps only open and set, or measure what they have not; what is open stays
   open; what has been measured stays on the screen. */
static bool is_needless(const struct app *a, const struct tour_command *c)
{
    const char *text = c->text;
    if (c->opens)
        return is_open(a, c);
    if (a->next_step < a->step && !(a->catches_up && (tour_measures(text) || strncmp(text, "mark ", 5) == 0)))
        return !tour_lasts(text);
    return tour_measures(text) && a->toured[a->next_step];
}

static void note_fault(struct app *a, const struct tour_command *c)
{
    if (!a->dialog.message[0] || !a->dialog.bad)
        return;
    snprintf(a->tour_fault, sizeof a->tour_fault, "line %d of the tour, %s: %.400s", c->line, c->text,
             a->dialog.message);
    model_note(a->model, a->tour_fault);
}

/* Another matrix has stayed open, and would be shown under this step's caption. The screen says why already. */
static void note_lost(struct app *a, const struct tour_command *opening)
{
    if (!a->tour_fault[0])
        snprintf(a->tour_fault, sizeof a->tour_fault, "line %d of the tour, %s: %.400s", opening->line, opening->text,
                 a->failed.text);
}

bool app_tour_carry_out(struct app *a, const struct tour_command *c)
{
    const struct tour_command *opening = c->opens ? NULL : tour_opening(a->tour, a->next_step, c->line);
    if (c->opens)
        a->settings = a->plain;
    if (opening && !is_open(a, opening) && a->failed.text[0]) {
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
    if (a->next_step < a->step && tour_measures(c->text))
        app_say(a, false, "what step %d measures comes first; Esc leaves it out", a->next_step + 1);
    return true;
}
