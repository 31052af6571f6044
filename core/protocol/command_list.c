/* SPDX-License-Identifier: GPL-3.0-or-later */
/* command_list: lists as users write them: "1,2,4", "1..16", "1..256x2", or names of choices. */
#include "core/base/number.h"
#include "core/protocol/command.h"

static bool value_parse(const char *text, const char *const *choices, int64_t *out)
{
    for (*out = 0; choices && choices[*out]; ++*out)
        if (strcasecmp(choices[*out], text) == 0)
            return true;
    return !choices && number_parse(text, out);
}

static bool list_complain(const char *name, const char *text, const char *const *choices, struct err *e)
{
    if (!choices)
        return err_set(e, ERR_USAGE, "%s=%.60s: a number, a list like 1,2,4, or a rising range like 1..16 or 1..256x2",
                       name, text);
    char known[160] = "";
    for (int i = 0; choices[i]; i++)
        text_join(known, sizeof known, ", ", "%s", choices[i]);
    return err_set(e, ERR_USAGE, "%s=%.60s: one or more of %s", name, text, known);
}

/* Appends a value unless it is there already; false: the list is full. */
static bool list_append(struct list *out, int64_t value)
{
    for (int i = 0; i < out->count; i++)
        if (out->value[i] == value)
            return true;
    if (out->count == COMMAND_LIST)
        return false;
    out->value[out->count++] = value;
    return true;
}

/* first, first + 1, … last; with a factor ≥ 2: first, factor·first, … up to last. */
struct range {
    int64_t first, last, factor;
};

static bool range_append(struct list *out, const struct range *r)
{
    for (int64_t v = r->first;; v = r->factor ? v * r->factor : v + 1) {
        if (!list_append(out, v))
            return false;
        if (r->factor ? v > r->last / r->factor : v == r->last)
            return true;
    }
}

/* Parses "4", "1..16" or "1..256x2", in place. Choices have no factor: their names may contain an x. */
static bool range_parse(char *text, const char *const *choices, struct range *r)
{
    char *dots = strstr(text, ".."), *times = dots && !choices ? strchr(dots, 'x') : NULL;
    if (dots)
        *dots = 0;
    if (times)
        *times++ = 0;
    r->factor = 0;
    if (!value_parse(text, choices, &r->first) || !value_parse(dots ? dots + 2 : text, choices, &r->last))
        return false;
    if (times && (!number_parse(times, &r->factor) || r->factor < 2 || r->first < 1))
        return false;
    return r->first <= r->last;
}

bool list_parse(const char *name, const char *text, int64_t min, int64_t max, const char *const *choices,
                struct list *out, struct err *e)
{
    out->count = 0;
    const char *at = text;
    for (;;) {
        size_t length = strcspn(at, ",");
        char item[64];
        struct range r;
        snprintf(item, sizeof item, "%.*s", (int)length, at);
        if (length == 0 || length >= sizeof item || !range_parse(item, choices, &r))
            return list_complain(name, text, choices, e);
        if (r.first < min || r.last > max)
            return err_set(e, ERR_USAGE, "%s=%.60s: must be from %lld to %lld", name, text, (long long)min,
                           (long long)max);
        if (!range_append(out, &r))
            return err_set(e, ERR_USAGE, "%s=%.60s: more than %d values", name, text, COMMAND_LIST);
        at += length;
        if (!*at)
            return true;
        at++;
    }
}
