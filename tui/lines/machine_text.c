/* SPDX-License-Identifier: GPL-3.0-or-later */
/* machine_text: on what, when and with what something was measured. */
#include "tui/lines/machine_text.h"

#include <stdio.h>

#include "tui/link/take.h"

void machine_text(const json_t *m, char *out, size_t size)
{
    static const char *const facts[] = { "processor", "host", "date", "libraries", "version" };
    enum { FACTS = sizeof facts / sizeof *facts };
    size_t used = 0;
    out[0] = 0;
    for (int i = 0; i < FACTS && used < size; i++) {
        const char *fact = take_string(m, facts[i]);
        if (*fact)
            used += (size_t)snprintf(out + used, size - used, "%s%s%s", used ? " · " : "",
                                     i == FACTS - 1 ? "nzscope " : "", fact);
    }
}
