/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fake_engine: shell scripts that stand in for the engine, and a handler that keeps the events. */
#pragma once

#include <jansson.h>

#include "tui/link/link.h"

#define HELLO "echo '{\"ev\":\"hello\",\"protocol\":2,\"memory\":1000000}'\n"

/* Writes a shell script and returns the command that runs it, "sh PATH": good until the next call, which removes it. */
static inline const char *fake_engine(const char *script)
{
    static char command[64] = "sh ";
    unlink(command + strlen("sh "));
    char path[] = "/tmp/nzscope-fake-XXXXXX";
    int fd = mkstemp(path);
    if (fd < 0 || write(fd, script, strlen(script)) != (ssize_t)strlen(script) || close(fd) != 0)
        abort();
    snprintf(command, sizeof command, "sh %s", path);
    return command;
}

static inline void fake_engine_remove(const char *command)
{
    unlink(command + strlen("sh "));
}

/* What has come: the events, and all data bytes behind each other. */
struct heard {
    json_t *events;
    char *data;
    size_t bytes;
    int ends; /* `data` events of no bytes */
};

static inline void heard_event(void *arg, const json_t *event, const char *data, size_t bytes)
{
    struct heard *h = arg;
    if (data) {
        h->data = realloc(h->data, h->bytes + bytes + 1);
        memcpy(h->data + h->bytes, data, bytes);
        h->bytes += bytes;
        return;
    }
    h->ends += strcmp(json_string_value(json_object_get(event, "ev")), "data") == 0;
    json_array_append_new(h->events, json_deep_copy(event));
}

static inline struct heard heard_new(void)
{
    return (struct heard){ .events = json_array() };
}

static inline void heard_free(struct heard *h)
{
    json_decref(h->events);
    free(h->data);
}

/* The i-th event of a name, NULL when there are not so many. */
static inline json_t *heard_get(const struct heard *h, const char *name, int i)
{
    size_t at;
    json_t *event;
    json_array_foreach(h->events, at, event)
        if (strcmp(json_string_value(json_object_get(event, "ev")), name) == 0 && i-- == 0)
            return event;
    return NULL;
}

static inline const char *heard_text(const struct heard *h, const char *name, int i, const char *member)
{
    const char *text = json_string_value(json_object_get(heard_get(h, name, i), member));
    return text ? text : "(none)";
}
