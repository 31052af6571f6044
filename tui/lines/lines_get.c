/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lines_get: matrices from the collection, for the shell and for the prompt. */
#include "tui/lines/lines_command.h"
#include "tui/link/fetch.h"

/* The script's status is ours; it has printed the reason. */
static bool get_and_wait(struct lines *l, const struct options *o, struct err *e)
{
    struct fetch f;
    if (!client_is_local(l->client))
        return err_set(e, ERR_USAGE,
                       "the engine may be on another machine (--engine); nzscope get, there, fetches matrices");
    if (!fetch_start(&f, o->word, o->words, false, e))
        return false;
    l->interrupted = false;
    bool on = true;
    while (on && !l->interrupted && lines_wait(l, f.end, e))
        on = !l->readable || fetch_read(&f);
    const int status = fetch_end(&f, on);
    if (l->interrupted)
        err_set(e, ERR_CANCELLED, "stopped; the same command resumes it");
    else if (e->code == ERR_NONE)
        e->code = (enum err_code)status;
    l->interrupted = false;
    return e->code == ERR_NONE;
}

/* In the shell, the script replaces this program. */
bool lines_get(struct lines *l, const struct options *o, struct err *e)
{
    if (l->context == PROMPT)
        return get_and_wait(l, o, e);
    fetch_become(o->word, o->words, e);
    return e->code == ERR_NONE;
}
