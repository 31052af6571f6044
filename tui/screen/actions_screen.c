/* SPDX-License-Identifier: GPL-3.0-or-later */
/* actions_screen: commands for the screen itself: theme, mouse, screenshot, prompt, quit. */
#include "tui/screen/actions.h"

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
    if (!a->model->has_topology || !a->engine.client || !client_send(a->engine.client, "threads pin=%d", on))
        app_say(a, true, "this engine cannot pin threads");
    else
        app_say(a, false, on ? "each thread stays on its processor" : "the system may move the threads");
    a->engine.wanted[VIEW_threads][0] = 0;
}

/* The outcome is a notice. */
void act_roof(struct app *a, char **w, int n)
{
    if (app_is_recorded(a))
        return;
    if (!a->engine.client || !client_send(a->engine.client, "bandwidth again=1"))
        app_say(a, true, "there is no engine to measure it");
    else
        app_say(a, false, "measuring bandwidth: the log will say what it is");
}

void act_published(struct app *a, char **w, int n)
{
    const bool on = actions_on(w, n, !a->results.unpublished);
    bool twin;
    struct err e;
    const struct model_matrix *m = &a->model->matrix;
    if (on && a->results.published.rows == 0 && !published_load(&a->results.published, &e)) {
        app_say(a, true, "%s", e.text);
        return;
    }
    a->results.unpublished = !on;
    if (m->open && on && !published_name(&a->results.published, m->name, m->rows, m->cols, m->nnz, &twin))
        app_say(a, false, "no report has measured this matrix (nzscope list published shows which)");
    else
        app_say(a, false, on ? "published results stand beside the runs" : "published results are hidden");
}

void act_mouse(struct app *a, char **w, int n)
{
    a->mouse = actions_on(w, n, a->mouse);
    app_say(a, false, a->mouse ? "the mouse works here" : "the mouse selects text");
}

void act_redraw(struct app *a, char **w, int n)
{
    a->ask.redraw = true;
}

void act_suspend(struct app *a, char **w, int n)
{
    a->ask.suspend = true;
}

void act_line(struct app *a, char **w, int n)
{
    a->ask.prompts = true;
    a->ask.prompt[0] = 0;
    for (int i = 0; i < n; i++)
        text_join(a->ask.prompt, sizeof a->ask.prompt, " ", "%s", w[i]);
}

/* Asks once before results are lost. */
static void leave(struct app *a, const char *key)
{
    int n = app_unkept(a);
    a->ask.quit = n == 0 || a->leaving > 0;
    if (!a->ask.quit)
        app_say(a, false, "%d result%s will be lost: %s again leaves, :save FILE.tsv keeps them", n, n > 1 ? "s" : "",
                key);
    a->leaving = 2;
}

void act_quit(struct app *a, char **w, int n)
{
    if (n > 0) /* now */
        a->ask.quit = true;
    else if (a->panels.overlay >= 0)
        panels_uncover(&a->panels);
    else
        leave(a, "q");
}

/* Stops what runs. If nothing runs it asks, as the run may have ended just before the key; if a run does not stop, it
   leaves like q. */
void act_interrupt(struct app *a, char **w, int n)
{
    const bool stops = a->engine.stopping;
    if ((connection_busy(&a->engine) || a->download.fetch.pid) && !stops) {
        app_stop(a);
        if (a->engine.stopping)
            app_say(a, false, "stopping…: Ctrl-C twice leaves");
    } else if (!stops && a->leaving == 0 && app_unkept(a) == 0) {
        app_say(a, false, "Ctrl-C again leaves");
        a->leaving = 2;
    } else {
        leave(a, "Ctrl-C");
    }
}
