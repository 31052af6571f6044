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

static struct interval span_of(const json_t *m)
{
    return (struct interval){ take_double(m, "ci_lo_ms"), take_double(m, "time_ms"), take_double(m, "ci_hi_ms") };
}

void results_speedup(json_t *m, const json_t *base)
{
    json_t *unclear = json_array();
    const json_t *word;
    JSON_EACH(word, json_object_get(m, "unclear"))
        if (strcmp(json_string_value(word), "speedup") != 0)
            json_array_append(unclear, (json_t *)word);
    if (m != base && interval_open(span_of(m), span_of(base)))
        json_array_append_new(unclear, json_string("speedup"));
    json_object_set_new(m, "unclear", unclear);
    json_object_set_new(m, "speedup", json_real(take_double(base, "time_ms") / take_double(m, "time_ms")));
}
