/* SPDX-License-Identifier: GPL-3.0-or-later */
/* actions_settings: commands for the settings of the next run. */
#include "tui/screen/actions.h"

#include "tui/views/typed.h"

/* Reports the value of row i; for a parameter also its kernels: "cpu.csr.omp and 1 more: nz_per_chunk is 128". */
static void say_setting(struct app *a, const struct setting *row)
{
    char owner[100] = "";
    if (row->param)
        snprintf(owner, sizeof owner, row->owners > 1 ? "%s and %d more: " : "%s: ", row->owner, row->owners - 1);
    app_say(a, false, "%s%s is %s%s", owner, row->name, row->value, row->param && row->initial ? ", the default" : "");
}

/* The same, if the settings panel, which shows the marked row, is hidden. */
static void tell_setting(struct app *a, int i)
{
    struct setting row[SETTINGS_MAX];
    struct rect r;
    if (i >= 0 && i < settings_rows(&a->settings, a->model, row) && !app_inside(a, VIEW_settings, &r))
        say_setting(a, &row[i]);
}

/* The row `keep` turns keeping on and off. */
static void keep_follows(struct app *a, const struct setting *row)
{
    if (strcmp(row->name, "keep") == 0)
        app_keep(a, strcmp(row->value, "on") == 0);
}

/* Sets a setting, by its name as it is shown; "" is its default. Problems become the message. */
static void set_one(struct app *a, const char *name, const char *value)
{
    struct setting row;
    struct err e;
    if (!settings_set(&a->settings, a->model, name, value, &e)) {
        app_say(a, true, "%s", e.text);
        return;
    }
    a->engine.stale = true;
    if (!settings_row(&a->settings, a->model, name, &row))
        return;
    keep_follows(a, &row);
    if (row.unused)
        app_say(a, false, "%s is %s, but %s has none", row.name, row.value, settings_operation(&a->settings, a->model));
    else
        say_setting(a, &row);
}

/* Up to the first invalid one; NAME alone: back to the default. */
void act_set(struct app *a, char **w, int n)
{
    char text[200], said[sizeof a->dialog.message] = "";
    const char *name, *value;
    bool bad = false;
    if (n == 0) {
        settings_text(&a->settings, a->model, text, sizeof text);
        app_say(a, false, "%s", text);
        return;
    }
    while (!bad && typed_setting(&w, &n, &name, &value)) {
        set_one(a, name, value);
        text_join(said, sizeof said, "; ", "%s", a->dialog.message);
        bad = a->dialog.bad;
    }
    app_say(a, bad, "%s", said);
}

static void step(struct app *a, int direction)
{
    struct setting row[SETTINGS_MAX];
    int rows = settings_rows(&a->settings, a->model, row), *at = &a->state[VIEW_settings].at;
    *at = settings_used(row, rows, *at);
    settings_step(&a->settings, a->model, a->state[VIEW_settings].at, direction);
    a->engine.stale = true;
    settings_rows(&a->settings, a->model, row);
    keep_follows(a, &row[*at]);
    tell_setting(a, *at);
}

/* The view with the focus may handle more and less itself. */
void act_more(struct app *a, char **w, int n)
{
    if (!app_act(a, panels_front(&a->panels), "more") && !app_is_recorded(a))
        step(a, 1);
}

void act_less(struct app *a, char **w, int n)
{
    if (!app_act(a, panels_front(&a->panels), "less") && !app_is_recorded(a))
        step(a, -1);
}

void act_setting(struct app *a, char **w, int n)
{
    struct setting row[SETTINGS_MAX];
    int rows = settings_rows(&a->settings, a->model, row), *now = &a->state[VIEW_settings].at;
    if (n == 0 || strcmp(w[0], "next") == 0) {
        *now = settings_used(row, rows, (*now + 1) % rows);
    } else if (strcmp(w[0], "previous") == 0) {
        do
            *now = (*now + rows - 1) % rows;
        while (row[*now].unused);
    } else {
        int at = settings_find(&a->settings, a->model, w[0]);
        if (at < 0) {
            app_say(a, true, "no setting is named %s", w[0]);
            return;
        }
        *now = at;
    }
    tell_setting(a, *now);
}

/* Without a name: the next order. app_tick sends it to the engine. */
void act_reorder(struct app *a, char **w, int n)
{
    if (app_is_recorded(a))
        return;
    if (n > 0) {
        set_one(a, "reorder", w[0]);
        return;
    }
    if (a->matrices.refused[0]) /* continue after the refused order */
        settings_set(&a->settings, a->model, "reorder", a->matrices.refused, NULL);
    a->matrices.refused[0] = 0;
    settings_step(&a->settings, a->model, settings_find(&a->settings, a->model, "reorder"), 1);
}
