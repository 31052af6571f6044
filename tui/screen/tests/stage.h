/* SPDX-License-Identifier: GPL-3.0-or-later */
/* stage: an app with nothing open, with a matrix being read, with runs under way or over, for tests of what is shown.
 */
#pragma once

#include "core/tests/cmocka.h"
#include "tui/model/tests/events.h"
#include "tui/screen/actions.h"
#include "tui/views/bars.h"
#include "tui/views/kernels.h"

enum stage { EMPTY, LOADING, FULL, AT_REST };

static inline struct app *make(enum stage stage, bool ascii)
{
    struct app *a = app_new(themes[0], ascii, NULL);
    assert_non_null(a);
    if (stage >= LOADING) {
        FEED(a->model, events_start);
        FEED(a->model, events_loading);
        a->engine.pending[PENDING_OPEN] = stage == LOADING;
        snprintf(a->matrices.opening, sizeof a->matrices.opening, "gen:stencil27:32");
    }
    if (stage >= FULL) {
        FEED(a->model, events_matrix);
        FEED(a->model, events_runs);
        a->engine.pending[PENDING_RUN] = stage == FULL ? 2 : 0;
        a->engine.stale = stage == FULL && a->engine.stale;
        kernels_mark(&a->marks, "cpu.csr.omp", 1);
        kernels_mark(&a->marks, "gpu.csr.vector", 1);
    }
    return a;
}

/* APP_TEST(name, stage) { … } is a test of an app `a` that has come so far; APP_TEST_OF takes the app itself. */
#define APP_TEST(name, stage) APP_TEST_OF(name, make(stage, false))
#define APP_TEST_OF(name, new_app)                                                                                     \
    static void name##_of(struct app *a);                                                                              \
    TEST(name)                                                                                                         \
    {                                                                                                                  \
        struct app *made = new_app;                                                                                    \
        name##_of(made);                                                                                               \
        app_free(made);                                                                                                \
    }                                                                                                                  \
    static void name##_of(struct app *a)

static inline void event(struct app *a, const char *text)
{
    json_t *e = json_of(text);
    app_event(a, e, NULL, 0);
    json_decref(e);
}

/* An event of one text; the answer to a command. */
static inline void tell(struct app *a, const char *event, const char *text)
{
    json_t *e = json_pack("{s:s,s:s}", "ev", event, "text", text);
    app_event(a, e, NULL, 0);
    json_decref(e);
}

static inline void answer(struct app *a, int cmd, int status, const char *text)
{
    json_t *done = json_pack("{s:s,s:i,s:i,s:s}", "ev", "done", "cmd", cmd, "status", status, "text", text);
    app_event(a, done, NULL, 0);
    json_decref(done);
}

/* Commands, separated by `;`. */
static inline void commands(struct app *a, const char *list)
{
    char line[300];
    for (; *list; list += strcspn(list, ";"), list += *list == ';') {
        snprintf(line, sizeof line, "%.*s", (int)strcspn(list, ";"), list);
        app_command(a, line);
    }
}

/* The message has this in it; after a command; as a mistake. */
static inline void says(const struct app *a, const char *text)
{
    if (!strstr(a->dialog.message, text))
        fail_msg("\"%s\" does not say: %s", a->dialog.message, text);
}

static inline void answers(struct app *a, const char *command, const char *text)
{
    app_command(a, command);
    says(a, text);
}

static inline void refuses(struct app *a, const char *command, const char *text)
{
    answers(a, command, text);
    if (!a->dialog.bad)
        fail_msg("%s is no mistake", command);
}

static inline void collect(const struct app *a, struct bars *b)
{
    const struct scene s = app_scene(a, VIEW_run);
    bars_collect(&s, b);
}

/* A view alone, in r. */
static inline void draw_view(const struct app *a, int view, struct canvas *c, struct rect r)
{
    struct scene s = app_scene(a, view);
    s.inside = r;
    view_draw(&s, view, c, r);
}

static inline void resize(struct app *a, int rows, int cols)
{
    a->panels.rows = rows;
    a->panels.cols = cols;
}

/* The screen as text; to be freed. */
static inline char *screen_text(const struct app *a)
{
    struct canvas c;
    assert_true(canvas_init(&c, a->panels.rows, a->panels.cols, a->ascii, NULL));
    app_draw(a, &c);
    char *text = canvas_to_text(&c);
    canvas_free(&c);
    return text;
}

/* Where this begins on the screen; -1: nowhere. */
static inline long place(const struct app *a, const char *text)
{
    char *is = screen_text(a), *at = strstr(is, text);
    long found = at ? at - is : -1;
    free(is);
    return found;
}

static inline bool shows(const struct app *a, const char *text)
{
    return place(a, text) >= 0;
}
