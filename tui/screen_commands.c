/* SPDX-License-Identifier: GPL-3.0-or-later */
/* screen_commands: what keys and `:` lines do; the words and their help are in commands.list. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/registry.h"
#include "tui/app.h"
#include "tui/keys.h"
#include "tui/nearest.h"
#include "tui/options.h"
#include "tui/picker.h"
#include "tui/words.h"

/* The words after the command's name: w[0] … w[n-1]. */
typedef void action(struct app *, char **w, int n);

static const struct named_action {
    const char *name;
    action *act;
} actions[];

/* The view that answers words now. */
static const struct view *current(const struct app *a)
{
    return views[a->overlay >= 0 ? a->overlay : a->focus];
}

/* ---- engine ---- */

static void do_open(struct app *a, char **w, int n)
{
    if (n > 0) {
        app_open(a, w[0]);
        return;
    }
    if (a->overlay == VIEW_open) {
        a->overlay = -1;
        return;
    }
    picker_fill(a);
    a->overlay = VIEW_open;
    a->open_at = 0;
}

static void do_close(struct app *a, char **w, int n)
{
    (void)w;
    (void)n;
    if (a->client && client_send(a->client, "close"))
        a->model->matrix.open = false;
}

static void do_run(struct app *a, char **w, int n)
{
    if (n > 0)
        a->marks = 0;
    for (int j = 0; j < n; j++)
        for (int i = 0; i < a->model->kernels; i++)
            if (registry_match(w[j], a->model->kernel[i].name))
                app_mark(a, a->model->kernel[i].name, 1);
    if (n > 0 && a->marks == 0) {
        app_say(a, true, "no kernel matches %s", w[0]);
        return;
    }
    app_run(a);
}

static void do_stop(struct app *a, char **w, int n)
{
    (void)w;
    (void)n;
    app_stop(a);
}

static void do_toggle(struct app *a, char **w, int n)
{
    if (a->run_cmd)
        app_stop(a);
    else
        do_run(a, w, n);
}

/* ---- kernels ---- */

static void mark_all(struct app *a, char **w, int n, int on)
{
    int hits = 0;
    for (int j = 0; j < n; j++)
        for (int i = 0; i < a->model->kernels; i++)
            if (registry_match(w[j], a->model->kernel[i].name)) {
                app_mark(a, a->model->kernel[i].name, on);
                hits++;
            }
    if (!hits)
        app_say(a, true, "no kernel matches %s", w[0]);
}

static void do_mark(struct app *a, char **w, int n)
{
    if (n > 0)
        mark_all(a, w, n, 1);
    else
        view_kernels.act(a, "mark");
}

static void do_unmark(struct app *a, char **w, int n)
{
    if (n > 0)
        mark_all(a, w, n, 0);
    else
        a->marks = 0;
}

static char *filter_of(struct app *a)
{
    return a->overlay == VIEW_open ? a->open_filter : a->kernel_filter;
}

static void do_filter(struct app *a, char **w, int n)
{
    if (n > 0) {
        snprintf(filter_of(a), APP_FILTER, "%s", w[0]);
        return;
    }
    if (a->overlay < 0 && !views[a->focus]->filters)
        app_focus(a, VIEW_kernels);
    snprintf(a->input, sizeof a->input, "%s", filter_of(a));
    a->typing = true;
}

/* ---- settings ---- */

static void set_one(struct app *a, const char *name, const char *value)
{
    struct err e;
    if (settings_set(&a->settings, a->model, name, value, &e))
        a->problem_stale = true;
    else
        app_say(a, true, "%s", e.text);
}

/* set NAME VALUE, set NAME=VALUE…, set NAME: back to the default. */
static void do_set(struct app *a, char **w, int n)
{
    char text[200];
    if (n == 0) {
        settings_text(&a->settings, a->model, text, sizeof text);
        app_say(a, false, "%s", text);
    } else if (!strchr(w[0], '=')) {
        set_one(a, w[0], n > 1 ? w[1] : "");
    }
    for (int i = 0; i < n && strchr(w[0], '='); i++) {
        char *equals = strchr(w[i], '=');
        if (equals)
            *equals = 0;
        set_one(a, w[i], equals ? equals + 1 : "");
    }
}

static void step(struct app *a, int direction)
{
    settings_step(&a->settings, a->model, a->settings.at, direction);
    a->problem_stale = true;
}

static void do_more(struct app *a, char **w, int n)
{
    (void)w;
    (void)n;
    step(a, 1);
}

static void do_less(struct app *a, char **w, int n)
{
    (void)w;
    (void)n;
    step(a, -1);
}

static void do_setting(struct app *a, char **w, int n)
{
    struct setting row[SETTINGS_MAX];
    int rows = settings_rows(&a->settings, a->model, row);
    if (n == 0 || strcmp(w[0], "next") == 0) {
        a->settings.at = (a->settings.at + 1) % rows;
    } else if (strcmp(w[0], "previous") == 0) {
        a->settings.at = (a->settings.at + rows - 1) % rows;
    } else {
        for (int i = 0; i < rows; i++)
            if (strcasecmp(row[i].name, w[0]) == 0)
                a->settings.at = i;
    }
}

/* ---- panels ---- */

static void move_focus(struct app *a, int by)
{
    int at = a->focus;
    do
        at = (at + by + VIEW_COUNT) % VIEW_COUNT;
    while (views[at]->overlay);
    app_focus(a, at);
}

static void do_focus(struct app *a, char **w, int n)
{
    a->overlay = -1;
    if (n == 0 || strcmp(w[0], "next") == 0)
        move_focus(a, 1);
    else if (strcmp(w[0], "previous") == 0)
        move_focus(a, -1);
    else if (view_find(w[0]) >= 0 && !views[view_find(w[0])]->overlay)
        app_focus(a, view_find(w[0]));
    else
        app_say(a, true, "no panel is named %s", w[0]);
}

static void do_zoom(struct app *a, char **w, int n)
{
    if (n > 0)
        do_focus(a, w, n);
    a->overlay = -1;
    a->zoomed = n > 0 || !a->zoomed;
}

static void do_back(struct app *a, char **w, int n)
{
    (void)w;
    (void)n;
    if (a->overlay == VIEW_open && a->open_filter[0])
        a->open_filter[0] = 0;
    else if (a->overlay >= 0)
        a->overlay = -1;
    else if (a->open_cmd)
        app_stop(a);
    else if (a->zoomed)
        a->zoomed = false;
    else
        a->kernel_filter[0] = 0;
}

static void do_help(struct app *a, char **w, int n)
{
    (void)w;
    (void)n;
    a->overlay = a->overlay == VIEW_help ? -1 : VIEW_help;
    a->help_at = 0;
}

static void do_sort(struct app *a, char **w, int n)
{
    static const char *const names[SORT_COUNT] = { "order", "speed", "name" };
    for (int i = 0; i < SORT_COUNT && n > 0; i++)
        if (strcmp(names[i], w[0]) == 0) {
            a->sort = (enum sort)i;
            return;
        }
    if (n > 0)
        app_say(a, true, "runs are sorted by order, speed or name");
    else
        a->sort = (a->sort + 1) % SORT_COUNT;
}

static void do_scale(struct app *a, char **w, int n)
{
    static const char *const names[SCALE_COUNT] = { "auto", "linear", "log" };
    for (int i = 0; i < SCALE_COUNT && n > 0; i++)
        if (strcmp(names[i], w[0]) == 0) {
            a->scale = (enum scale)i;
            return;
        }
    if (n > 0)
        app_say(a, true, "the scale is auto, linear or log");
    else if (!current(a)->act || !current(a)->act(a, "scale"))
        view_run.act(a, "scale");
}

static void do_all(struct app *a, char **w, int n)
{
    (void)w;
    (void)n;
    a->all_runs = !a->all_runs;
}

/* ---- the screen itself ---- */

static void do_theme(struct app *a, char **w, int n)
{
    const struct theme *t = n > 0 ? theme_find(w[0]) : theme_next(a->theme);
    if (!t) {
        app_say(a, true, "themes are default, safe, light and mono");
        return;
    }
    a->theme = t;
    app_say(a, false, "theme %s: %s", t->name, t->what);
}

static void do_mouse(struct app *a, char **w, int n)
{
    a->mouse = n > 0 ? strcmp(w[0], "off") != 0 : !a->mouse;
    app_say(a, false, a->mouse ? "the mouse works here" : "the mouse selects text");
}

static void do_screenshot(struct app *a, char **w, int n)
{
    struct err e;
    if (n == 0)
        app_say(a, true, "screenshot FILE.svg or FILE.txt");
    else if (app_screenshot(a, w[0], &e))
        app_say(a, false, "this screen is in %s", w[0]);
    else
        app_say(a, true, "%s", e.text);
}

static void do_redraw(struct app *a, char **w, int n)
{
    (void)w;
    (void)n;
    a->redraw = true;
}

static void do_suspend(struct app *a, char **w, int n)
{
    (void)w;
    (void)n;
    a->suspend = true;
}

static void do_prompt(struct app *a, char **w, int n)
{
    a->asked_prompt = true;
    snprintf(a->ask_prompt, sizeof a->ask_prompt, "%s", n > 0 ? w[0] : "");
}

static void do_quit(struct app *a, char **w, int n)
{
    (void)w;
    (void)n;
    a->quit = true;
}

/* ---- running a line ---- */

static bool is_setting(struct app *a, const char *name)
{
    struct setting row[SETTINGS_MAX];
    int n = settings_rows(&a->settings, a->model, row);
    for (int i = 0; i < n; i++)
        if (strcasecmp(row[i].name, name) == 0)
            return true;
    return strcmp(name, "op") == 0;
}

/* A word for the view with the focus; left and right, where it does not care, move the focus. */
static bool view_word(struct app *a, const char *word)
{
    if (current(a)->act && current(a)->act(a, word))
        return true;
    if (strcmp(word, "left") == 0 || strcmp(word, "right") == 0) {
        if (a->overlay < 0)
            move_focus(a, word[0] == 'r' ? 1 : -1);
        return true;
    }
    return false;
}

static void unknown(struct app *a, const char *name)
{
    struct nearest near = nearest_to(name);
    for (int i = 0; i < CMD_COUNT; i++)
        if (tui_commands[i].where & SCREEN)
            nearest_try(&near, tui_commands[i].name);
    if (near.best)
        app_say(a, true, "no command is named %s; did you mean %s?", name, near.best);
    else
        app_say(a, true, "no command is named %s; ? lists them", name);
}

void app_command(struct app *a, const char *line)
{
    struct words w;
    struct err e;
    if (!words_split(line, &w, &e)) {
        app_say(a, true, "%s", e.text);
        return;
    }
    if (w.count > 0) {
        int i = 0;
        while (actions[i].name && strcmp(actions[i].name, w.word[0]) != 0)
            i++;
        if (actions[i].name)
            actions[i].act(a, w.word + 1, w.count - 1);
        else if (strchr(w.word[0], '='))
            do_set(a, w.word, w.count);
        else if (is_setting(a, w.word[0]))
            set_one(a, w.word[0], w.count > 1 ? w.word[1] : "");
        else if (options_command(w.word[0], SCREEN) == CMD_COUNT)
            unknown(a, w.word[0]);
        else
            view_word(a, w.word[0]);
    }
    words_free(&w);
}

static const struct named_action actions[] = {
    {"open",        do_open      },
    { "close",      do_close     },
    { "run",        do_run       },
    { "stop",       do_stop      },
    { "toggle",     do_toggle    },
    { "mark",       do_mark      },
    { "unmark",     do_unmark    },
    { "filter",     do_filter    },
    { "set",        do_set       },
    { "more",       do_more      },
    { "less",       do_less      },
    { "setting",    do_setting   },
    { "focus",      do_focus     },
    { "zoom",       do_zoom      },
    { "back",       do_back      },
    { "help",       do_help      },
    { "sort",       do_sort      },
    { "scale",      do_scale     },
    { "all",        do_all       },
    { "theme",      do_theme     },
    { "mouse",      do_mouse     },
    { "screenshot", do_screenshot},
    { "redraw",     do_redraw    },
    { "suspend",    do_suspend   },
    { "prompt",     do_prompt    },
    { "quit",       do_quit      },
    { NULL,         NULL         },
};
