/* SPDX-License-Identifier: GPL-3.0-or-later */
/* parse: a line of JSON from an engine or a recording as an event. */
#include "tui/link/frame.h"
#include "tui/link/take.h"

#include "core/base/scrub.h"

/* Most texts are plain; only the others need scrubbing. */
static bool is_plain(const char *text)
{
    for (; *text; text++)
        if (*text < ' ' || *text > '~')
            return false;
    return true;
}

/* A scrubbed copy, to be freed; NULL: out of memory. */
static char *clean_copy(const char *text)
{
    size_t length = strlen(text), size = SCRUB_GROWTH * length + 1;
    char *copy = malloc(size);
    return copy ? scrub_text(text, length, copy, size) : NULL;
}

static bool clean_text(json_t *text, struct err *e)
{
    const char *is = json_string_value(text);
    if (is_plain(is))
        return true;
    char *clean = clean_copy(is);
    bool ok = clean && json_string_set(text, clean) == 0;
    free(clean);
    return ok || err_nomem(e, "a text of an event", strlen(is));
}

static bool check_name(const char *name, struct err *e)
{
    if (is_plain(name))
        return true;
    char *clean = clean_copy(name);
    bool same = clean && strcmp(clean, name) == 0;
    free(clean);
    return clean ? same || err_set(e, ERR_INPUT, "a member has control characters in its name")
                 : err_nomem(e, "a name of an event", strlen(name));
}

/* In place; recursion is as deep as the JSON parser's. */
static bool clean(json_t *value, struct err *e)
{
    const char *name;
    json_t *part;
    if (json_is_string(value))
        return clean_text(value, e);
    JSON_EACH(part, value)
        if (!clean(part, e))
            return false;
    json_object_foreach(value, name, part)
        if (!check_name(name, e) || !clean(part, e))
            return false;
    return true;
}

/* Jansson crashes or blames the text when memory runs out, so a long line is parsed only if memory suffices. */
static bool has_room(size_t length, struct err *e)
{
    enum { LONG = 1 << 20, GROWTH = 8 };
    void *volatile room = length < LONG ? NULL : malloc(GROWTH * length);
    free(room);
    return length < LONG || room || err_nomem(e, "an event", GROWTH * length);
}

json_t *parse_event(const char *line, size_t length, struct err *e)
{
    json_error_t wrong;
    if (!has_room(length, e))
        return NULL;
    json_t *event = json_loadb(line, length, JSON_REJECT_DUPLICATES, &wrong);
    if (!json_is_string(json_object_get(event, "ev")))
        err_set(e, ERR_INPUT, "it is not a JSON object with an \"ev\"");
    else if (clean(event, e))
        return event;
    json_decref(event);
    return NULL;
}
