/* SPDX-License-Identifier: GPL-3.0-or-later */
/* actions_results: commands for results: kept, saved, held against former ones. */
#include "tui/screen/actions.h"

#include "tui/input/options.h"
#include "tui/screen/screen.h"
#include "tui/views/bars.h"

void act_keep(struct app *a, char **w, int n)
{
    app_keep(a, actions_on(w, n, a->results.keeps));
    app_say(a, false, a->results.keeps ? "results are kept from now on" : "results are not kept");
}

static void no_baseline(struct app *a)
{
    char days[KEPT_TEXT];
    app_say(a, true, "there is no baseline: :baseline FILE or DATE takes one; days kept: %s", kept_text(days));
}

void act_baseline(struct app *a, char **w, int n)
{
    struct err e;
    char text[sizeof a->dialog.message];
    if (n == 0 && !a->results.baseline.rows) {
        no_baseline(a);
    } else if (n > 0 && strcmp(w[0], "off") == 0) {
        baseline_drop(&a->results.baseline);
        app_say(a, false, "no baseline");
    } else if (n > 0 && !baseline_load(&a->results.baseline, w[0], &e)) {
        app_say(a, true, "%s", e.text);
    } else {
        baseline_about(&a->results.baseline, a->model, text, sizeof text);
        app_say(a, false, "%s", text);
    }
}

/* ---- saving ---- */

/* The finished runs of the run panel, in its order. */
static bool save_table(const struct app *a, const char *path, enum rows_style style, int *count, struct err *e)
{
    struct bars b;
    const struct scene s = app_scene(a, VIEW_run);
    bool any = false;
    bars_collect(&s, &b);
    for (int i = 0; i < b.n; i++)
        any |= b.run[i]->event != NULL;
    if (!any)
        return err_set(e, ERR_USAGE, "no run has finished: r runs the kernels");
    struct row_table *rows = rows_open(path, false, style, e);
    bool ok = rows != NULL;
    for (int i = 0; ok && i < b.n; i++)
        if (b.run[i]->event)
            ok = rows_put(rows, b.run[i]->event, e);
    *count = rows ? rows_count(rows) : 0;
    if (ok)
        return rows_close(rows, e);
    rows_drop(rows);
    return false;
}

static void say_saved(struct app *a, const char *path, int count)
{
    if (count < 0)
        app_say(a, false, "this screen is in %s", path);
    else
        app_say(a, false, "%d result%s in %s", count, count == 1 ? " is" : "s are", path);
}

/* save FILE [!]: a table of the runs, or a picture of the screen; a file that is there is overwritten with ! alone. */
void act_save(struct app *a, char **w, int n)
{
    struct err e = { 0 };
    enum rows_style style;
    int count = 0;
    bool force = (n > 1 && strcmp(w[1], "!") == 0) || (a->session && a->session->value[OPT_FORCE]);
    const bool table = n > 0 && rows_style_of(w[0], &style);
    const bool picture = n > 0 && (text_ends_in(w[0], ".svg") || text_ends_in(w[0], ".txt"));
    if ((!table && !picture) || n > 2 || (n == 2 && strcmp(w[1], "!") != 0)) {
        app_say(a, true, "save FILE.tsv, .csv, .json or .md for the runs, .svg or .txt for the screen; ! overwrites");
        return;
    }
    if (!force && access(w[0], F_OK) == 0)
        app_say(a, true, "%.300s is there already: save %.100s ! overwrites it", w[0], w[0]);
    else if (table ? outputs_check_file(w[0], a->session, a->matrices.opened, &e) &&
                         save_table(a, w[0], style, &count, &e)
                   : screenshot_save(a, w[0], &e))
        say_saved(a, w[0], table ? count : -1);
    else
        app_say(a, true, "%s", e.text);
}
