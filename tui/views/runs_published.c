/* SPDX-License-Identifier: GPL-3.0-or-later */
/* runs_published: a published figure as a dim bar among the runs; it is neither best nor worst. */
#include "tui/views/runs.h"

#include <limits.h>

/* "Quadro RTX 5000 · 1.91 ms · Quatrana": from part `from` on, as much as fits `cols` columns, at least one part.
   Returns the first part left out. */
static int origin_text(const struct published_row *g, int from, int cols, char *out, size_t size)
{
    enum { PARTS = 3 };
    char time[TEXT_SIZE];
    const char *const parts[PARTS] = { g->machine, g->time_ms > 0 ? figure_ms(time, g->time_ms) : "", g->source };
    size_t used = 0;
    out[0] = 0;
    for (int i = from; i < PARTS; i++) {
        if (!*parts[i])
            continue;
        size_t more = (size_t)snprintf(out + used, size - used, "%s%s", used ? " · " : "", parts[i]);
        if (used + more >= size || (used && canvas_width(out) > cols)) {
            out[used] = 0;
            return i;
        }
        used += more;
    }
    return PARTS;
}

void runs_published_tag(const struct bars *b, const struct published_row *g, char *out, size_t size)
{
    char k[32] = "", threads[32] = "";
    if (b->differ & DIFFER_K && g->k)
        snprintf(k, sizeof k, "k=%lld", (long long)g->k);
    if (b->differ & DIFFER_THREADS && g->threads)
        snprintf(threads, sizeof threads, "×%d", g->threads);
    snprintf(out, size, "%s%s%s", k, *k && *threads ? " " : "", threads);
}

void runs_published_line(const struct runs_panel *p, int row, int i, bool here)
{
    struct published_row g;
    char name[sizeof g.kernel + sizeof g.params + 1], text[160];
    if (!bars_figure(p->bars, i, &g))
        return;
    const int high = p->pitch > 1 ? 2 : 1;
    struct rect area = canvas_part(p->rect, row, p->bar, high, p->bar_width);
    int length = (int)round(bars_length(&p->axis, bars_published_rate(&g), p->bar_width));
    canvas_text(p->canvas, p->rect, row, 0, ROLE_FOCUS, ATTR_BOLD, here ? "▸" : " ");
    runs_published_tag(p->bars, &g, text, sizeof text);
    if (p->bars->line[i].before)
        strcpy(name, "  before");
    else
        snprintf(name, sizeof name, "%s%s%s", g.kernel, *g.params ? " " : "", g.params);
    canvas_clip(p->canvas, p->rect, row, p->name, text[0] ? p->tag - 1 : p->bar - 2, ROLE_DIM, 0, name);
    if (text[0])
        canvas_clip(p->canvas, p->rect, row, p->tag, p->bar - 2, ROLE_DIM, 0, text);
    for (int j = 0; j < high * (length > 0 ? length : 1); j++)
        canvas_put(p->canvas, area, j % high, j / high, 0x2591, ROLE_DIM, 0);
    int col = p->numbers + RUNS_RATE;
    canvas_right(p->canvas, p->rect, row, col, ROLE_DIM, 0, figure_number(text, bars_published_rate(&g)));
    int rest = origin_text(&g, 0, p->rect.cols - col - 2, text, sizeof text);
    canvas_clip(p->canvas, p->rect, row, col + 2, p->rect.cols, ROLE_DIM, 0, text);
    if (high < 2)
        return;
    origin_text(&g, rest, p->rect.cols - p->numbers - 1, text, sizeof text);
    canvas_clip(p->canvas, p->rect, row + 1, p->numbers + 1, p->rect.cols, ROLE_DIM, 0, text);
}

int runs_published_detail(const struct runs_panel *p, int row, int lines, int i)
{
    const struct bars_line *line = &p->bars->line[i];
    struct published_row g;
    char origin[160], threads[32] = "", twin[128] = "", change[300], text[512];
    if (!bars_figure(p->bars, i, &g))
        return 0;
    if (line->before)
        g.machine[0] = 0;
    origin_text(&g, 0, INT_MAX, origin, sizeof origin);
    if (g.threads)
        snprintf(threads, sizeof threads, " · %d thread%s", g.threads, text_plural(g.threads));
    if (line->before) {
        baseline_text(line->before, p->bars->run[line->run]->event, false, change, sizeof change);
        snprintf(text, sizeof text, "baseline: %s%s%s%s", change, *origin ? " · " : "", origin, threads);
        return canvas_wrap(p->canvas, p->rect, row, 1, lines, ROLE_DIM, text);
    }
    if (p->bars->twin)
        snprintf(twin, sizeof twin, " · on %s itself, whose twin this is", g.matrix);
    snprintf(text, sizeof text, "published: %s%s%s%s · not measured here%s", origin, threads,
             *g.params ? " · with " : "", g.params, twin);
    return canvas_wrap(p->canvas, p->rect, row, 1, lines, ROLE_DIM, text);
}
