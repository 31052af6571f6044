/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lines_ask: sends a command to the engine, handles its events, and waits for its end. */
#include <signal.h>
#include <sys/signalfd.h>

#include "core/base/clock.h"
#include "core/protocol/event.h"
#include "tui/lines/lines_parts.h"
#include "tui/model/model.h"

/* ---- events ---- */

const char *const lines_told[LINES_TOLD] = { "device",   "kernel",   "format",   "backend",
                                             "ordering", "topology", "operation" };

enum { TOLD_MOST = 1000 }; /* of each kind, from an engine that never stops */

static void replace(json_t **to, json_t *value)
{
    json_decref(*to);
    *to = value;
}

static void show_progress(struct lines *l, const json_t *event)
{
    char what[64] = "", done_text[TEXT_SIZE], total_text[TEXT_SIZE];
    const double done = take_double(event, "done"), total = take_double(event, "total");
    take_text(event, "what", what, sizeof what);
    if (total > 0)
        lines_progress(l, "%s: %.0f%% of %s", what, 100 * done / total, text_count(total_text, (int64_t)total));
    else
        lines_progress(l, "%s%s%s", what, done > 0 ? ": " : "", done > 0 ? text_count(done_text, (int64_t)done) : "");
}

static void nothing_is_open(struct lines *l)
{
    l->open[0] = 0;
    replace(&l->matrix, NULL);
    replace(&l->costs, NULL);
}

/* Reported only at a prompt, and only if the engine gives a reason. */
static void see_closed(struct lines *l, const json_t *event)
{
    char name[128] = "", why[300] = "";
    take_text(event, "name", name, sizeof name);
    take_text(event, "text", why, sizeof why);
    if (*why && l->context != SHELL)
        lines_say(l, "%s is closed: %s", name, why);
    nothing_is_open(l);
}

static void see_died(struct lines *l, const json_t *event)
{
    const json_t *log = json_object_get(event, "log");
    const char *last = json_string_value(json_array_get(log, json_array_size(log) - 1));
    if (json_is_true(json_object_get(event, "again")) && *take_string(event, "text"))
        lines_say(l, "%s%s%.150s; restarting it", take_string(event, "text"), last ? "; its last words: " : "",
                  last ? last : "");
    l->ready = false;
    l->reopening = (int)json_integer_value(json_object_get(event, "cmd"));
    if (!l->reopening)
        nothing_is_open(l);
}

/* The answer to reopening the matrix after a death of the engine. */
static void see_reopened(struct lines *l, const json_t *event)
{
    l->reopening = 0;
    if (json_integer_value(json_object_get(event, "status")) != 0) {
        lines_say(l, "%s is no longer open: %s; fix that and open it again, or open another matrix", l->open,
                  take_string(event, "text"));
        nothing_is_open(l);
    }
}

/* A device is reported again once its roofs are measured, replacing the earlier report. */
static void see_device(json_t *devices, const json_t *event)
{
    for (size_t i = 0; i < json_array_size(devices); i++)
        if (strcmp(take_string(json_array_get(devices, i), "id"), take_string(event, "id")) == 0)
            json_array_set(devices, i, (json_t *)event);
}

/* Every event passes through here; those of the pending command go on to its handler. */
static void see(void *arg, const json_t *event, const char *data, size_t bytes)
{
    struct lines *l = arg;
    const char *name = json_string_value(json_object_get(event, "ev"));
    int cmd = (int)json_integer_value(json_object_get(event, "cmd"));
    for (int i = 0; i < LINES_TOLD; i++) {
        if (strcmp(name, lines_told[i]) == 0 && !l->ready) {
            if (json_array_size(l->told[i]) < TOLD_MOST)
                json_array_append(l->told[i], (json_t *)event);
        } else if (strcmp(name, "hello") == 0) {
            json_array_clear(l->told[i]);
            l->ready = false;
        }
    }
    if (strcmp(name, "ready") == 0) {
        l->ready = true;
    } else if (strcmp(name, "device") == 0 && l->ready) {
        see_device(l->devices, event);
    } else if (strcmp(name, "progress") == 0) {
        show_progress(l, event);
    } else if (strcmp(name, "notice") == 0) {
        lines_say(l, "%s", take_string(event, "text"));
    } else if (strcmp(name, "died") == 0) {
        see_died(l, event);
    } else if (strcmp(name, "closed") == 0) {
        see_closed(l, event);
    } else if (strcmp(name, "matrix") == 0) {
        replace(&l->matrix, json_incref((json_t *)event));
        replace(&l->costs, NULL);
    } else if (strcmp(name, "formats") == 0 && !l->costs) {
        replace(&l->costs, json_incref((json_t *)event));
    }
    if (cmd && cmd == l->reopening && strcmp(name, "done") == 0) {
        see_reopened(l, event);
    } else if (cmd && cmd == l->cmd && strcmp(name, "done") == 0) {
        l->answered = true;
        take_outcome(event, l->answer);
        lines_input_named(l, l->answer);
    } else if (l->on_event && ((cmd && cmd == l->cmd) || client_is_replay(l->client))) {
        l->on_event(l->arg, event, data, bytes);
    }
}

/* ---- waiting ---- */

/* Ctrl-C: the first stops the command, the second leaves; SIGTERM, SIGHUP and SIGQUIT leave at once. */
static void take_signal(struct lines *l)
{
    struct signalfd_siginfo s;
    while (l->signals >= 0 && read(l->signals, &s, sizeof s) == (ssize_t)sizeof s) {
        if (s.ssi_signo == SIGINT && l->cmd && l->stops++ == 0) {
            client_send(l->client, "stop");
            lines_progress(l, "stopping; press Ctrl-C again to leave");
        } else if (s.ssi_signo == SIGINT && !l->cmd && l->editing) {
            l->interrupted = true;
        } else {
            l->killed = (int)s.ssi_signo;
        }
    }
}

/* An answer, or at first that the engine is there. */
static bool is_awaited(const struct lines *l)
{
    return l->cmd || !(l->ready || client_is_replay(l->client));
}

/* Reports silence on a terminal, as from an unreachable machine. */
static void mind_silence(struct lines *l, bool heard)
{
    enum { SILENT_S = 6 };
    const double now = clock_s();
    if (heard || !is_awaited(l) || !(l->heard > 0))
        l->heard = now;
    else if (l->stops == 0 && now - l->heard >= SILENT_S)
        lines_progress(l, "no word from the engine for %.0f s; Ctrl-C stops", now - l->heard);
}

bool lines_wait(struct lines *l, int fd, struct err *e)
{
    enum { LOOK_MS = 1000 };
    struct pollfd p[LINK_FDS + 2];
    int n = link_fds(client_link(l->client), p), signals = n, input = n + 1,
        most = link_timeout_ms(client_link(l->client));
    p[signals] = (struct pollfd){ .fd = l->signals, .events = POLLIN };
    p[input] = (struct pollfd){ .fd = fd, .events = POLLIN };
    if (l->talks && is_awaited(l) && (most < 0 || most > LOOK_MS))
        most = LOOK_MS;
    mind_silence(l, poll(p, (nfds_t)n + 2, most) > 0);
    l->readable = (p[input].revents & (POLLIN | POLLHUP | POLLERR)) != 0;
    take_signal(l);
    if (l->killed)
        return err_set(e, ERR_CANCELLED, "stopped");
    if (client_read(l->client, see, l))
        return true;
    const char *why = client_failed(l->client);
    l->gone = true;
    return err_set(e, why && client_is_replay(l->client) ? ERR_INPUT : ERR_ENGINE, "%s",
                   why ? why : "the recording has ended");
}

bool lines_ready(struct lines *l, struct err *e)
{
    while (!l->ready || l->reopening)
        if (!lines_wait(l, -1, e))
            return false;
    return true;
}

bool lines_renew(struct lines *l, struct err *e)
{
    l->ready = false;
    client_renew(l->client);
    return lines_ready(l, e);
}

/* ---- asking ---- */

void lines_tell(const struct lines *l, struct model *m)
{
    const json_t *const said[] = { l->devices, l->operations, l->kernels };
    const json_t *event;
    json_t *hello = EVENT_OBJECT(FIELD("ev", "hello")); /* another engine numbers its runs from 1 */
    model_apply(m, hello);
    json_decref(hello);
    for (int i = 0; i < 3; i++)
        JSON_EACH(event, said[i])
            model_apply(m, event);
}

bool lines_argument(char *line, size_t size, const char *name, const char *value, struct err *e)
{
    size_t used = strlen(line);
    if (!value || !*value)
        return true;
    if (used + strlen(name) + 3 + 3 * strlen(value) > size) /* blank, =, NUL, and at worst %XX for each byte */
        return err_set(e, ERR_USAGE, "the value of %s is too long: %.40s...", name, value);
    used += (size_t)snprintf(line + used, size - used, " %s=", name);
    link_word(value, line + used, size - used);
    return true;
}

bool lines_arguments(char *line, size_t size, const struct options *o, const enum option *list, int count,
                     struct err *e)
{
    for (int i = 0; i < count; i++)
        if (!lines_argument(line, size, option_table[list[i]].name, o->value[list[i]], e))
            return false;
    return true;
}

bool lines_ask(struct lines *l, const char *line, link_handler *on_event, void *arg, struct err *e)
{
    l->answered = false;
    l->answer = e;
    l->stops = 0;
    l->on_event = on_event;
    l->arg = arg;
    l->cmd = client_send(l->client, "%s", line);
    l->heard = clock_s();
    if (!l->cmd)
        err_set(e, ERR_ENGINE, "the engine is gone");
    while (l->cmd && !l->answered && lines_wait(l, -1, e)) {
    }
    l->cmd = 0;
    lines_clear(l);
    /* it may have ended before Ctrl-C arrived: the following commands are stopped anyway */
    if (e->code == ERR_NONE && l->stops > 0)
        err_set(e, ERR_CANCELLED, "stopped");
    return e->code == ERR_NONE;
}
