/* SPDX-License-Identifier: GPL-3.0-or-later */
/* command_list: numbers as the user writes them: "1,2,4", "1..16", or the names of choices. */
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "core/base/number.h"
#include "core/protocol/command.h"

static bool value_parse(const char *text, const char *const *choices, int64_t *out)
{
    for (int64_t i = 0; choices && choices[i]; i++) {
        if (strcasecmp(choices[i], text) == 0) {
            *out = i;
            return true;
        }
    }
    return !choices && number_parse(text, out);
}

static bool list_complain(const char *name, const char *text, const char *const *choices, struct err *e)
{
    if (!choices)
        return err_set(e, ERR_USAGE, "%s=%.60s: a number or a list like 1,2,4 or 1..16", name, text);
    char known[160] = "";
    for (int i = 0; choices[i]; i++) {
        size_t used = strlen(known);
        snprintf(known + used, sizeof known - used, "%s%s", i ? ", " : "", choices[i]);
    }
    return err_set(e, ERR_USAGE, "%s=%.60s: one or more of %s", name, text, known);
}

/* Appends first..last, what is there already left out. */
static bool list_append(struct list *out, int64_t first, int64_t last)
{
    for (int64_t v = first;; v++) {
        bool twice = false;
        for (int i = 0; i < out->count; i++)
            twice = twice || out->value[i] == v;
        if (!twice && out->count == COMMAND_LIST)
            return false;
        if (!twice)
            out->value[out->count++] = v;
        if (v == last)
            return true;
    }
}

bool list_parse(const char *name, const char *text, int64_t min, int64_t max, const char *const *choices,
                struct list *out, struct err *e)
{
    out->count = 0;
    const char *at = text;
    for (;;) {
        size_t length = strcspn(at, ",");
        char item[64];
        if (length == 0 || length >= sizeof item)
            return list_complain(name, text, choices, e);
        memcpy(item, at, length);
        item[length] = '\0';
        char *dots = strstr(item, "..");
        if (dots)
            *dots = '\0';
        int64_t first, last;
        if (!value_parse(item, choices, &first) || !value_parse(dots ? dots + 2 : item, choices, &last) || first > last)
            return list_complain(name, text, choices, e);
        if (first < min || last > max) {
            return err_set(e, ERR_USAGE, "%s=%.60s: must be from %lld to %lld", name, text, (long long)min,
                           (long long)max);
        }
        if (!list_append(out, first, last))
            return err_set(e, ERR_USAGE, "%s=%.60s: more than %d values", name, text, COMMAND_LIST);
        at += length;
        if (!*at)
            return true;
        at++;
    }
}
