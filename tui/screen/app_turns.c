/* SPDX-License-Identifier: GPL-3.0-or-later */
/* app_turns: two kernels take turns: C on two rows of the bars measures the problem of these rows, whatever is set. */

#include "tui/screen/actions.h"
#include "tui/views/bars.h"

/* Adds the settings that the run had. False: those of another run differ. */
static bool take(struct settings *s, const struct model *m, const struct model_run *r, struct err *e)
{
    char number[2][24], params[sizeof r->params];
    snprintf(number[0], sizeof number[0], "%lld", (long long)r->k);
    snprintf(number[1], sizeof number[1], "%d", r->threads);
    const char *const given[][2] = { { "operation", r->op }, { "k", number[0] },
                                     { "type", r->type },    { "threads", problem_has_team(r) ? number[1] : "" },
                                     { "cache", r->cache },  { "reorder", r->reorder[0] ? r->reorder : "none" } };
    for (size_t i = 0; i < COUNT(given); i++)
        if (given[i][1][0] && !settings_set(s, m, given[i][0], given[i][1], e))
            return false;
    model_params(r->params, "reorder choice", params, sizeof params);
    const char *words = params;
    int n;
    for (const char *word; (word = text_word(&words, &n));) {
        char name[SETTINGS_VALUE];
        snprintf(name, sizeof name, "%.*s", n, word);
        char *value = name + strcspn(name, "=");
        value += *value ? (*value = 0, 1) : 0;
        const char *other = settings_get(s, name, value);
        if (strcmp(other, value) != 0)
            return err_set(e, ERR_USAGE, "one of these rows ran with %s=%s, the other with %s", name, other, value);
        if (!settings_set(s, m, name, value, e))
            return false;
    }
    return true;
}

bool turns_arguments(const struct app *a, const char *globs, const struct model_run *const row[2], char *text,
                     size_t size, struct err *e)
{
    const struct model *m = a->model;
    struct settings given = { 0 };
    const unsigned differ = row[0] && row[1] ? problem_differ(row[0], row[1], DIFFER_PROBLEM) : 0;
    if (differ) {
        char tag[2][96] = { "", "" };
        for (int i = 0; i < 2; i++)
            problem_tag(row[i], differ, tag[i], sizeof tag[i]);
        return err_set(e, ERR_USAGE, "C measures two rows of one problem: %s ran %s, %s %s", row[0]->kernel,
                       tag[0][0] ? tag[0] : "in the file's order", row[1]->kernel,
                       tag[1][0] ? tag[1] : "in the file's order");
    }
    if (!settings_set(&given, m, "samples", settings_get(&a->settings, "samples", ""), e))
        return false;
    for (int i = 0; i < 2; i++)
        if (row[i] && !take(&given, m, row[i], e))
            return false;
    settings_arguments(row[0] || row[1] ? &given : &a->settings, m, globs, text, size);
    return true;
}

/* A notice says which is faster. */
static void interleave(struct app *a, const char *one, const char *other, const struct model_run *const row[2])
{
    char arguments[1024], both[200];
    struct err e;
    snprintf(both, sizeof both, "%s,%s", one, other);
    if (!turns_arguments(a, both, row, arguments, sizeof arguments, &e)) {
        app_say(a, true, "%s", e.text);
    } else if (app_may_run(a)) {
        app_rest_begin(a, NULL);
        app_runs(a, client_send(a->engine.client, "run%s kernel=%s compare=1", arguments, both));
    }
    a->beside.kernel[0] = 0; /* `one` may stand there */
}

/* The marked kernels, on the problem of their rows where the cursor is among these. */
static void marked(struct app *a, const struct scene *s, bool rows)
{
    const struct model_run *row[2] = { NULL, NULL };
    struct bars b;
    bars_collect(s, &b);
    for (int i = 0; rows && i < b.n; i++)
        for (int j = 0; j < 2; j++) {
            if (strcmp(b.run[i]->kernel, a->marks.name[j]) != 0)
                continue;
            if (row[j]) {
                app_say(a, true, "%s has several rows: u unmarks, then C on the one and on the other row",
                        a->marks.name[j]);
                return;
            }
            row[j] = b.run[i];
        }
    interleave(a, a->marks.name[0], a->marks.name[1], row);
}

/* What the answer is not sure of; its card stays, as it changes. */
static void unsure(struct app *a)
{
    struct answer answer;
    char one[96], other[96];
    const struct scene s = app_scene(a, VIEW_answer);
    answers_find(&s, &answer);
    const struct model_run *first = answer_turns(&answer, one, other);
    if (!first) {
        app_say(a, false,
                answer.level.n + answer.doubtful.n + answer.csr_level.n > 0
                    ? "taking more turns would not help; more samples (6 Settings) may"
                    : "no kernel here is level with the best: turns would tell nothing new");
        return;
    }
    interleave(a, one, other, (const struct model_run *const[2]){ first, NULL });
    a->panels.overlay = VIEW_answer;
}

/* The named kernels, or the two that the card of the answer names, or the two marked ones, or those of two rows of the
 * bars, one after the other. */
void act_compare(struct app *a, char **w, int n)
{
    const struct scene s = app_scene(a, VIEW_run);
    const bool cursor = a->panels.focus == VIEW_run && a->state[VIEW_run].run.picture == PICTURE_BARS;
    const struct model_run *here = cursor ? bars_cursor(&s) : NULL;
    if (n == 1)
        app_say(a, true, "compare wants two kernels, A B: %s has no other to take turns with", w[0]);
    else if (n > 0)
        interleave(a, w[0], w[1], (const struct model_run *const[2]){ NULL, NULL });
    else if (a->panels.overlay == VIEW_answer)
        unsure(a);
    else if (a->marks.n == 2)
        marked(a, &s, cursor);
    else if (!here)
        app_say(a, true,
                "C measures two kernels in turn: mark two in 5 Kernels, or press it on two rows of the bars (v)");
    else if (a->beside.kernel[0] && strcmp(a->beside.matrix, here->matrix) == 0 &&
             strcmp(a->beside.kernel, here->kernel) != 0)
        interleave(a, a->beside.kernel, here->kernel, (const struct model_run *const[2]){ &a->beside, here });
    else {
        a->beside = *here;
        app_say(a, false, "%s beside which other? C on its row measures both in turn", here->kernel);
    }
}
