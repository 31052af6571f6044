/* SPDX-License-Identifier: GPL-3.0-or-later */
/* actions_screen: commands for the screen itself: theme, mouse, screenshot, prompt, quit. */
#include "tui/screen/actions.h"

#include <stdio.h>
#include <string.h>

#include "tui/link/client.h"
#include "tui/screen/screenshot.h"

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

/* "on" or "off"; without a word: not `now`. */
static bool on_or_off(struct app *a, char **w, int n, bool now, bool *on)
{
    if (n > 0 && strcmp(w[0], "on") != 0 && strcmp(w[0], "off") != 0) {
        app_say(a, true, "it is on or off, not %s", w[0]);
        return false;
    }
    *on = n > 0 ? strcmp(w[0], "on") == 0 : !now;
    return true;
}

static void do_pin(struct app *a, char **w, int n)
{
    bool on;
    if (!on_or_off(a, w, n, a->model->topology.pinned, &on))
        return;
    if (!a->model->has_topology || !a->client || !client_send(a->client, "threads pin=%d", on))
        app_say(a, true, "this engine cannot pin threads");
    else
        app_say(a, false, on ? "each thread stays on its processor" : "the system may move the threads");
    a->wanted[VIEW_threads][0] = 0;
}

static void do_published(struct app *a, char **w, int n)
{
    bool on, twin;
    struct err e;
    const struct model_matrix *m = &a->model->matrix;
    if (!on_or_off(a, w, n, !a->published_off, &on))
        return;
    if (on && a->published.rows == 0 && !published_load(&a->published, &e)) {
        app_say(a, true, "%s", e.text);
        return;
    }
    a->published_off = !on;
    if (m->open && on && !published_name(&a->published, m->name, m->rows, m->cols, m->nnz, &twin))
        app_say(a, false, "no report has measured this matrix (list published tells which)");
    else
        app_say(a, false, on ? "published results stand beside the runs" : "published results are hidden");
}

static void do_mouse(struct app *a, char **w, int n)
{
    if (!on_or_off(a, w, n, a->mouse, &a->mouse))
        return;
    app_say(a, false, a->mouse ? "the mouse works here" : "the mouse selects text");
}

static void do_screenshot(struct app *a, char **w, int n)
{
    struct err e;
    if (n == 0)
        app_say(a, true, "screenshot FILE.svg or FILE.txt");
    else if (screenshot_save(a, w[0], &e))
        app_say(a, false, "this screen is in %s", w[0]);
    else
        app_say(a, true, "%s", e.text);
}

static void do_redraw(struct app *a)
{
    a->redraw = true;
}

static void do_suspend(struct app *a)
{
    a->suspend = true;
}

static void do_prompt(struct app *a, char **w, int n)
{
    a->asked_prompt = true;
    snprintf(a->ask_prompt, sizeof a->ask_prompt, "%s", n > 0 ? w[0] : "");
}

static void do_quit(struct app *a)
{
    a->quit = true;
}

const struct action actions_screen[] = {
    { "pin", .act = do_pin },
    { "theme", .act = do_theme },
    { "published", .act = do_published },
    { "mouse", .act = do_mouse },
    { "screenshot", .act = do_screenshot },
    { "redraw", .plain = do_redraw },
    { "suspend", .plain = do_suspend },
    { "prompt", .act = do_prompt },
    { "quit", .plain = do_quit },
    { NULL },
};
