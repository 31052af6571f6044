/* SPDX-License-Identifier: GPL-3.0-or-later */
/* baseline: former results, from a table, beside those of now. */
#include "tui/model/results.h"

#include <stdio.h>
#include <string.h>

#include "core/base/scrub.h"
#include "tui/link/take.h"

enum { KEY = 2048 };

bool baseline_load(struct baseline *b, const char *name, struct err *e)
{
    char path[4096], key[KEY];
    const char *file = kept_find(name, path, sizeof path) ? path : name, *slash = strrchr(name, '/');
    json_t *rows = results_read(file, e), *row;
    size_t i;
    if (!rows)
        return false;
    baseline_drop(b);
    b->rows = json_object();
    json_array_foreach(rows, i, row) {
        results_key(row, NULL, key, sizeof key);
        if (strcmp(take_string(row, "status"), "ok") == 0)
            json_object_set(b->rows, key, row);
    }
    json_decref(rows);
    scrub_path(slash && slash[1] ? slash + 1 : name, b->source, sizeof b->source);
    return true;
}

void baseline_drop(struct baseline *b)
{
    json_decref(b->rows);
    *b = (struct baseline){ 0 };
}

const json_t *baseline_find(const struct baseline *b, const json_t *measurement)
{
    char key[KEY];
    results_key(measurement, NULL, key, sizeof key);
    return b->rows ? json_object_get(b->rows, key) : NULL;
}

char *baseline_text(const json_t *former, const json_t *measurement, char *out, size_t size)
{
    char apart[300];
    const char *why, *verdict;
    double before = take_double(former, "time_ms"), now = take_double(measurement, "time_ms");
    diff_apart(former, measurement, apart, sizeof apart);
    verdict = diff_verdict(former, measurement, &why);
    if (*apart)
        snprintf(out, size, "not comparable: %s", apart);
    else if (verdict[0] == 'u' || !(now > 0))
        snprintf(out, size, "unclear: %s", why);
    else
        snprintf(out, size, "%.*f times as fast", before / now < 9.95 ? 2 : 0, before / now);
    return out;
}
