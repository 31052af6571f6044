/* SPDX-License-Identifier: GPL-3.0-or-later */
/* results_key: the key of rows of the same problem and kernel, and one row beside another. */
#include "tui/results/results.h"

enum { TEXT = 512 };

const char *const results_members[] = { "matrix", "m",       "n",      "nnz",   "op",      "type",   "k",
                                        "kernel", "threads", "params", "cache", "reorder", "engine", NULL };

void results_key(const json_t *row, const char *but, char *out, size_t size)
{
    out[0] = 0;
    for (const char *const *name = results_members; *name; name++) {
        char room[TEXT] = "";
        const char *text = room;
        if (but && strcmp(*name, but) == 0)
            continue;
        if (strcmp(*name, "engine") != 0)
            text = take_as_text(json_object_get(row, *name), room, sizeof room);
        else if (results_elsewhere(row)) /* "sh old (4e313b4c)": of whatever commit */
            snprintf(room, sizeof room, "%.*s", (int)strcspn(take_string(row, *name), "("), take_string(row, *name));
        text_add(out, size, "%s\t", text);
    }
}

void results_add_speedups(json_t *rows)
{
    static const char *const same[] = { "host", "processor", "engine", NULL };
    json_t *bases = json_array(), *row;
    const json_t *base;
    JSON_EACH(row, rows)
        if (model_is_base(row, row))
            json_array_append(bases, row);
    JSON_EACH(row, rows)
        if (take_ok(row) && !json_object_get(row, "speedup"))
            JSON_EACH(base, bases)
                if (model_is_base(base, row) && take_alike(base, row, same))
                    model_speedup(row, base);
    json_decref(bases);
}
