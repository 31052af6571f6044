/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lines_get: matrices from the collection; matrices/download_matrix.sh does it. */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/catalog.h"
#include "tui/lines.h"

/* Becomes the script: there is nothing left to do for this program. Returns only when that fails. */
int lines_get(struct lines *l, const struct options *o, struct err *e)
{
    char folder[2048], script[2200];
    char **word = calloc((size_t)o->words + 3, sizeof *word);
    (void)l;
    if (!word) {
        err_nomem(e, "the names", (size_t)o->words * sizeof *word);
        return (int)e->code;
    }
    catalog_folder(CATALOG_OWN, folder, sizeof folder);
    snprintf(script, sizeof script, "%s/download_matrix.sh", folder);
    word[0] = (char[]){ "sh" };
    word[1] = script;
    memcpy(word + 2, o->word, (size_t)o->words * sizeof *word);
    if (access(script, R_OK) == 0) {
        signal(SIGPIPE, SIG_DFL);
        execv("/bin/sh", word);
    }
    err_set(e, ERR_INPUT, "cannot run %.400s: %s", script, strerror(errno));
    free(word);
    return (int)e->code;
}
