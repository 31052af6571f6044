/* SPDX-License-Identifier: GPL-3.0-or-later */
/* app_tour_doubt: what a step of a tour has measured is held against the captions. Own runs stand unless they deny what
   one claims, do not order two kernels whose ratio may be anything or is far from the recorded one, or are lost beside
   a roof; else the recordings of the tour stand for them: a matrix has only runs of this machine, or only recorded
   ones, which may be compared. */
#include "tui/screen/app.h"

#include "tui/input/options.h"
#include "tui/model/flags.h"
#include "tui/verdict/answer_parts.h"

bool app_tour_is_recorded(const struct app *a, int step)
{
    const struct steps all = app_tour_steps(a->guide.tour, step);
    bool any = false;
    for (int i = all.from; i < all.end; i++)
        any |= a->guide.done[i] == TOUR_RECORDED;
    return any;
}

enum compared app_tour_seen(const struct app *a, int step, const char *faster, const char *slower)
{
    const struct model *m = a->model;
    enum compared seen = SLOWER;
    for (int i = 0; i < m->runs && seen != FASTER; i++)
        for (int j = 0; j < m->runs && seen != FASTER; j++) {
            const struct model_run *fast = &m->run[i], *slow = &m->run[j];
            if (fast->purpose != a->guide.runs + step || slow->purpose != fast->purpose || !model_run_ok(fast) ||
                !model_run_ok(slow) || !tour_names(faster, fast) || !tour_names(slower, slow) ||
                !tour_may_show(fast->threads, slow->kernel, slow->threads))
                continue;
            seen = tour_denies(fast, slow) ? seen : answer_compare(fast, slow);
        }
    return seen;
}

bool app_tour_beyond(const struct model_run *r)
{
    return model_run_ok(r) && r->roof_frac > TOUR_BEYOND;
}

/* Whether a step of this matrix draws the roof as a line: only such a lesson is about it. Bars are compared without. */
static bool draws_roof(const struct app *a, int step)
{
    const struct tour *t = a->guide.tour;
    const struct steps all = app_tour_steps(t, step);
    bool draws = false;
    for (int i = all.from; i < all.end; i++)
        for (int j = 0; j < t->step[i].commands; j++)
            draws |= strcmp(t->step[i].command[j].text, "picture roofline") == 0;
    return draws;
}

/* Whether a caption of the step's matrix has the ratio of these kernels. */
static bool is_told(const struct app *a, int step, const struct tour_expect *x)
{
    const struct steps all = app_tour_steps(a->guide.tour, step);
    bool told = false;
    for (int i = all.from; i < all.end; i++)
        told |= tour_caption_compares(a->guide.tour->step[i].caption, x);
    return told;
}

/* What is expected of two kernels that the step's runs do not order, while their ratio, which a caption of this matrix
   has, may be anything, or is far from the recorded one: the caption would explain what other programs did. NULL:
   nothing. */
static const struct tour_expect *find_stray(const struct app *a, int step)
{
    const struct steps all = app_tour_steps(a->guide.tour, step);
    struct model *recorded = model_new();
    const struct tour_expect *stray = NULL;
    const json_t *event;
    if (!recorded)
        return NULL;
    JSON_EACH(event, a->guide.held)
        model_apply(recorded, event);
    recorded->matrix = a->model->matrix;
    for (int i = all.from; i < all.end; i++)
        for (int j = 0; j < a->guide.tour->step[i].expects; j++) {
            const struct tour_expect *x = &a->guide.tour->step[i].expect[j];
            stray = is_told(a, step, x) && tour_strays(x, a->model, recorded) ? x : stray;
        }
    model_free(recorded);
    return stray;
}

/* "not seen here (A 154 µs, B 12.0 ms)": with the own times that are not shown. */
static void put_doubt(const struct app *a, const char *doubt, const struct tour_expect *x, char *why, size_t size)
{
    char times[160];
    snprintf(why, size, "%s", doubt);
    if (tour_times(a->model, x, times, sizeof times))
        text_add(why, size, " (%s)", times);
}

/* Whether one of the step's own runs passes the roof, or half of them are doubtful: no place beside a roof would mean
   what captions say of it. */
static bool is_lost(const struct app *a, int step, char *why, size_t size)
{
    const struct model *m = a->model;
    int own = 0, doubtful = 0;
    bool beyond = false, recorded = false; /* whether own runs exceed their roof, and whether recorded ones do, too */
    const json_t *event;
    JSON_EACH(event, a->guide.held)
        recorded |= take_double(event, "roof_frac") > TOUR_BEYOND;
    for (int i = 0; i < m->runs; i++) {
        const struct model_run *r = &m->run[i];
        const bool is_of = r->purpose == a->guide.runs + step && model_run_ok(r), is_own = is_of && !flags_recorded(r);
        own += is_own;
        doubtful += is_own && figure_doubtful(r);
        beyond |= is_own && app_tour_beyond(r);
        recorded |= is_of && !is_own && app_tour_beyond(r);
    }
    beyond &= !recorded;
    if (beyond)
        snprintf(why, size, "the roof measured here is too low");
    else
        snprintf(why, size, "too doubtful here (%d of %d runs)", doubtful, own);
    return beyond || (doubtful > 0 && 2 * doubtful >= own);
}

/* Whether the step's runs deny a claim of the caption, leave a ratio too open, or are lost beside a roof that is drawn;
   `why` says which. */
static bool is_doubtful(const struct app *a, int step, char *why, size_t size)
{
    const struct tour_step *s = &a->guide.tour->step[step];
    for (int i = 0; i < s->expects; i++)
        if (app_tour_seen(a, step, s->expect[i].faster, s->expect[i].slower) == SLOWER) {
            put_doubt(a, "not seen here", &s->expect[i], why, size);
            return true;
        }
    const struct tour_expect *stray = find_stray(a, step);
    if (stray) {
        put_doubt(a, "too unclear here", stray, why, size);
        return true;
    }
    return draws_roof(a, step) && is_lost(a, step, why, size);
}

/* Whether other programs disturbed a run of the steps of this matrix up to this one: most doubts come of that. */
static bool was_busy(const struct app *a, int step)
{
    const struct model *m = a->model;
    const int from = a->guide.runs + app_tour_steps(a->guide.tour, step).from;
    bool busy = false;
    for (int i = 0; i < m->runs; i++)
        busy |= m->run[i].purpose >= from && m->run[i].purpose <= a->guide.runs + step &&
                flags_has(m->run[i].flags, "busy");
    return busy;
}

static void doubt(struct app *a, int step)
{
    for (int i = app_tour_steps(a->guide.tour, step).from; i <= step; i++)
        a->guide.done[i] = TOUR_DOUBTED;
    a->guide.doubt_step = a->guide.step;
}

bool app_tour_doubts(struct app *a, int step)
{
    const bool records = a->session && a->session->value[OPT_RECORD]; /* all that it measures */
    char why[sizeof a->guide.doubt - 40];
    if (records || !is_doubtful(a, step, why, sizeof why))
        return false;
    snprintf(a->guide.doubt, sizeof a->guide.doubt, "%s%s", was_busy(a, step) ? "this machine is busy: " : "", why);
    doubt(a, step);
    return true;
}

void app_tour_skip(struct app *a, int step)
{
    struct guide *g = &a->guide;
    bool skipped = false;
    for (int i = app_tour_steps(g->tour, step).from; i < step; i++)
        for (int j = 0; j < g->tour->step[i].commands; j++)
            if (g->done[i] == TOUR_NEW && g->tour->step[i].command[j].measures)
                skipped = g->left[i] = true;
    if (!skipped || g->tour->recordings == 0)
        return;
    snprintf(g->doubt, sizeof g->doubt, "not measured here");
    doubt(a, step);
}

bool app_tour_unseen(const struct app *a, char *out, size_t size)
{
    const struct tour *t = a->guide.tour;
    for (int i = app_tour_steps(t, a->guide.step).from; i <= a->guide.step; i++)
        for (int j = 0; j < t->step[i].expects; j++)
            if (tour_caption_unseen(t->step[a->guide.step].caption, &t->step[i].expect[j], a->model, t->recordings > 0,
                                    out, size))
                return true;
    return false;
}
