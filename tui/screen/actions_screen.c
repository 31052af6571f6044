/* SPDX-License-Identifier: GPL-3.0-or-later */
/* actions_screen: commands for the screen itself: theme, mouse, screenshot, prompt, quit. */
#include "tui/screen/actions.h"

#include "tui/link/client.h"

void act_theme(struct app *a, char **w, int n)
{
    a->theme = n > 0 ? theme_find(w[0]) : theme_next(a->theme);
    app_say(a, false, "theme %s: %s", a->theme->name, a->theme->what);
}

void act_pin(struct app *a, char **w, int n)
{
    const bool on = actions_on(w, n, a->model->topology.pinned);
    if (app_is_recorded(a))
        return;
    if (!a->model->has_topology || !a->client || !client_send(a->client, "threads pin=%d", on))
        app_say(a, true, "this engine cannot pin threads");
    else
        app_say(a, false, on ? "each thread stays on its processor" : "the system may move the threads");
    a->wanted[VIEW_threads][0] = 0;
}

/* What comes out is a notice. */
void act_roof(struct app *a, char **w UNUSED, int n UNUSED)
{
    if (app_is_recorded(a))
        return;
    if (!a->client || !client_send(a->client, "bandwidth again=1"))
        app_say(a, true, "there is no engine to measure it");
    else
        app_say(a, false, "measuring bandwidth: the log will say what it is");
}

void act_published(struct app *a, char **w, int n)
{
    const bool on = actions_on(w, n, !a->published_off);
    bool twin;
    struct err e;
    const struct model_matrix *m = &a->model->matrix;
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

void act_mouse(struct app *a, char **w, int n)
{
    a->mouse = actions_on(w, n, a->mouse);
    app_say(a, false, a->mouse ? "the mouse works here" : "the mouse selects text");
}

void act_redraw(struct app *a, char **w UNUSED, int n UNUSED)
{
    a->redraw = true;
}

void act_suspend(struct app *a, char **w UNUSED, int n UNUSED)
{
    a->suspend = true;
}

void act_line(struct app *a, char **w, int n)
{
    a->asked_prompt = true;
    a->ask_prompt[0] = 0;
    for (int i = 0; i < n; i++)
        text_join(a->ask_prompt, sizeof a->ask_prompt, " ", "%s", w[i]);
}

/* Asks once before results are lost. */
static void leave(struct app *a, const char *key)
{
    int n = app_unkept(a);
    a->quit = n == 0 || a->leaving > 0;
    if (!a->quit)
        app_say(a, false, "%d result%s will be lost: %s again leaves, :save FILE.tsv keeps them", n, n > 1 ? "s" : "",
                key);
    a->leaving = 2;
}

void act_quit(struct app *a, char **w UNUSED, int n)
{
    if (n > 0) /* now */
        a->quit = true;
    else if (a->overlay >= 0)
        app_uncover(a);
    else
        leave(a, "q");
}

/* Stops what runs; where nothing does, or it does not stop, leaves as q does. */
void act_interrupt(struct app *a, char **w UNUSED, int n UNUSED)
{
    if ((app_busy(a) || a->fetch.pid) && !a->stopping)
        app_stop(a);
    else
        leave(a, "Ctrl-C");
}
