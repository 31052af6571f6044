/* SPDX-License-Identifier: GPL-3.0-or-later */
/* stage: an app with nothing open, with a matrix being read, or with runs, for tests of what is shown. */
#pragma once

#include "tui/model/tests/events.h"
#include "tui/screen/app.h"
#include "tui/views/bars.h"
#include "tui/views/kernels.h"

enum stage { EMPTY, LOADING, FULL, STAGES };

static inline struct app *make(enum stage stage, bool ascii)
{
    struct app *a = app_new(themes[0], ascii, NULL);
    assert_non_null(a);
    if (stage >= LOADING) {
        FEED(a->model, events_start);
        FEED(a->model, events_loading);
        a->pending[PENDING_OPEN] = stage == LOADING;
        snprintf(a->opening, sizeof a->opening, "gen:stencil27:32");
    }
    if (stage == FULL) {
        FEED(a->model, events_matrix);
        FEED(a->model, events_runs);
        a->pending[PENDING_RUN] = 2;
        kernels_mark(&a->marks, "cpu.csr.omp", 1);
        kernels_mark(&a->marks, "gpu.csr.vector", 1);
    }
    return a;
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
    views[view]->draw(&s, c, r);
}

/* Whether this stands on the screen. */
static inline bool shows(const struct app *a, const char *text)
{
    struct canvas c;
    assert_true(canvas_init(&c, a->rows, a->cols, a->ascii, NULL));
    app_draw(a, &c);
    char *is = canvas_to_text(&c);
    bool found = strstr(is, text) != NULL;
    free(is);
    canvas_free(&c);
    return found;
}
