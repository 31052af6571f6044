/* SPDX-License-Identifier: GPL-3.0-or-later */
/* app_open: the matrices of this session: what was named on the command line or opened since, one of them at a time. */
#include <sys/stat.h>

#include "core/catalog/matrix_words.h"
#include "tui/link/client.h"
#include "tui/screen/app.h"

static int find_spec(const struct app *a, const char *spec)
{
    int i = 0;
    while (i < a->specs && strcmp(a->spec[i], spec) != 0)
        i++;
    return i;
}

static void know(struct app *a, const char *spec)
{
    if (find_spec(a, spec) < a->specs)
        return;
    char **more = realloc(a->spec, (size_t)(a->specs + 1) * sizeof *more);
    if (!more)
        return;
    a->spec = more;
    a->spec[a->specs] = strdup(spec);
    a->specs += a->spec[a->specs] != NULL;
}

/* The matrices of a set, twins where the file is not here; false: `spec` is no set. */
static bool know_set(struct app *a, const char *spec, struct matrix_words *w)
{
    bool here = a->client && client_is_local(a->client);
    if (!matrix_words_set(spec) ||
        !matrix_words_take(w, (char *const[]){ (char *)spec }, 1, here ? ABSENT_TWINNED : ABSENT_NAMED, NULL))
        return false;
    for (int i = 0; i < w->count; i++)
        know(a, w->spec[i]);
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
        know(a, spec);
}

/* A matrix that cannot be read leaves the session; n and p go on from its place, or from the matrix still open. */
void app_unopened(struct app *a, bool bad)
{
    int at = find_spec(a, a->opening);
    if (bad && at < a->specs) {
        free(a->spec[at]);
        a->specs--;
        memmove(a->spec + at, a->spec + at + 1, (size_t)(a->specs - at) * sizeof *a->spec);
        a->spec_at = at < a->specs ? at : 0; /* the one behind it */
    }
    if (!a->model->matrix.open)
        return;
    snprintf(a->opening, sizeof a->opening, "%s", a->opened);
    at = find_spec(a, a->opening);
    a->spec_at = at < a->specs ? at : a->spec_at;
}

void app_forget(struct app *a)
{
    for (int i = 0; i < a->specs; i++)
        free(a->spec[i]);
    free(a->spec);
    a->spec = NULL;
    a->specs = a->spec_at = 0;
}

/* Work on the former matrix is cancelled first. */
static bool open_one(struct app *a, const char *spec)
{
    char path[4096], word[3 * sizeof path];
    know(a, spec);
    a->spec_at = find_spec(a, spec) < a->specs ? find_spec(a, spec) : 0;
    a->then = NULL;
    if (spec != a->opening) /* equal when the same matrix is opened again */
        snprintf(a->opening, sizeof a->opening, "%s", spec);
    if (a->over) {
        app_revive(a);
        return true;
    }
    if (!a->client)
        return false;
    settings_set(&a->settings, a->model, "reorder", "", NULL); /* an order belongs to a matrix */
    a->refused[0] = 0;
    if (app_busy(a))
        client_send(a->client, "stop");
    catalog_path(spec, path, sizeof path);
    a->pending[PENDING_OPEN] = client_send(a->client, "open %s", link_word(path, word, sizeof word));
    if (!a->pending[PENDING_OPEN]) {
        app_say(a, true, "%s cannot be opened: there is no engine", spec);
        return false;
    }
    a->failed.text[0] = 0;
    a->overlay = -1;
    a->fetch_opens = false;
    return true;
}

void app_pick(struct app *a, const char *folder)
{
    if (picker_fill(&a->picker, a->spec, a->specs, folder) == 0 && folder[0])
        app_say(a, true, "%s: no matrix file there or below", folder);
    a->overlay = VIEW_open;
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
    const char *slash = strrchr(name, '/');
    char *word[] = { (char *)name };
    if (!a->client || !client_is_local(a->client)) {
        app_say(a, true, "the engine may be on another machine (%s); nzscope get %s, there, fetches it",
                a->client && *client_host(a->client) ? client_host(a->client) : "--engine", name);
    } else if (a->fetch.pid) {
        app_say(a, true, "%s is still on its way; :stop gives it up", a->fetching);
    } else if (!fetch_start(&a->fetch, word, 1, true, &e)) {
        app_say(a, true, "%s", e.text);
    } else {
        snprintf(a->fetching, sizeof a->fetching, "%s", slash ? slash + 1 : name);
        a->fetch_opens = true;
        a->overlay = -1;
        app_say(a, false, "%s is fetched from the collection; Esc gives it up", name);
    }
}

void app_fetch_tick(struct app *a, bool stop)
{
    char path[4096];
    if (!a->fetch.pid || (!stop && fetch_read(&a->fetch)))
        return;
    int status = fetch_end(&a->fetch, stop);
    if (stop)
        app_say(a, false, "%s is not fetched; get resumes it", a->fetching);
    else if (status != 0)
        app_say(a, true, "%s", a->fetch.said[0] ? a->fetch.said : "the download ended without a word");
    else if (!a->fetch_opens || !catalog_path_of(a->fetching, path, sizeof path))
        app_say(a, false, "%s has been fetched", a->fetching);
    else if (app_open(a, a->fetching))
        app_say(a, false, "%s has been fetched", a->fetching);
    model_note(a->model, a->dialog.message);
}

void app_open_next(struct app *a, int by)
{
    bool between = find_spec(a, a->opening) == a->specs; /* before spec_at */
    if (a->specs < 1 + a->model->matrix.open)
        app_say(a, false, "no other matrix has been named or opened yet: o opens one");
    else
        app_open(a, a->spec[(a->spec_at + by - (between && by > 0) + a->specs) % a->specs]);
}

void app_revive(struct app *a)
{
    a->revive = true;
    a->overlay = -1;
}
