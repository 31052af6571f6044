/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ghosts: what reports have measured on this matrix elsewhere, as bars beside ours that count for nothing. */
#include "tui/views/ghosts.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tui/views/figure.h"

/* ---- which, and where ---- */

static bool same_problem(const struct model_run *r, const struct published_row *g)
{
    return strcmp(r->op, g->op) == 0 && (!g->k || r->k == g->k) && (!*g->type || strcmp(r->type, g->type) == 0);
}

/* The run below which it stands, b->n: at the end, -1: nowhere. */
static int home(const struct bars *b, const struct published_row *g)
{
    int at = -1;
    for (int i = 0; i < b->n; i++)
        if (same_problem(b->run[i], g) && (strcmp(b->run[i]->kernel, g->kernel) == 0 || at < 0))
            at = strcmp(b->run[i]->kernel, g->kernel) == 0 ? i : b->n;
    return at;
}

void ghosts_place(const struct app *a, struct bars *b)
{
    enum { MOST = BARS_LINES - BARS_MAX };
    const struct model_matrix *m = &a->model->matrix;
    const struct published *p = &a->published;
    const struct published_row *row[MOST];
    int at[MOST], n = 0;
    const char *name = NULL;
    if (!a->published_off)
        name = published_name(p, m->name, m->rows, m->cols, m->nnz, &b->twin);
    for (int i = 0; name && i < p->rows && n < MOST; i++)
        if (strcmp(p->row[i].matrix, name) == 0 && (at[n] = home(b, &p->row[i])) >= 0)
            row[n++] = &p->row[i];
    b->published = n > 0 ? name : NULL;
    b->lines = 0;
    for (int i = 0; i <= b->n; i++) {
        if (i < b->n)
            b->line[b->lines++] = (struct bars_line){ i, NULL };
        for (int j = 0; j < n; j++)
            if (at[j] == i)
                b->line[b->lines++] = (struct bars_line){ -1, row[j] };
    }
}

double ghosts_rate(const struct published_row *g)
{
    return g->k ? g->gflops : g->gnnzs;
}

/* ---- drawing ---- */

/* "Quadro RTX 5000 · 1.91 ms · Quatrana", as much of it as `cols` columns have room for. */
static void origin_text(const struct published_row *g, int cols, char *out, size_t size)
{
    char time[TEXT_SIZE];
    const char *const parts[] = { g->machine, g->time_ms > 0 ? figure_ms(time, g->time_ms) : "", g->source };
    size_t used = 0;
    out[0] = 0;
    for (int i = 0; i < 3; i++) {
        if (!*parts[i])
            continue;
        size_t more = (size_t)snprintf(out + used, size - used, "%s%s", used ? " · " : "", parts[i]);
        if (used + more >= size || (used && canvas_width(out) > cols)) {
            out[used] = 0;
            return;
        }
        used += more;
    }
}

void ghosts_tag(const struct bars *b, const struct published_row *g, char *out, size_t size)
{
    char k[32] = "", threads[32] = "";
    if (b->tag_k && g->k)
        snprintf(k, sizeof k, "k=%lld", (long long)g->k);
    if (b->tag_threads && g->threads)
        snprintf(threads, sizeof threads, "×%d", g->threads);
    snprintf(out, size, "%s%s%s", k, *k && *threads ? " " : "", threads);
}

void ghosts_line(const struct runs_panel *p, int row, const struct published_row *g, bool here)
{
    char text[160];
    struct rect area = canvas_part(p->rect, row, p->bar, 1, p->bar_width);
    int length = (int)round(axis_place(&p->axis, ghosts_rate(g), p->bar_width));
    canvas_text(p->canvas, p->rect, row, 0, ROLE_FOCUS, ATTR_BOLD, here ? "▸" : " ");
    ghosts_tag(p->bars, g, text, sizeof text);
    canvas_clip(p->canvas, p->rect, row, p->name, text[0] ? p->tag - 1 : p->bar - 2, ROLE_DIM, 0, g->kernel);
    if (text[0])
        canvas_clip(p->canvas, p->rect, row, p->tag, p->bar - 2, ROLE_DIM, 0, text);
    for (int i = 0; i < length || i == 0; i++)
        canvas_put(p->canvas, area, 0, i, 0x2591, ROLE_DIM, 0);
    int col = p->numbers + RUNS_RATE;
    canvas_right(p->canvas, p->rect, row, col, ROLE_DIM, 0, figure_number(text, ghosts_rate(g)));
    origin_text(g, p->rect.cols - col - 2, text, sizeof text);
    canvas_clip(p->canvas, p->rect, row, col + 2, p->rect.cols, ROLE_DIM, 0, text);
}

int ghosts_detail(const struct runs_panel *p, int row, int lines, const struct published_row *g)
{
    char origin[160], threads[32] = "", twin[128] = "", text[512];
    origin_text(g, INT_MAX, origin, sizeof origin);
    if (g->threads)
        snprintf(threads, sizeof threads, " · %d thread%s", g->threads, g->threads == 1 ? "" : "s");
    if (p->bars->twin)
        snprintf(twin, sizeof twin, " · on %s itself, whose twin this is", g->matrix);
    snprintf(text, sizeof text, "published: %s%s · not measured here%s", origin, threads, twin);
    return canvas_wrap(p->canvas, p->rect, row, 1, lines, ROLE_DIM, text);
}
