/* SPDX-License-Identifier: GPL-3.0-or-later */
/* actions_results: commands for results: keep, save, compare with former ones. */
#include "tui/screen/actions.h"

#include "tui/input/outputs.h"
#include "tui/model/flags.h"
#include "tui/screen/screen.h"

void act_keep(struct app *a, char **w, int n)
{
    app_keep(a, actions_on(w, n, a->results.keeps));
    app_say(a, false, a->results.keeps ? "results are kept from now on" : "results are not kept");
}

void act_baseline(struct app *a, char **w, int n)
{
    struct err e;
    char text[sizeof a->dialog.message], days[KEPT_TEXT];
    if (n == 0 && !a->results.baseline.rows) {
        app_say(a, true, "there is no baseline: :baseline FILE or DATE takes one; days kept: %s", kept_text(days));
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

/* Whether a run finished, without being stopped, in this session, on any device; not a tour's recording. */
static bool is_ours(const struct model_run *r)
{
    return r->event && strcmp(r->status, "cancelled") != 0 && !flags_recorded(r);
}

static int matrices_of(const struct model *m)
{
    int n = 0;
    for (int i = 0, j; i < m->runs; i++) {
        for (j = 0; j < i && !(is_ours(&m->run[j]) && strcmp(m->run[j].matrix, m->run[i].matrix) == 0);)
            j++;
        n += is_ours(&m->run[i]) && j == i;
    }
    return n;
}

/* All of them, oldest first: readers of the table use the last of several for one problem. */
static bool save_table(struct app *a, const char *path, enum rows_style style, int *count, struct err *e)
{
    struct model *m = a->model;
    if (matrices_of(m) == 0)
        return err_set(e, ERR_USAGE, "no run has finished here: r runs the kernels");
    struct row_table *rows = rows_open(path, false, style, e);
    bool ok = rows != NULL;
    for (int i = 0; ok && i < m->runs; i++)
        if (is_ours(&m->run[i]))
            ok = rows_put(rows, m->run[i].event);
    *count = rows ? rows_count(rows) : 0;
    if (!ok)
        rows_drop(rows, e);
    else
        ok = rows_close(rows, e);
    for (int i = 0; ok && i < m->runs; i++)
        m->run[i].saved |= is_ours(&m->run[i]);
    return ok;
}

static void say_saved(struct app *a, const char *path, int count)
{
    const int matrices = matrices_of(a->model);
    char of[32] = "";
    if (matrices > 1)
        snprintf(of, sizeof of, " of %d matrices", matrices);
    if (count < 0)
        app_say(a, false, "this screen is in %s", path);
    else
        app_say(a, false, "%d result%s%s %s in %s", count, count == 1 ? "" : "s", of, count == 1 ? "is" : "are", path);
}

/* save FILE [!]: a table of the runs, or a picture of the screen; only ! overwrites a file. */
static void save(struct app *a, char **w, int n, bool keys)
{
    struct err e = { 0 };
    enum rows_style style;
    int count = 0;
    bool force = (n > 1 && strcmp(w[1], "!") == 0) || (a->session && a->session->value[OPT_FORCE]);
    const bool table = n > 0 && rows_style_of(w[0], &style);
    const bool picture = n > 0 && (text_ends_in(w[0], ".svg") || text_ends_in(w[0], ".txt"));
    if (n == 1 && !table && !picture) {
        app_say(a, true, "%.300s: runs are saved as .tsv, .csv, .json or .md, the screen as .svg or .txt", w[0]);
        return;
    }
    if ((!table && !picture) || n > 2 || (n == 2 && strcmp(w[1], "!") != 0)) {
        app_say(a, true, "save FILE.tsv, .csv, .json or .md for the runs, .svg or .txt for the screen; ! overwrites");
        return;
    }
    if (!force && access(w[0], F_OK) == 0)
        app_say(a, true, "%.300s is there already: save %.100s ! overwrites it", w[0], w[0]);
    else if (table ? outputs_check_file(w[0], a->session, a->matrices.opened, &e) &&
                         save_table(a, w[0], style, &count, &e)
                   : screenshot_save(a, w[0], keys, &e))
        say_saved(a, w[0], table ? count : -1);
    else
        app_say(a, true, "%s", e.text);
}

void act_save(struct app *a, char **w, int n)
{
    save(a, w, n, false);
}

void act_screenshot(struct app *a, char **w, int n)
{
    save(a, w, n, true);
}
