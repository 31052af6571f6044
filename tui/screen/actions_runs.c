/* SPDX-License-Identifier: GPL-3.0-or-later */
/* actions_runs: commands for matrices, runs and marked kernels. */
#include "tui/screen/actions.h"

#include <string.h>

#include "core/measure/registry.h"
#include "tui/link/client.h"
#include "tui/views/kernels.h"

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
    picker_fill(&a->picker, a->spec, a->specs);
    a->overlay = VIEW_open;
    a->state[VIEW_open].at = 0;
}

static void do_next(struct app *a)
{
    app_open_next(a, 1);
}

static void do_previous(struct app *a)
{
    app_open_next(a, -1);
}

/* Without a name: the matrix under the cursor of the picker. */
static void do_get(struct app *a, char **w, int n)
{
    if (n > 0)
        app_fetch(a, w[0]);
    else if (a->overlay != VIEW_open || !app_act(a, VIEW_open, "get"))
        app_say(a, true, "get wants a NAME of the catalogue, or GROUP/NAME");
}

static void do_close(struct app *a)
{
    if (a->client)
        client_send(a->client, "close");
}

static void mark_all(struct app *a, char **w, int n, bool on)
{
    int hits = 0;
    for (int j = 0; j < n; j++)
        for (int i = 0; i < a->model->kernels; i++)
            if (registry_match(w[j], a->model->kernel[i].name)) {
                kernels_mark(&a->marks, a->model->kernel[i].name, on);
                hits++;
            }
    if (!hits)
        app_say(a, true, "no kernel matches %s", w[0]);
}

static void do_run(struct app *a, char **w, int n)
{
    if (n > 0) {
        a->marks.n = 0;
        mark_all(a, w, n, true);
        if (a->marks.n == 0)
            return;
    }
    app_run(a);
}

/* The runs come as bars, the advice as a notice. A matrix that is named is opened first. */
static void do_advise(struct app *a, char **w, int n)
{
    char arguments[1024];
    if (n > 0)
        a->advise_next = app_open(a, w[0]);
    if (n > 0 || !app_may_run(a))
        return;
    a->advise_next = false;
    settings_arguments(&a->settings, a->model, false, arguments, sizeof arguments);
    app_runs(a, client_send(a->client, "advise%s", arguments));
}

static void do_toggle(struct app *a, char **w, int n)
{
    if (a->pending[PENDING_RUN])
        app_stop(a);
    else
        do_run(a, w, n);
}

static void do_mark(struct app *a, char **w, int n)
{
    if (n > 0)
        mark_all(a, w, n, true);
    else
        app_act(a, VIEW_kernels, "mark");
}

static void do_unmark(struct app *a, char **w, int n)
{
    if (n > 0)
        mark_all(a, w, n, false);
    else
        a->marks.n = 0;
}

const struct action actions_runs[] = {
    { "open", .act = do_open },           { "get", .act = do_get },
    { "close", .plain = do_close },       { "next", .plain = do_next },
    { "previous", .plain = do_previous }, { "run", .act = do_run },
    { "advise", .act = do_advise },       { "stop", .plain = app_stop },
    { "toggle", .act = do_toggle },       { "mark", .act = do_mark },
    { "unmark", .act = do_unmark },       { NULL },
};
