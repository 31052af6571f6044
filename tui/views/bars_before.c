/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bars_before: the former result of each run, as a bar like the published ones, with the difference. */
#include <stdio.h>
#include <string.h>

#include "tui/link/take.h"
#include "tui/views/bars.h"

void bars_before(const struct scene *s, struct bars *b)
{
    for (int i = 0; i < b->n; i++) {
        const struct model_run *r = b->run[i];
        const json_t *former = s->baseline && r->event ? baseline_find(s->baseline, r->event) : NULL;
        struct published_row *g = &b->before[i];
        char text[300];
        *g = (struct published_row){ .k = r->columns ? r->k : 0, .threads = r->threads };
        if (!former || strcmp(r->status, "ok") != 0)
            continue;
        snprintf(g->kernel, sizeof g->kernel, "%s", r->kernel);
        snprintf(g->machine, sizeof g->machine, "%.47s", baseline_text(former, r->event, text, sizeof text));
        snprintf(g->source, sizeof g->source, "%.47s", s->baseline->source);
        g->time_ms = take_double(former, "time_ms");
        g->gflops = take_double(former, "gflops");
        g->nnz_per_s = 1e9 * take_double(former, "gnnzs");
    }
}

bool bars_is_before(const struct bars *b, const struct published_row *g)
{
    return g >= b->before && g < b->before + BARS_MAX;
}
