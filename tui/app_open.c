/* SPDX-License-Identifier: GPL-3.0-or-later */
/* app_open: the matrices of this session: what was named on the command line or opened since, one of them at a time. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/catalog.h"
#include "tui/app.h"
#include "tui/link.h"

static int find_spec(const struct app *a, const char *spec)
{
    int i = 0;
    while (i < a->specs && strcmp(a->spec[i], spec) != 0)
        i++;
    return i;
}

void app_know(struct app *a, const char *spec)
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

void app_forget(struct app *a)
{
    for (int i = 0; i < a->specs; i++)
        free(a->spec[i]);
    free(a->spec);
    a->spec = NULL;
    a->specs = a->spec_at = 0;
}

/* What goes on with the matrix that was open is of no use any more: it is cancelled first. */
bool app_open(struct app *a, const char *spec)
{
    char path[4096], word[3 * sizeof path];
    app_know(a, spec);
    a->spec_at = find_spec(a, spec) < a->specs ? find_spec(a, spec) : 0;
    if (spec != a->opening) /* it is, when the same is opened once more */
        snprintf(a->opening, sizeof a->opening, "%s", spec);
    if (a->over) {
        app_revive(a);
        return true;
    }
    if (!a->client)
        return false;
    settings_set(&a->settings, a->model, "reorder", "", NULL); /* an order belongs to a matrix */
    if (a->run_cmd || a->open_cmd || a->reorder_cmd)
        client_send(a->client, "stop");
    catalog_path(spec, path, sizeof path);
    a->open_cmd = client_send(a->client, "open %s", link_word(path, word, sizeof word));
    if (!a->open_cmd) {
        app_say(a, true, "%s cannot be opened: there is no engine", spec);
        return false;
    }
    a->failed[0] = 0;
    a->overlay = -1;
    return true;
}

void app_open_next(struct app *a, int by)
{
    if (a->specs < 2) {
        app_say(a, false, "no other matrix has been named or opened yet: o opens one");
        return;
    }
    app_open(a, a->spec[(a->spec_at + by + a->specs) % a->specs]);
}

void app_revive(struct app *a)
{
    if (!a->client || client_is_replay(a->client)) {
        app_say(a, true, "a recording has no engine");
        return;
    }
    a->revive = true;
    a->overlay = -1;
}
