/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/link/client_parts.h"

#include <stdarg.h>

#include "core/base/scrub.h"
#include "core/base/words.h"
#include "tui/link/take.h"

struct client *client_open(const struct client_options *o, struct err *e)
{
    struct client *c = calloc(1, sizeof *c);
    if (!c) {
        err_nomem(e, "the link to the engine", sizeof *c);
        return NULL;
    }
    c->options = *o;
    c->upload = (struct upload){ .host = c->host, .limit = o->send_limit };
    host_of_command(o->link.engine, c->host);
    c->link = link_open(&o->link, e);
    if (!c->link) {
        free(c);
        return NULL;
    }
    c->upload.link = c->link;
    if (o->limit)
        client_send(c, "limit %llu", (unsigned long long)o->limit);
    return c;
}

bool client_is_replay(const struct client *c)
{
    return c && c->options.link.replay;
}

struct tape *client_tape(const struct client *c)
{
    return client_is_replay(c) ? link_tape(c->link) : NULL;
}

bool client_is_local(const struct client *c)
{
    return !c->options.link.replay && !c->options.link.engine;
}

void client_note(struct client *c, json_t *event)
{
    if (c && event)
        link_note(c->link, event);
    json_decref(event);
}

void client_tell(struct client *c, json_t *event)
{
    if (event) {
        link_note(c->link, event);
        c->on_event(c->arg, event, NULL, 0);
        json_decref(event);
    }
}

/* Replaces the text *to by a copy of `from` (NULL: none). */
static void keep(char **to, const char *from)
{
    char *copy = from ? strdup(from) : NULL;
    free(*to);
    *to = copy;
}

/* The index of the command that an event answers; c->pending_count: none. */
static int answered(const struct client *c, const json_t *event)
{
    int i = 0, cmd = (int)json_integer_value(json_object_get(event, "cmd"));
    while (i < c->pending_count && c->pending[i].cmd != cmd)
        i++;
    return i;
}

static void on_done(struct client *c, const json_t *event)
{
    int i = answered(c, event);
    if (i < c->pending_count) {
        if (c->pending[i].open && json_integer_value(json_object_get(event, "status")) == 0)
            keep(&c->opened, c->pending[i].open);
        free(c->pending[i].open);
        c->pending_count--;
        memmove(c->pending + i, c->pending + i + 1, (size_t)(c->pending_count - i) * sizeof c->pending[0]);
    }
}

/* The file being sent is no longer wanted: its answers are ignored. */
static void supersede(struct client *c)
{
    json_t *done = json_pack("{s:i,s:i}", "cmd", c->upload.first, "status", (int)ERR_CANCELLED);
    on_done(c, done);
    json_decref(done);
    upload_drop(&c->upload);
}

int client_send_line(struct client *c, const char *line)
{
    const bool open = strncmp(line, "open ", 5) == 0;
    int cmd = 0;
    if (open && c->upload.first)
        supersede(c);
    if (c->pending_count < CLIENT_PENDING && !c->upload.first && c->options.link.engine && !client_is_replay(c))
        cmd = upload_begin(&c->upload, line);
    if (c->pending_count < CLIENT_PENDING && !cmd)
        cmd = link_send(c->link, "%s", line);
    if (strcmp(line, "stop") == 0)
        c->upload.stopped = true;
    if (!cmd || client_is_replay(c))
        return cmd;
    if (strncmp(line, "limit ", 6) == 0)
        snprintf(c->limit, sizeof c->limit, "%s", line);
    if (strcmp(line, "stop") != 0 && strcmp(line, "quit") != 0) {
        c->pending[c->pending_count].cmd = cmd;
        c->pending[c->pending_count++].open = open ? strdup(line) : NULL;
    }
    return cmd;
}

int client_send(struct client *c, const char *format, ...)
{
    char *line = NULL;
    va_list args;
    va_start(args, format);
    int n = vasprintf(&line, format, args);
    va_end(args);
    if (n < 0)
        return 0;
    int cmd = client_send_line(c, line);
    free(line);
    return cmd;
}

/* ---- what the client learns from passing events ---- */

static void on_matrix(struct client *c, const json_t *event)
{
    int i = answered(c, event);
    if (i < c->pending_count && c->pending[i].open) /* and not another order of the open matrix */
        keep(&c->opened, NULL);                     /* not before it is read completely: it may kill the engine */
}

static void on_hello(struct client *c, const json_t *event)
{
    double memory = json_number_value(json_object_get(event, "memory"));
    c->greeted = true;
    if (c->options.link.engine && !c->host[0])
        host_of_hello(json_string_value(json_object_get(event, "host")), c->host);
    if (c->options.limit_share > 0 && memory > 0)
        client_send(c, "limit %.0f", memory * c->options.limit_share);
}

static void tell_upload(struct client *c)
{
    char what[HOST_NAME + 16];
    const struct upload *u = &c->upload;
    if (!u->taken || u->reads || !event_due(&c->rate))
        return;
    snprintf(what, sizeof what, "sending to %s", c->host[0] ? c->host : "the engine");
    client_tell(c, EVENT("progress", u->first, FIELD("what", what), FIELD("done", u->taken), FIELD("total", u->size)));
}

/* Whether the event concerns only the file being sent. */
static bool pass_upload(struct client *c, const json_t *event)
{
    struct err e;
    const int first = c->upload.first;
    switch (upload_take(&c->upload, (json_t *)event, &e)) {
    case UPLOAD_GOES:
        tell_upload(c);
        return true;
    case UPLOAD_FAILED: {
        json_t *done = EVENT("done", first, FIELD("status", (int)e.code), FIELD("text", e.text));
        on_done(c, done);
        client_tell(c, done);
        return true;
    }
    default:
        return false;
    }
}

static void pass(void *arg, const json_t *event, const char *data, size_t bytes)
{
    struct client *c = arg;
    const bool replay = client_is_replay(c);
    const char *name = replay ? "" : take_string(event, "ev");
    if (!replay && pass_upload(c, event))
        return;
    if (strcmp(name, "done") == 0) {
        on_done(c, event);
    } else if (strcmp(name, "matrix") == 0) {
        on_matrix(c, event);
    } else if (strcmp(name, "closed") == 0) {
        keep(&c->opened, NULL);
    } else if (strcmp(name, "hello") == 0) {
        on_hello(c, event);
    } else if (strcmp(name, "run") == 0 || strcmp(name, "measurement") == 0) {
        json_decref(c->run);
        c->run = strcmp(name, "run") == 0 ? json_copy((json_t *)event) : NULL;
    }
    c->on_event(c->arg, event, data, bytes);
}

/* ---- reading ---- */

bool client_read(struct client *c, link_handler *on_event, void *arg)
{
    c->on_event = on_event;
    c->arg = arg;
    if (c->failed[0])
        return false;
    if (link_read(c->link, pass, c))
        return true;
    if (client_is_replay(c)) {
        snprintf(c->failed, sizeof c->failed, "%s", link_obituary(c->link));
        return false;
    }
    return client_died(c);
}

void client_renew(struct client *c)
{
    c->renews = client_send(c, "quit") != 0;
}

const char *client_failed(const struct client *c)
{
    return c->failed[0] ? c->failed : NULL;
}

/* ---- the rest ---- */

const struct link *client_link(const struct client *c)
{
    return c->link;
}

int client_pending(const struct client *c)
{
    return c->pending_count;
}

const char *client_host(const struct client *c)
{
    return c ? c->host : "";
}

bool client_close(struct client *c, struct err *e)
{
    if (!c)
        return true;
    bool ok = link_close(c->link, e);
    upload_reset(&c->upload);
    json_decref(c->run);
    for (int i = 0; i < c->pending_count; i++)
        free(c->pending[i].open);
    free(c->opened);
    free(c);
    return ok;
}

/* ---- the name of the machine that an engine's command connects to ---- */

/* The first word that is neither an option nor an option's value. */
static const char *destination(const struct words *w)
{
    for (int i = 1; i < w->count; i++) {
        const char *word = w->word[i];
        if (strcmp(word, "--") == 0)
            return i + 1 < w->count ? w->word[i + 1] : NULL;
        if (*word != '-')
            return word;
        if (word[1] && !word[2] && strchr("BbcDEeFIiJLlmOoPpQRSWw", word[1]))
            i++;
    }
    return NULL;
}

void host_of_command(const char *command, char out[HOST_NAME])
{
    struct words w;
    out[0] = 0;
    if (!command || !words_split(command, &w, NULL))
        return;
    const char *to = w.count && strcmp(basename(w.word[0]), "ssh") == 0 ? destination(&w) : NULL;
    if (to) {
        const bool uri = strncmp(to, "ssh://", 6) == 0;
        to += uri ? 6 : 0;
        const char *at = strrchr(to, '@');
        to = at ? at + 1 : to;
        scrub_text(to, uri ? strcspn(to, ":/") : strlen(to), out, HOST_NAME);
    }
    words_free(&w);
}

void host_of_hello(const char *name, char out[HOST_NAME])
{
    char own[256] = "";
    gethostname(own, sizeof own - 1);
    out[0] = 0;
    if (name && strcmp(name, own) != 0)
        scrub_text(name, strlen(name), out, HOST_NAME);
}
