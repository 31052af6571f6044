/* SPDX-License-Identifier: GPL-3.0-or-later */
/* results_key: by what two rows of the same problem and kernel are known. */
#include "tui/model/results.h"

enum { TEXT = 512 };

void results_key(const json_t *row, const char *but, char *out, size_t size)
{
    static const char *const members[] = { "matrix", "m",      "n",       "nnz",    "op",    "type",
                                           "k",      "kernel", "threads", "params", "cache", "reorder" };
    out[0] = 0;
    for (size_t i = 0; i < COUNT(members); i++) {
        const json_t *value = json_object_get(row, members[i]);
        char text[TEXT] = "";
        if (but && strcmp(members[i], but) == 0)
            continue;
        if (strcmp(members[i], "params") == 0) /* what was chosen is outcome, not wish */
            model_params(take_string(row, "params"), "choice", text, sizeof text);
        else if (json_is_integer(value))
            snprintf(text, sizeof text, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
        else
            snprintf(text, sizeof text, "%s", take_string(row, members[i]));
        text_add(out, size, "%s\t", text);
    }
}
