/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/results/machine.h"

#include "tui/link/take.h"

void machine_text(const json_t *m, char *out, size_t size)
{
    static const char *const facts[] = { "processor", "host", "date", "libraries", "version" };
    enum { FACTS = COUNT(facts) };
    out[0] = 0;
    for (int i = 0; i < FACTS; i++) {
        const char *fact = take_string(m, facts[i]);
        if (*fact)
            text_join(out, size, " · ", "%s%s", i == FACTS - 1 ? "nzscope " : "", fact);
    }
}

/* Appends the items that are not yet in the list, separated by ", ". */
static void list_join(char *list, size_t size, const char *more)
{
    for (size_t n; (n = strcspn(more, ",")); more += n + strspn(more + n, ", ")) {
        bool is = false;
        for (const char *at = list; *at && !is; at += strcspn(at, ","), at += strspn(at, ", "))
            is = strcspn(at, ",") == n && strncmp(at, more, n) == 0;
        if (!is)
            text_join(list, size, ", ", "%.*s", (int)n, more);
    }
}

void machine_join(json_t **all, const json_t *m)
{
    static const char *const joined[] = { "processor", "libraries" };
    json_t *copy = json_copy((json_t *)m);
    for (int i = 0; i < 2; i++) {
        char list[1000] = "";
        list_join(list, sizeof list, take_string(*all, joined[i]));
        list_join(list, sizeof list, take_string(m, joined[i]));
        json_object_set_new(copy, joined[i], json_string(list));
    }
    json_decref(*all);
    *all = copy;
}
