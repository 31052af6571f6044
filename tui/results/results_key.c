/* SPDX-License-Identifier: GPL-3.0-or-later */
/* results_key: the key of rows of the same problem and kernel. */
#include "tui/results/results.h"

enum { TEXT = 512 };

const char *const results_members[] = { "matrix", "m",       "n",      "nnz",   "op",      "type", "k",
                                        "kernel", "threads", "params", "cache", "reorder", NULL };

void results_key(const json_t *row, const char *but, char *out, size_t size)
{
    out[0] = 0;
    for (const char *const *name = results_members; *name; name++) {
        char room[TEXT] = "";
        const char *text = room;
        if (but && strcmp(*name, but) == 0)
            continue;
        if (strcmp(*name, "params") == 0) /* a choice is an outcome, not a request */
            model_params(take_string(row, "params"), "choice", room, sizeof room);
        else
            text = take_as_text(json_object_get(row, *name), room, sizeof room);
        text_add(out, size, "%s\t", text);
    }
}
