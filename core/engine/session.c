/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/engine/session.h"

#include "core/protocol/queue.h"

bool session_cancelled(const struct session *s)
{
    return queue_cancelled(s->queue, s->cmd) || events_gone(s->events);
}

bool session_goes_on(const struct session *s, struct err *e)
{
    return !session_cancelled(s) || err_set(e, ERR_CANCELLED, "cancelled");
}

static bool session_report(void *arg, const char *what, uint64_t done, uint64_t total)
{
    struct session *s = arg;
    if (event_due(&s->rate))
        event_send(s->events,
                   EVENT("progress", s->cmd, FIELD("what", what), FIELD("done", done), FIELD("total", total)));
    return !session_cancelled(s);
}

const struct progress *session_progress(struct session *s)
{
    s->progress = (struct progress){ .report = session_report, .arg = s };
    return &s->progress;
}

bool session_needs(const struct session *s, bool to_run, struct err *e)
{
    if (!s->open)
        return err_set(e, ERR_USAGE, "no matrix is open: open a file or gen:SPEC first");
    if (to_run && s->matrix.field == FIELD_COMPLEX)
        return err_set(e, ERR_UNSUPPORTED,
                       "kernels compute only with real numbers, and %s is complex; it can be viewed", s->matrix.name);
    return true;
}

void session_notice(const struct session *s, const char *text)
{
    event_send(s->events, EVENT("notice", s->cmd, FIELD("text", text)));
}
