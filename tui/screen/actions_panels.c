/* SPDX-License-Identifier: GPL-3.0-or-later */
/* actions_panels: commands for panels: focus, zoom, help, sorting, scales, filters. */
#include "tui/screen/actions.h"

#include "tui/views/typed.h"

static void move_focus(struct app *a, int by)
{
    int at = a->panels.focus;
    do
        at = (at + by + VIEW_COUNT) % VIEW_COUNT;
    while (views[at]->overlay);
    panels_focus(&a->panels, at);
}

bool actions_word(struct app *a, const char *word)
{
    if (app_act(a, panels_front(&a->panels), word))
        return true;
    if (strcmp(word, "left") == 0 || strcmp(word, "right") == 0) {
        if (a->panels.overlay < 0)
            move_focus(a, word[0] == 'r' ? 1 : -1);
        return true;
    }
    return false;
}

static bool focus_on(struct app *a, const char *word)
{
    struct err e;
    int by, view;
    if (!typed_panel(word, &by, &view, &e)) {
        app_say(a, true, "%s", e.text);
        return false;
    }
    if (by)
        move_focus(a, by);
    else
        panels_focus(&a->panels, view);
    a->state[VIEW_kernels].follow = false; /* in the list of kernels, the one under the cursor is explained */
    return true;
}

void act_focus(struct app *a, char **w, int n)
{
    if (focus_on(a, n > 0 ? w[0] : "next"))
        a->panels.overlay = -1;
}

void act_zoom(struct app *a, char **w, int n)
{
    if (n > 0 && !focus_on(a, w[0]))
        return;
    a->panels.overlay = -1;
    a->panels.zoomed = n > 0 || !a->panels.zoomed;
}

void act_back(struct app *a, char **w, int n)
{
    if (a->panels.overlay >= 0 && views[a->panels.overlay]->filters && app_filter(a)[0])
        app_filter(a)[0] = 0;
    else if (a->panels.overlay >= 0)
        panels_uncover(&a->panels);
    else if (a->panels.zoomed)
        a->panels.zoomed = false;
    else if (connection_busy(&a->engine) || a->download.fetch.pid)
        app_stop(a);
    else if (a->state[VIEW_run].run.picture != PICTURE_BARS)
        a->state[VIEW_run].run.picture = PICTURE_BARS;
    else
        a->state[VIEW_kernels].filter[0] = 0;
}

void act_help(struct app *a, char **w, int n)
{
    const struct tui_command_info *c = n > 0 ? tui_commands + command_find(w[0], SCREEN) : NULL;
    const bool word = n > 0 && c == tui_commands + CMD_COUNT;
    if (n > 0 && !word) {
        app_say(a, false, "%s%s%s: %s", c->name, *c->arguments ? " " : "", c->arguments, c->help);
    } else if (a->panels.overlay == VIEW_help && !word) {
        panels_uncover(&a->panels);
    } else {
        if (a->panels.overlay != VIEW_help)
            a->panels.under = a->panels.overlay;
        a->panels.overlay = VIEW_help;
        a->state[VIEW_help].at = 0;
        a->state[VIEW_help].filter[0] = 0;
        for (int i = 0; word && i < n; i++)
            text_join(a->state[VIEW_help].filter, VIEW_FILTER, " ", "%s", w[i]);
    }
}

void act_sort(struct app *a, char **w, int n)
{
    enum sort *sort = &a->state[VIEW_run].run.sort;
    *sort = n > 0                ? (enum sort)command_choice(CMD_sort, w[0])
            : *sort < SORT_CYCLE ? (*sort + 1) % SORT_CYCLE
                                 : SORT_SPEED;
}

void act_scale(struct app *a, char **w, int n)
{
    const bool rows = panels_front(&a->panels) == VIEW_rows;
    enum scale *scale = rows ? &a->state[VIEW_rows].scale : &a->state[VIEW_run].run.scale;
    if (n > 0)
        *scale = (enum scale)(SCALE_LINEAR + command_choice(CMD_scale, w[0]));
    else if (!app_act(a, panels_front(&a->panels), "scale"))
        app_act(a, VIEW_run, "scale");
}

void act_hide(struct app *a, char **w, int n)
{
    bool *hides = &a->state[VIEW_kernels].hides;
    *hides = actions_on(w, n, *hides);
    app_say(a, false, *hides ? "kernels that cannot run are hidden; H shows them" : "all kernels are listed");
}

void act_all(struct app *a, char **w, int n)
{
    a->state[VIEW_run].run.all = !a->state[VIEW_run].run.all;
}

void act_filter(struct app *a, char **w, int n)
{
    if (n > 0) {
        snprintf(app_filter(a), VIEW_FILTER, "%s", w[0]);
        return;
    }
    if (!views[panels_front(&a->panels)]->filters) {
        a->panels.overlay = -1;
        panels_focus(&a->panels, VIEW_kernels);
    }
    a->dialog.input[0] = app_filter(a)[0] = 0;
    a->dialog.typing = true;
}
