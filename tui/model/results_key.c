/* SPDX-License-Identifier: GPL-3.0-or-later */
/* results_key: by what two rows of the same problem and kernel are known. */
#include "tui/model/results.h"

enum { TEXT = 512 };

const char *const results_members[] = { "matrix", "m",       "n",      "nnz",   "op",      "type", "k",
                                        "kernel", "threads", "params", "cache", "reorder", NULL };

void results_key(const json_t *row, const char *but, char *out, size_t size)
{
    out[0] = 0;
    for (const char *const *name = results_members; *name; name++) {
        const json_t *value = json_object_get(row, *name);
        char text[TEXT] = "";
        if (but && strcmp(*name, but) == 0)
            continue;
        if (strcmp(*name, "params") == 0) /* what was chosen is outcome, not wish */
            model_params(take_string(row, "params"), "choice", text, sizeof text);
        else if (json_is_integer(value))
            snprintf(text, sizeof text, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
        else
            snprintf(text, sizeof text, "%s", take_string(row, *name));
        text_add(out, size, "%s\t", text);
    }
}
