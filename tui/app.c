/* SPDX-License-Identifier: GPL-3.0-or-later */
/* app: events come in, commands to the engine go out. */
#include "tui/app.h"

#include <fnmatch.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tui/catalog.h"
#include "tui/keys.h"
#include "tui/spy.h"

const struct view *const views[VIEW_COUNT] = {
#define VIEW(name) &view_##name,
#include "tui/views.list"
#undef VIEW
};

struct app *app_new(const struct theme *theme, bool ascii, struct err *e)
{
    struct app *a = calloc(1, sizeof *a);
    if (a)
        a->model = model_new();
    if (!a || !a->model) {
        free(a);
        err_nomem(e, "the screen", sizeof *a + sizeof(struct model));
        return NULL;
    }
    a->theme = theme;
    a->ascii = ascii;
    a->mouse = true;
    a->overlay = -1;
    a->settings.at = 1;
    a->problem_stale = true;
    a->plot = ascii ? PLOT_ASCII : PLOT_BRAILLE;
    app_focus(a, VIEW_kernels);
    return a;
}

void app_free(struct app *a)
{
    if (!a)
        return;
    model_free(a->model);
    free(a->entry);
    free(a);
}

void app_say(struct app *a, bool bad, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(a->message, sizeof a->message, format, args);
    va_end(args);
    a->message_bad = bad;
}

void app_focus(struct app *a, int view)
{
    a->focus = view;
    a->seen[view] = ++a->looks;
}

/* ---- what the engine is asked for ---- */

bool app_open(struct app *a, const char *spec)
{
    char path[4096], word[3 * sizeof path];
    if (!a->client)
        return false;
    catalog_path(spec, path, sizeof path);
    a->open_cmd = client_send(a->client, "open %s", link_word(path, word, sizeof word));
    if (!a->open_cmd) {
        app_say(a, true, "%s cannot be opened: there is no engine", spec);
        return false;
    }
    snprintf(a->opening, sizeof a->opening, "%s", spec);
    a->failed[0] = 0;
    a->overlay = -1;
    return true;
}

void app_run(struct app *a)
{
    if (!a->client || !a->model->matrix.open) {
        app_say(a, true, a->open_cmd ? "%s is still being read" : "no matrix is open: press o to choose one",
                a->opening);
        return;
    }
    if (a->run_cmd) {
        app_say(a, false, "still running: Space stops");
        return;
    }
    if (!a->model->matrix.runnable) {
        app_say(a, true, "nothing can run: %s", a->model->matrix.why);
        return;
    }
    char arguments[1024], names[MODEL_KERNELS * 64] = "";
    settings_arguments(&a->settings, a->model, true, arguments, sizeof arguments);
    size_t used = 0;
    const char *op = settings_get(&a->settings, "operation", "mul");
    for (int i = 0; i < a->model->kernels; i++) {
        const struct model_kernel *k = &a->model->kernel[i];
        if (app_marked(a, k->name) && strcmp(k->op, op) == 0 && used + 80 < sizeof names)
            used += (size_t)snprintf(names + used, sizeof names - used, "%s%s", used ? "," : " kernel=", k->name);
    }
    a->run_cmd = client_send(a->client, "run%s%s", arguments, names);
    a->stopping = false;
    if (!a->run_cmd)
        app_say(a, true, "there is no engine to run anything");
}

void app_stop(struct app *a)
{
    if (!a->client || (!a->run_cmd && !a->open_cmd))
        return;
    client_send(a->client, "stop");
    a->stopping = true;
    app_say(a, false, "stopping…");
}

static void ask_spy(struct app *a)
{
    int rows, cols;
    if (a->spy_cmd || !spy_raster(a, &rows, &cols) || (rows == a->spy_rows && cols == a->spy_cols))
        return;
    a->spy_cmd = client_send(a->client, "spy rows=%d cols=%d", rows, cols);
    a->spy_rows = rows;
    a->spy_cols = cols;
}

/* A running measurement is not interrupted: what is asked for meanwhile would only wait behind it. */
void app_tick(struct app *a)
{
    if (!a->client || client_is_replay(a->client) || !a->model->ready || !a->model->matrix.open || a->open_cmd ||
        a->run_cmd)
        return;
    if (a->problem_stale && !a->problem_cmd) {
        char arguments[1024];
        settings_arguments(&a->settings, a->model, false, arguments, sizeof arguments);
        a->problem_cmd = client_send(a->client, "problem%s", arguments);
        a->problem_stale = false;
    }
    if (a->rows_linear && !a->model->matrix.linear_bins && !a->linear_cmd)
        a->linear_cmd = client_send(a->client, "linear bins=16");
    ask_spy(a);
}

bool app_moves(const struct app *a)
{
    return !a->over && (!a->model->ready || a->open_cmd || a->run_cmd || a->model->progressing);
}

/* ---- events ---- */

static void on_run_done(struct app *a)
{
    const struct model *m = a->model;
    a->run_cmd = 0;
    if (m->done_status == ERR_CANCELLED)
        app_say(a, false, "stopped");
    else if (m->done_status > ERR_CHECK && m->done_text[0])
        app_say(a, true, "%s", m->done_text);
    else if (m->done_status == ERR_CHECK)
        app_say(a, true, "a result failed its check");
    a->stopping = false;
}

static void on_open_done(struct app *a)
{
    const struct model *m = a->model;
    a->open_cmd = 0;
    a->stopping = false;
    if (m->done_status == 0)
        return;
    snprintf(a->failed, sizeof a->failed, "%s", m->done_text[0] ? m->done_text : "it could not be opened");
    if (m->done_status == ERR_CANCELLED)
        app_say(a, false, "reading %s was cancelled", a->opening);
    else
        app_say(a, true, "%s", a->failed);
}

static void on_done(struct app *a, int cmd)
{
    const bool cancelled = a->model->done_status != 0;
    if (cmd == a->open_cmd)
        on_open_done(a);
    else if (cmd == a->run_cmd)
        on_run_done(a);
    else if (cmd == a->problem_cmd) {
        a->problem_cmd = 0;
        a->problem_stale |= a->model->done_status == ERR_CANCELLED;
    } else if (cmd == a->spy_cmd) {
        a->spy_cmd = 0;
        if (a->model->done_status == ERR_CANCELLED)
            a->spy_rows = a->spy_cols = 0;
    } else if (cmd == a->linear_cmd) {
        a->linear_cmd = 0;
        a->rows_linear &= !cancelled;
    }
}

/* The client has started a new engine and opens again what was open; see client_read. */
static void on_died(struct app *a, const json_t *event)
{
    const char *text = json_string_value(json_object_get(event, "text"));
    const char *spec = json_string_value(json_object_get(event, "open"));
    bool again = json_is_true(json_object_get(event, "again"));
    a->run_cmd = a->problem_cmd = a->spy_cmd = a->linear_cmd = a->open_cmd = 0;
    if (again && spec) {
        snprintf(a->opening, sizeof a->opening, "%s", spec);
        a->open_cmd = -1; /* its number is the client's own */
    }
    app_say(a, true, "%s%s%s", text ? text : "the engine died", again ? "; a new one starts" : "",
            again && spec ? " and reads the matrix again" : "");
}

void app_event(void *arg, const json_t *event, const char *data, size_t bytes)
{
    (void)data;
    (void)bytes;
    struct app *a = arg;
    model_apply(a->model, event);
    const char *ev = json_string_value(json_object_get(event, "ev"));
    if (!ev)
        return;
    int cmd = (int)json_integer_value(json_object_get(event, "cmd"));
    if (strcmp(ev, "died") == 0) {
        on_died(a, event);
    } else if (strcmp(ev, "hello") == 0) {
        a->problem_stale = true;
    } else if (strcmp(ev, "matrix") == 0) {
        a->spy_rows = a->spy_cols = 0;
        a->problem_stale = true;
        a->failed[0] = 0;
        a->run_at = 0;
    } else if (strcmp(ev, "done") == 0) {
        if (a->open_cmd == -1 && cmd != a->problem_cmd)
            a->open_cmd = cmd;
        on_done(a, cmd);
    }
}

/* ---- kernels ---- */

bool app_marked(const struct app *a, const char *kernel)
{
    for (int i = 0; i < a->marks; i++)
        if (strcmp(a->mark[i], kernel) == 0)
            return true;
    return false;
}

void app_mark(struct app *a, const char *kernel, int on)
{
    for (int i = 0; i < a->marks; i++)
        if (strcmp(a->mark[i], kernel) == 0) {
            if (on != 1)
                memmove(a->mark[i], a->mark[i + 1], sizeof a->mark[0] * (size_t)(--a->marks - i));
            return;
        }
    if (on != 0 && a->marks < MODEL_KERNELS)
        snprintf(a->mark[a->marks++], sizeof a->mark[0], "%s", kernel);
}

int app_kernels(const struct app *a, int out[MODEL_KERNELS])
{
    int n = 0;
    const char *op = settings_get(&a->settings, "operation", "mul");
    for (int i = 0; i < a->model->kernels; i++) {
        const struct model_kernel *k = &a->model->kernel[i];
        if (strcmp(k->op, op) == 0 && (strcasestr(k->name, a->kernel_filter) || strcasestr(k->what, a->kernel_filter)))
            out[n++] = i;
    }
    return n;
}

const char *app_refusal(const struct app *a, const struct model_kernel *k)
{
    const char *type = settings_get(&a->settings, "type", "f64");
    if (!k->ready)
        return k->why[0] ? k->why : "not ready";
    if (a->model->matrix.open && !a->model->matrix.runnable)
        return a->model->matrix.why;
    if ((strcmp(type, "f64") == 0 && !k->f64) || (strcmp(type, "f32") == 0 && !k->f32))
        return strcmp(type, "f64") == 0 ? "has no f64" : "has no f32";
    if (k->known && !k->ok)
        return k->why_not[0] ? k->why_not : "not for this problem";
    return NULL;
}

enum role app_kernel_role(const struct app *a, const char *kernel)
{
    for (int i = 0; i < a->model->kernels; i++)
        if (strcmp(a->model->kernel[i].name, kernel) == 0)
            return a->model->kernel[i].peer                     ? ROLE_PEER
                   : strcmp(a->model->kernel[i].on, "gpu") == 0 ? ROLE_GPU
                                                                : ROLE_CPU;
    return strncmp(kernel, "peer.", 5) == 0 ? ROLE_PEER : strncmp(kernel, "gpu", 3) == 0 ? ROLE_GPU : ROLE_CPU;
}
