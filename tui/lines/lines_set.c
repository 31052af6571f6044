/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lines_set: what the next bench of a prompt does unless its options say otherwise. */
#include <stdio.h>
#include <string.h>

#include "core/base/scrub.h"
#include "tui/lines/lines_command.h"

int lines_set(struct lines *l, const struct options *o, struct err *e)
{
    for (int i = 0; i < OPTION_SETTABLE; i++) {
        const char *name = option_table[option_settable[i]].name, *value = o->words > 1 ? o->word[1] : "";
        if (o->words == 0) {
            char shown[SCRUB_GROWTH * LINES_VALUE];
            printf("%s\t%s\n", name, scrub_text(l->set[i], strlen(l->set[i]), shown, sizeof shown));
        } else if (strcmp(name, o->word[0]) == 0 && strlen(value) >= LINES_VALUE) {
            err_set(e, ERR_USAGE, "the value of %s is too long", name);
            return ERR_USAGE;
        } else if (strcmp(name, o->word[0]) == 0) {
            strcpy(l->set[i], value);
            return 0;
        }
    }
    if (o->words) {
        err_set(e, ERR_USAGE, "set knows op, k, type, threads, kernel, samples, device and reorder, not '%.60s'",
                o->word[0]);
    }
    return (int)e->code;
}
