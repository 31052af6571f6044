/* SPDX-License-Identifier: GPL-3.0-or-later */
/* client_death: reports an engine's death, and decides whether to start another. A lost connection is not restored
   automatically: it may ask for a password, or take long. */
#include "core/base/clock.h"
#include "tui/link/client_parts.h"

static bool is_cut(const struct client *c)
{
    return c->host[0] && link_cut(c->link);
}

static const char *obituary(const struct client *c, char out[520])
{
    const char *how = link_obituary(c->link);
    if (!is_cut(c))
        snprintf(out, 520, "%s%s%s", c->host[0] ? c->host : "", c->host[0] ? ": " : "", how);
    else if (c->greeted)
        snprintf(out, 520, "the connection to %s is cut (%s)", c->host, how);
    else
        snprintf(out, 520, "%s cannot be reached (%s)", c->host, how);
    return out;
}

static void finish_commands(struct client *c)
{
    const char *text = is_cut(c) ? "the connection was cut while this ran" : "the engine died while it ran this";
    json_t *run = c->run;
    c->run = NULL;
    if (run) {
        EVENT_ADD(run, FIELD("ev", "measurement"), FIELD("status", "error"), FIELD("text", text));
        json_object_del(run, "step");
        client_tell(c, run);
    }
    int left = c->pending_count;
    c->pending_count = 0;
    for (int i = 0; i < left; i++) {
        client_tell(c, EVENT("done", c->pending[i].cmd, FIELD("status", (int)ERR_ENGINE),
                             FIELD("text", is_cut(c) ? "the connection is cut" : "the engine died")));
        free(c->pending[i].open);
    }
}

/* Counts a death; returns whether too many engines died in the last seconds to start another. */
static bool too_often(struct client *c)
{
    time_t now = (time_t)clock_s() + 1; /* 0 means never */
    bool often = c->death[0] && now - c->death[0] < CLIENT_WINDOW_S;
    memmove(c->death, c->death + 1, sizeof c->death - sizeof c->death[0]);
    c->death[CLIENT_RESTARTS - 1] = now;
    return often;
}

/* Whether ssh would have asked the user. */
static bool has_asked(const struct client *c, const char *words)
{
    return is_cut(c) && !c->greeted && c->options.link.apart &&
           (strstr(words, "Permission denied") || strstr(words, "Host key verification failed"));
}

static void fail(struct client *c, bool often)
{
    char times[60] = "", how[520];
    const char *log = link_log(c->link), *last = strrchr(log, '\n');
    last = last ? last + 1 : log;
    if (often)
        snprintf(times, sizeof times, ", the %dth death within %d seconds", CLIENT_RESTARTS + 1, CLIENT_WINDOW_S);
    snprintf(c->failed, sizeof c->failed, "%s%s%s%.150s%s", obituary(c, how), times, *last ? "; its last words: " : "",
             last,
             has_asked(c, last) ? "; ssh cannot ask anything here: give it a key (ssh-add) or a ControlMaster" : "");
}

/* Starts a new engine and sends it the state of the old one; `died` gets what is reopened. */
static bool start_again(struct client *c, json_t *died)
{
    struct err e = { 0 };
    if (!link_restart(c->link, &e)) {
        snprintf(c->failed, sizeof c->failed, "%s", e.text);
        return false;
    }
    c->failed[0] = 0;
    c->greeted = false;
    if (c->limit[0])
        client_send_line(c, c->limit);
    char *line = c->opened;
    c->opened = NULL; /* until it is read again */
    if (line) {
        EVENT_ADD(died, FIELD("open", line + strlen("open ")));
        json_object_set_new(died, "cmd", json_integer(client_send_line(c, line)));
    }
    free(line);
    return true;
}

static json_t *log_lines(const char *text)
{
    json_t *lines = json_array();
    for (size_t n; *text; text += n + (text[n] == '\n')) {
        n = strcspn(text, "\n");
        json_array_append_new(lines, json_stringn(text, n));
    }
    return lines;
}

bool client_died(struct client *c)
{
    char how[520];
    const bool asked = c->renews, often = !asked && too_often(c);
    bool again = (asked || (c->options.restart && !often)) && !is_cut(c);
    c->renews = false;
    fail(c, often);
    upload_reset(&c->upload);
    finish_commands(c); /* what was being read is not read again: it might kill the next engine, too */
    json_t *died =
        EVENT("died", 0, FIELD("text", asked ? "" : obituary(c, how)), FIELD("log", log_lines(link_log(c->link))));
    again = again && start_again(c, died);
    json_object_set_new(died, "again", json_boolean(again));
    client_tell(c, died);
    return again;
}
