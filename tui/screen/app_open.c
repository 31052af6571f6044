/* SPDX-License-Identifier: GPL-3.0-or-later */
/* app_open: opens matrices: from the picker, the session, the collection. */
#include "tui/screen/app.h"

#include <sys/stat.h>

#include "core/catalog/matrix_words.h"

/* The matrices of a set, with twins for missing files; false: `spec` is not a set. */
static bool know_set(struct app *a, const char *spec, struct matrix_words *w)
{
    bool here = a->engine.client && client_is_local(a->engine.client);
    if (!matrix_words_set(spec) ||
        !matrix_words_take(w, (char *const[]){ (char *)spec }, 1, here ? ABSENT_TWINNED : ABSENT_NAMED, NULL))
        return false;
    for (int i = 0; i < w->count; i++)
        matrices_know(&a->matrices, w->spec[i]);
    return true;
}

static bool is_folder(const char *spec)
{
    struct stat st;
    return stat(spec, &st) == 0 && S_ISDIR(st.st_mode);
}

void app_know(struct app *a, const char *spec)
{
    struct matrix_words w;
    if (know_set(a, spec, &w))
        matrix_words_free(&w);
    else if (!is_folder(spec))
        matrices_know(&a->matrices, spec);
}

/* First cancels work on the former matrix. */
static bool open_one(struct app *a, const char *spec)
{
    struct matrices *m = &a->matrices;
    char path[4096], word[3 * sizeof path];
    matrices_know(m, spec);
    m->at = matrices_find(m, spec) < m->count ? matrices_find(m, spec) : 0;
    m->then = NULL;
    if (spec != m->opening) /* equal when the same matrix is reopened */
        snprintf(m->opening, sizeof m->opening, "%s", spec);
    if (a->engine.over) {
        app_revive(a);
        return true;
    }
    if (a->engine.pending[PENDING_RUN] && !a->guide.tour)
        app_say(a, false, "the run of %s is being stopped for %s", a->rest.matrix, spec);
    if (!a->engine.client)
        return false;
    settings_set(&a->settings, a->model, "reorder", "", NULL); /* an order belongs to a matrix */
    m->refused[0] = 0;
    if (connection_busy(&a->engine))
        client_send(a->engine.client, "stop");
    catalog_path(spec, path, sizeof path);
    a->engine.pending[PENDING_OPEN] = client_send(a->engine.client, "open %s", link_word(path, word, sizeof word));
    if (!a->engine.pending[PENDING_OPEN]) {
        app_say(a, true, "%s cannot be opened: there is no engine", spec);
        return false;
    }
    m->failed.text[0] = 0;
    if (a->panels.overlay != VIEW_microscope) /* it shows the next matrix as it showed this */
        a->panels.overlay = -1;
    a->download.opens = false;
    return true;
}

static void add_lesson(void *picker, const char *name, const char *path)
{
    struct err e;
    struct tour *t = tour_read(path, NULL, &e);
    if (t)
        picker_add_lesson(picker, name, t->title);
    tour_free(t);
}

static void add_lessons(struct picker *p)
{
    tour_each(add_lesson, p);
}

void app_pick(struct app *a, const char *folder)
{
    if (picker_fill(&a->picker, a->matrices.spec, a->matrices.count, folder, add_lessons) == 0 && folder[0])
        app_say(a, true, "%s: no matrix file there or below", folder);
    a->panels.overlay = VIEW_open;
    int at = 0;
    while (folder[0] && at + 1 < a->picker.entries && strcmp(a->picker.entry[at].group, "file") != 0)
        at++;
    a->state[VIEW_open].at = at + 1 < a->picker.entries ? at : 0;
}

bool app_open(struct app *a, const char *spec)
{
    struct matrix_words w;
    if (app_is_recorded(a))
        return false;
    if (!know_set(a, spec, &w)) {
        if (!is_folder(spec))
            return open_one(a, spec);
        app_pick(a, spec);
        return false;
    }
    bool ok = open_one(a, w.spec[0]);
    if (ok)
        app_say(a, false, "%s: %d matrices, %d of them twins; n and p go through them", spec, w.count, w.twins);
    matrix_words_free(&w);
    return ok;
}

/* ---- from the collection ---- */

void app_fetch(struct app *a, const char *name)
{
    struct err e;
    char *word[] = { (char *)name };
    if (!a->engine.client || !client_is_local(a->engine.client)) {
        app_say(a, true, "the engine may be on another machine (%s); nzscope get %s, there, fetches it",
                a->engine.client && *client_host(a->engine.client) ? client_host(a->engine.client) : "--engine", name);
    } else if (a->download.fetch.pid) {
        app_say(a, true, "%s is still being fetched; :stop cancels", a->download.name);
    } else if (!fetch_start(&a->download.fetch, word, 1, true, &e)) {
        app_say(a, true, "%s", e.text);
    } else {
        snprintf(a->download.name, sizeof a->download.name, "%s", basename(name));
        a->download.opens = true;
        a->panels.overlay = -1;
        app_say(a, false, "fetching %s from the collection; Esc cancels", name);
    }
}

void app_fetch_tick(struct app *a, bool stop)
{
    char path[4096];
    if (!a->download.fetch.pid || (!stop && fetch_read(&a->download.fetch)))
        return;
    int status = fetch_end(&a->download.fetch, stop);
    if (stop)
        app_say(a, false, "%s was not fetched; get resumes it", a->download.name);
    else if (status != 0)
        app_say(a, true, "%s",
                a->download.fetch.said[0] ? a->download.fetch.said : "the download ended without a word");
    else if (!a->download.opens || !catalog_path_of(a->download.name, path, sizeof path))
        app_say(a, false, "%s has been fetched", a->download.name);
    else if (app_open(a, a->download.name))
        app_say(a, false, "%s has been fetched", a->download.name);
    model_note(a->model, a->dialog.message);
}

void app_open_next(struct app *a, int by)
{
    if (a->matrices.count < 1 + a->model->matrix.open)
        app_say(a, false, "no other matrix has been named or opened yet: o opens one");
    else
        app_open(a, matrices_next(&a->matrices, by));
}

void app_revive(struct app *a)
{
    a->ask.revive = true;
    a->panels.overlay = -1;
}
