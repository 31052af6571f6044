/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lines_replay: the measurements of a recording as rows, and its advice as notices. */
#include "tui/lines/lines_command.h"
#include "tui/lines/table.h"

struct replay_rows {
    struct lines *lines;
    struct row_table *rows;
};

static void on_event(void *arg, const json_t *event, const char *data, size_t bytes)
{
    struct replay_rows *r = arg;
    const char *name = take_string(event, "ev");
    if (strcmp(name, "measurement") == 0)
        rows_put(r->rows, event);
    else if (strcmp(name, "advice") == 0)
        lines_say(r->lines, "%s: %s", take_string(event, "matrix"), take_string(event, "text"));
}

bool lines_replay(struct lines *l, const struct options *o, struct err *e)
{
    enum rows_style style;
    struct replay_rows r = { .lines = l };
    if (!(r.rows = rows_begin(o, NULL, NULL, &style, e)))
        return false;
    l->on_event = on_event;
    l->arg = &r;
    while (rows_writes(r.rows) && lines_wait(l, -1, e)) {
    }
    if (l->gone && !client_failed(l->client)) /* the end of the recording */
        *e = (struct err){ 0 };
    lines_close_rows(l, r.rows, o, e);
    return e->code == ERR_NONE;
}
