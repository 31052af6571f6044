/* SPDX-License-Identifier: GPL-3.0-or-later */
/* app_tour_note: the line above a caption: where the runs in sight were measured, and what they leave open. */
#include "tui/screen/app.h"

#include "core/measure/device.h"
#include "tui/model/flags.h"
#include "tui/verdict/answer_parts.h"
#include "tui/views/bars.h"
#include "tui/views/why.h"

static const char here[] = "measured here"; /* and nothing else to say */

/* Whether it is of the step and the problem of the last run. */
static bool is_beside(const struct model_run *r, const struct model_run *last)
{
    return model_run_ok(r) && r->purpose == last->purpose && !problem_differ(r, last, DIFFER_WORK | DIFFER_ORDER);
}

/* The same, on the same device and by as many threads. */
static bool is_rival(const struct model_run *r, const struct model_run *last)
{
    return is_beside(r, last) && r->threads == last->threads && answer_same_device(r, last);
}

/* Adds two runs to those whose intervals overlap, or of which one has too few samples for an interval. */
static void add_unclear(struct app *a, const char *one, const char *other, bool few)
{
    const char *begin = few ? "; too few samples for an interval: " : "; unclear, intervals overlap: ";
    const char *last = strrchr(a->guide.note, ';');
    const bool begun = last && strncmp(last, begin, strlen(begin)) == 0;
    text_add(a->guide.note, sizeof a->guide.note, "%s%s and %s", begun ? ", " : begin, one, other);
}

/* Whether a run of what is named has no interval, of those that the step measured. */
static bool has_few(const struct app *a, int measured, const char *name)
{
    const struct model *m = a->model;
    bool few = false;
    for (int i = 0; i < m->runs; i++)
        few |= m->run[i].purpose == a->guide.runs + measured && tour_names(name, &m->run[i]) &&
               flags_has(m->run[i].flags, "blocks");
    return few;
}

/* What the caption claims and the runs of the step that measured deny, or leave open: this one, or one whose claim the
   caption repeats with its ratio. */
static void note_claims(struct app *a, int measured)
{
    const struct tour_step *s = &a->guide.tour->step[measured];
    const char *caption = a->guide.tour->step[a->guide.step].caption;
    for (int i = 0; i < s->expects; i++) {
        const char *faster = s->expect[i].faster, *slower = s->expect[i].slower;
        const enum compared seen = app_tour_seen(a, measured, faster, slower);
        const bool denied = seen == SLOWER && app_tour_seen(a, measured, slower, faster) == FASTER;
        if (measured != a->guide.step && !tour_caption_compares(caption, &s->expect[i]))
            continue;
        if (seen == UNCLEAR)
            add_unclear(a, faster, slower, has_few(a, measured, faster) || has_few(a, measured, slower));
        else if (denied)
            text_add(a->guide.note, sizeof a->guide.note, "; NOT so: %s is faster than %s", slower, faster);
        else if (seen == SLOWER)
            text_add(a->guide.note, sizeof a->guide.note, "; not seen here: %s faster than %s", faster, slower);
    }
}

/* The fastest of the step's runs on the CPU by one thread, or by a team of several; NULL: there is none. */
static const struct model_run *fastest(const struct app *a, const struct model_run *last, bool team)
{
    const struct model *m = a->model;
    const struct model_run *best = NULL;
    for (int i = 0; i < m->runs; i++) {
        const struct model_run *r = &m->run[i];
        if (is_beside(r, last) && device_is_cpu(r->device) && (r->threads > 1) == team &&
            (!best || r->time_ms < best->time_ms))
            best = r;
    }
    return best;
}

/* No caption expects one thread to beat several, but readers of the bars notice: say so, and why. */
static void note_threads(struct app *a, const struct model_run *last)
{
    const struct model_run *one = fastest(a, last, false), *team = fastest(a, last, true);
    if (!one || !team || !(one->time_ms < team->time_ms))
        return;
    const bool sure = answer_compare(one, team) == FASTER, busy = flags_has(team->flags, "busy");
    if (sure || busy)
        text_add(a->guide.note, sizeof a->guide.note, "; 1 thread %s faster than %d%s", sure ? "is" : "seems",
                 team->threads, why_is_start(a->model, team) ? ": starting them takes most of the time" : "");
}

static bool is_claimed(const struct tour_step *s, const struct model_run *x, const struct model_run *y)
{
    bool is = false;
    for (int i = 0; i < s->expects; i++) {
        const char *faster = s->expect[i].faster, *slower = s->expect[i].slower;
        is |= (tour_names(faster, x) && tour_names(slower, y)) || (tour_names(faster, y) && tour_names(slower, x));
    }
    return is;
}

/* A caption that compares kernels does not know what was measured here: says which others no interval tells apart. */
static void note_unclear(struct app *a, const struct model_run *last)
{
    const struct model *m = a->model;
    const struct tour_step *s = &a->guide.tour->step[a->guide.step];
    int n = 0;
    for (int i = 0; i < m->runs; i++)
        for (int j = i + 1; j < m->runs; j++) {
            const struct model_run *x = &m->run[i], *y = &m->run[j];
            if (is_rival(x, last) && is_rival(y, last) && strcmp(x->kernel, y->kernel) != 0 && !is_claimed(s, x, y) &&
                answer_compare(x, y) == UNCLEAR && n++ == 0)
                add_unclear(a, x->kernel, y->kernel, flags_has(x->flags, "blocks") || flags_has(y->flags, "blocks"));
        }
    if (n > 1)
        text_add(a->guide.note, sizeof a->guide.note, ", and others");
}

static bool is_disturbed(const struct bars *b)
{
    bool is = false;
    for (int i = 0; i < b->n; i++)
        is |= flags_has(b->run[i]->flags, "busy");
    return is;
}

/* A roof that a bar passes is none: says so, as no recording stands in. */
static void note_beyond(struct app *a, const struct bars *b)
{
    for (int i = 0; i < b->n; i++)
        if (app_tour_beyond(b->run[i]) && !flags_recorded(b->run[i])) {
            text_join(a->guide.note, sizeof a->guide.note, "; ", "%s passes its roof, which was measured too low here",
                      b->run[i]->kernel);
            return;
        }
}

/* Appends "NVIDIA H200 and Intel Xeon, 2026-11-22": what the recording that has this run ran those of the panel on. */
static void put_machine(const struct bars *b, const struct model_run *of, char *out, size_t size)
{
    char names[160] = "", name[80];
    for (int i = 0; i < b->n; i++) {
        take_processor(b->run[i]->event, name, sizeof name);
        if (!problem_differ(b->run[i], of, DIFFER_MACHINE) && !strstr(names, name))
            text_join(names, sizeof names, " and ", "%s", name);
    }
    text_add(out, size, "%s, %.10s", *names ? names : "another machine", take_string(of->event, "date"));
}

/* Where and when the panel's recorded runs were measured; which they are, where others stand beside. Their number. */
static int put_machines(const struct bars *b, char *out, size_t size)
{
    struct common all = { 0 };
    int n = 0;
    for (int i = 0; i < b->n; i++)
        common_add(&all, b->run[i]);
    for (int i = 0; i < b->n; i++) {
        const struct model_run *r = b->run[i];
        char mark[24] = "";
        bool said = false;
        for (int j = 0; j < i; j++)
            said |= !problem_differ(r, b->run[j], DIFFER_MACHINE);
        if (!flags_recorded(r) || said)
            continue;
        problem_tag(r, all.differ & DIFFER_MACHINE, mark, sizeof mark);
        text_add(out, size, "%s%s%srecorded on ", n > 0 ? "; " : "", mark, *mark ? ": " : "");
        put_machine(b, r, out, size);
        n++;
    }
    return n;
}

/* Why recorded runs stand here, if that is known; a doubt is told in one step. last: the newest run. */
static void put_reason(const struct app *a, const struct model_run *last, char *out, size_t size)
{
    const struct model_kernel *kernel = model_kernel(a->model, last->kernel);
    const bool can = kernel && kernel->ready;
    if (!can && last->purpose == a->guide.runs + a->guide.step)
        text_add(out, size, ": not all of it can run here");
    if (!can || !flags_recorded(last) || a->guide.recorded || a->guide.done[a->guide.step] != TOUR_RECORDED)
        return;
    if (a->guide.doubt_step == a->guide.step)
        text_add(out, size, ": %s; :tour %d tries again", a->guide.doubt, a->guide.step + 1);
}

/* Own runs in a step that shows recorded ones take their place. */
static void note_hidden(struct app *a, struct bars *b)
{
    char machines[sizeof a->guide.note - 40] = "";
    struct view_state state[VIEW_COUNT];
    struct scene s = app_scene(a, VIEW_run);
    memcpy(state, a->state, sizeof state);
    state[VIEW_run].run.all = true;
    s.state = state;
    bars_collect(&s, b);
    if (put_machines(b, machines, sizeof machines) > 0)
        snprintf(a->guide.note, sizeof a->guide.note, "measured here; a adds %s", machines);
}

/* The newest run with a result; NULL: none has one. */
static const struct model_run *newest(const struct model *m)
{
    for (int i = m->runs - 1; i >= m->first; i--)
        if (model_run_ok(&m->run[i]))
            return &m->run[i];
    return NULL;
}

/* Whether the card of why covers the bars, and explains a kernel without a run, or an own run where these are recorded:
   the line would be taken for the card's. */
static bool explains_another(const struct app *a, bool recorded)
{
    struct why w;
    const struct scene s = app_scene(a, VIEW_why);
    return a->panels.overlay == VIEW_why && !(why_of(&s, &w) && w.run && flags_recorded(w.run) == recorded);
}

void app_tour_note(struct app *a)
{
    const struct model *m = a->model;
    const struct model_run *last = newest(m);
    char *note = a->guide.note;
    struct rect inside;
    struct bars b;
    note[0] = 0;
    if (m->runs == m->first || a->engine.pending[PENDING_RUN] ||
        !(a->panels.overlay == VIEW_why || app_inside(a, VIEW_run, &inside)))
        return; /* no run is in sight */
    if (!last) {
        snprintf(note, sizeof a->guide.note, "nothing has been measured here; :tour %d measures it", a->guide.step + 1);
        return;
    }
    const struct scene s = app_scene(a, VIEW_run);
    bars_collect(&s, &b);
    const int machines = put_machines(&b, note, sizeof a->guide.note);
    if (explains_another(a, machines > 0)) {
        note[0] = 0;
        return;
    }
    if (machines == 1)
        put_reason(a, last, note, sizeof a->guide.note);
    else if (machines > 0)
        return;
    else if (last->purpose == 0)
        note_hidden(a, &b);
    else
        snprintf(note, sizeof a->guide.note, "%s%s", here, is_disturbed(&b) ? ", on a busy machine" : "");
    if (machines == 0 && last->purpose >= a->guide.runs)
        note_claims(a, last->purpose - a->guide.runs);
    if (machines == 0 && last->purpose == a->guide.runs + a->guide.step) {
        note_threads(a, last);
        note_unclear(a, last);
    }
    if (machines == 0)
        note_beyond(a, &b);
}

bool app_tour_is_clear(const struct app *a)
{
    char unseen[TOUR_CAPTION];
    return strcmp(a->guide.note, here) == 0 && !app_tour_unseen(a, unseen, sizeof unseen);
}
