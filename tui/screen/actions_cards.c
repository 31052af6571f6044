/* SPDX-License-Identifier: GPL-3.0-or-later */
/* actions_cards: overlays that explain one thing. */
#include "tui/screen/actions.h"

#include "core/base/nearest.h"
#include "tui/views/bars.h"
#include "tui/views/kernels.h"
#include "tui/views/microscope.h"
#include "tui/views/typed.h"
#include "tui/views/why.h"

static bool is_open(struct app *a)
{
    if (!a->model->matrix.open)
        app_say(a, true, "no matrix is open: o opens one");
    return a->model->matrix.open;
}

/* Opens or closes the card. False: it is closed. */
static bool turn(struct app *a, int view)
{
    if (!is_open(a))
        return false;
    a->panels.overlay = a->panels.overlay == view ? -1 : view;
    return a->panels.overlay == view;
}

/* The index of a format in the model; -1: unknown to the engine. */
static int format_at(const struct app *a, const char *name)
{
    int at = a->model->formats - 1;
    while (at >= 0 && strcmp(a->model->format[at].name, name) != 0)
        at--;
    return at;
}

/* From a zoomed spy plot, the window goes to its middle, or to the nearest entry. */
static void place_window(struct app *a)
{
    struct microscope_state *own = &a->state[VIEW_microscope].microscope;
    const struct model_spy *s = &a->model->spy;
    if (a->panels.focus != VIEW_spy || a->state[VIEW_spy].spy.zoom < 1 || !s->cells)
        return;
    for (int d = 0; d < 2; d++)
        own->from[d] = (double)(s->from[d] + (s->to[d] - s->from[d]) / 2);
    own->place = WINDOW_NEAR;
    own->step = 0;
}

/* From `why`, the formats or the runs, the name of the format under the cursor, and whose it is; "": none. */
static void explained_format(const struct app *a, char out[16], char whose[100])
{
    const struct scene s = app_scene(a, VIEW_why);
    struct why w;
    const int over = a->panels.overlay, focus = a->panels.focus;
    out[0] = 0;
    if (!(over == VIEW_why || (over < 0 && (focus == VIEW_formats || focus == VIEW_run))) || !why_of(&s, &w) ||
        !(w.format || w.kernel))
        return;
    snprintf(out, 16, "%s", w.format ? w.format->name : w.kernel->format);
    snprintf(whose, 100, "%s%s", w.kernel ? "the format of " : "format ", w.kernel ? w.kernel->name : out);
}

/* The microscope shows this format; if there is no picture of it, says which one it shows instead. */
static void show_format(struct app *a, const char *name, const char *whose)
{
    struct microscope_state *own = &a->state[VIEW_microscope].microscope;
    const int at = format_at(a, name);
    const struct scene s = app_scene(a, VIEW_microscope);
    const struct model_format *shown = microscope_format(&s);
    struct err e;
    if (at >= 0 && typed_format(name, &e)) {
        own->step = 0;
        own->format = at;
    } else if (*name && shown) {
        app_say(a, false, "%s cannot be shown; this is %s", whose, shown->name);
    }
}

void act_microscope(struct app *a, char **w, int n)
{
    char explained[16], whose[100] = "this format";
    explained_format(a, explained, whose);
    struct err e;
    if (n > 0 && !typed_format(w[0], &e)) {
        app_say(a, true, "%s", e.text);
        return;
    }
    if (n > 0)
        a->panels.overlay = -1;
    if (!turn(a, VIEW_microscope))
        return;
    place_window(a);
    show_format(a, n > 0 ? w[0] : explained, whose);
}

static void pass(struct app *a, const char *word)
{
    if (a->panels.overlay == VIEW_microscope)
        app_act(a, VIEW_microscope, word);
    else
        app_say(a, true, "the microscope (i) steps through formats");
}

void act_step(struct app *a, char **w, int n)
{
    pass(a, n > 0 && strcmp(w[0], "back") == 0 ? "unstep" : "step");
}

void act_format(struct app *a, char **w, int n)
{
    pass(a, n > 0 && strcmp(w[0], "previous") == 0 ? "unformat" : "format");
}

void act_arrays(struct app *a, char **w, int n)
{
    pass(a, n > 0 && strcmp(w[0], "up") == 0 ? "unarrays" : "arrays");
}

/* The line of the kernel's newest run; -1: none. */
static int run_at(const struct scene *s, const char *kernel)
{
    struct bars b;
    int at = -1;
    bars_collect(s, &b);
    for (int i = 0; i < b.lines; i++)
        if (bars_run(&b, i) && strcmp(bars_run(&b, i)->kernel, kernel) == 0 &&
            (at < 0 || bars_run(&b, i) > bars_run(&b, at)))
            at = i;
    return at;
}

static int kernel_at(const struct scene *s, const char *name)
{
    int listed[MODEL_KERNELS], at = kernels_listed(s, listed) - 1;
    while (at >= 0 && strcmp(s->model->kernel[listed[at]].name, name) != 0)
        at--;
    return at;
}

static int known_format_at(const struct model *m, const char *name)
{
    int known[MODEL_FORMATS], at = model_formats_known(m, known) - 1;
    while (at >= 0 && strcmp(m->format[known[at]].name, name) != 0)
        at--;
    return at;
}

/* Moves the cursor to a run of this kernel, else to the kernel, or to the format. */
static bool point_at(struct app *a, const char *name)
{
    const struct scene s = app_scene(a, VIEW_why);
    const struct {
        int view, at;
    } place[] = { { VIEW_run, run_at(&s, name) },
                  { VIEW_kernels, kernel_at(&s, name) },
                  { VIEW_formats, known_format_at(a->model, name) } };
    for (size_t i = 0; i < COUNT(place); i++)
        if (place[i].at >= 0) {
            panels_focus(&a->panels, place[i].view);
            a->state[place[i].view].at = place[i].at;
            a->state[place[i].view].follow = false;
            return true;
        }
    struct nearest near = nearest_to(name);
    char hint[100];
    for (int i = 0; i < a->model->kernels; i++)
        nearest_try(&near, a->model->kernel[i].name);
    app_say(a, true, "no run, kernel or format is named %.60s; %s", name,
            nearest_hint(&near, "5 lists kernels, 4 formats", hint, sizeof hint));
    return false;
}

/* From the microscope, the card explains the format shown there. */
static void point_at_shown(struct app *a)
{
    const struct scene s = app_scene(a, VIEW_why);
    const struct model_format *f = a->panels.overlay == VIEW_microscope ? microscope_format(&s) : NULL;
    struct why w;
    if (f && f->known && !(why_of(&s, &w) && w.format == f))
        point_at(a, f->name);
}

/* The card follows the cursor of the panel below it. */
void act_why(struct app *a, char **w, int n)
{
    a->state[VIEW_why].at = 0;
    if (n > 0 && (strcmp(w[0], "up") == 0 || strcmp(w[0], "down") == 0)) {
        const struct scene s = app_scene(a, VIEW_why);
        app_act(a, why_panel(&s), w[0]);
        return;
    }
    if (n > 0 && a->model->matrix.open && !point_at(a, w[0]))
        return;
    if (n > 0)
        a->panels.overlay = -1;
    else
        point_at_shown(a);
    turn(a, VIEW_why);
}

void act_answer(struct app *a, char **w, int n)
{
    a->state[VIEW_answer].at = 0;
    turn(a, VIEW_answer);
}

void act_copy(struct app *a, char **w, int n)
{
    struct answer answer;
    const struct scene s = app_scene(a, VIEW_answer);
    if (!is_open(a))
        return;
    answers_find(&s, &answer);
    if (answer.fastest)
        answers_text(&s, &answer, a->ask.copy, sizeof a->ask.copy);
    app_say(a, !answer.fastest,
            answer.fastest ? "copied, where the terminal takes OSC 52 (tmux: set -g set-clipboard on)"
                           : "there is no answer to copy yet");
}
