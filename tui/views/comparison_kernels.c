/* SPDX-License-Identifier: GPL-3.0-or-later */
/* comparison_kernels: one line per kernel: its bars on one axis, and its comparison with the first column. */
#include "tui/views/bars.h"
#include "tui/views/comparison.h"
#include "tui/views/kernels.h"

enum {
    RATE = 6,  /* cells of a column for the rate… */
    RATIO = 14 /* …and for the ratio to the first column: "1.31× ±5.7%" */
};

/* Cells of a bar: what rate and ratio leave; equal in all columns, which share the axis. */
static int bar_width(const struct comparison_page *p)
{
    const int room = p->width - RATE - RATIO - 2; /* a blank before each */
    return room > 2 ? room : 0;
}

static struct axis axis_of(const struct comparison_page *p)
{
    double lo = INFINITY, top = 0;
    for (int i = 0; i < p->x->lines; i++)
        for (int j = 0; j < p->columns; j++) {
            double rate = p->x->line[i].cell[p->shown[j]].speed.rate;
            lo = rate > 0 && rate < lo ? rate : lo;
            top = rate > top ? rate : top;
        }
    return bars_axis_over(lo, top, top, p->scene->state[VIEW_run].run.scale);
}

/* The unit, and the end of the axis over every column. */
static void draw_axis(const struct comparison_page *p, const struct axis *axis, int row)
{
    char text[TEXT_SIZE];
    canvas_text(p->c, p->r, row, 0, ROLE_TITLE, 0, p->x->flops ? "GFLOPS" : "Gnnz/s");
    if (axis->log && p->label > 10)
        canvas_text(p->c, p->r, row, 7, ROLE_WARN, ATTR_BOLD, "log");
    for (int i = 0; i < p->columns && bar_width(p) > 5; i++) {
        const int col = comparison_left(p, i), end = col + bar_width(p);
        canvas_print(p->c, p->r, row, col, ROLE_DIM, 0, "%g", axis->lo);
        canvas_right(p->c, p->r, row, end, ROLE_DIM, 0, figure_number(text, axis->hi));
    }
}

/* "1.31× ±5.7%", from ±25% on "0.22 to 0.86×", "at least 1.20×", "≈589×", "same ±3%", "unclear", "no interval", "other
 * machine", "the same run". */
static enum role ratio_text(const struct comparison_cell *c, char *out, size_t size)
{
    char times[TEXT_SIZE], spread[TEXT_SIZE];
    out[0] = 0;
    if (!c->beside)
        return ROLE_DIM;
    if (c->apart || c->versus.is == UNCLEAR) {
        if (c->versus.same && !c->apart)
            snprintf(out, size, "same ±%g%%", 100 * INTERVAL_SAME);
        else
            snprintf(out, size, "%s", c->apart ? c->apart : c->versus.most > 0 ? "unclear" : "no interval");
        return ROLE_DIM;
    }
    if (!(c->versus.most > 0)) {
        snprintf(out, size, "%s", figure_ratio(times, c->ratio, true));
        return c->versus.is == FASTER ? ROLE_OK : ROLE_WARN;
    }
    const double wide = interval_spread(c->ratio, c->versus.least, c->versus.most);
    if (!(wide <= INTERVAL_WIDE)) {
        snprintf(out, size, "%s×", interval_text(c->versus.least, c->versus.most, spread));
        return c->versus.is == FASTER ? ROLE_OK : ROLE_WARN;
    }
    if (c->ratio < 99.5)
        snprintf(times, sizeof times, "%.*f×", c->ratio < 9.995 ? 2 : 1, c->ratio);
    else
        figure_times(times, c->ratio);
    snprintf(out, size, "%s %s", times, figure_spread(spread, c->versus.least, c->ratio, c->versus.most, ""));
    return c->versus.is == FASTER ? ROLE_OK : ROLE_WARN;
}

static void draw_cell(const struct comparison_page *p, const struct axis *axis, int row, int i,
                      const struct comparison_line *l)
{
    const struct comparison_cell *c = &l->cell[p->shown[i]];
    const int col = comparison_left(p, i), bar = bar_width(p), end = col + p->width;
    char text[64];
    if (!c->row)
        return;
    if (!(c->speed.rate > 0)) {
        const char *status = take_string(c->row, "status");
        canvas_clip(p->c, p->r, row, col, end, strcmp(status, "FAIL") == 0 ? ROLE_BAD : ROLE_DIM, 0,
                    *status ? status : "–");
        return;
    }
    enum role role = kernels_role(p->scene->model, l->kernel);
    if (c->standing != STANDING_BEST && c->standing != STANDING_LEVEL)
        role = role_bar(role);
    for (int high = 0; bar && high < (p->pitch > 1 ? 2 : 1); high++)
        canvas_bar(p->c, canvas_part(p->r, row + high, col, 1, bar), 0, 0,
                   fmax(bars_length(axis, c->speed.rate, bar), 0.125), role);
    const bool dim = STANDING_IS_DIM(c->standing);
    canvas_right(p->c, p->r, row, col + (bar ? bar + 1 : 0) + RATE, dim ? ROLE_DIM : ROLE_TITLE,
                 c->standing == STANDING_BEST ? ATTR_BOLD : 0, figure_cell_row(text, CELL_RATE, c->row));
    role = ratio_text(c, text, sizeof text);
    canvas_clip(p->c, p->r, row, col + (bar ? bar + 1 : 0) + RATE + 1, end, role, 0, text);
}

static void draw_line(const struct comparison_page *p, const struct axis *axis, int row,
                      const struct comparison_line *l)
{
    char name[sizeof l->kernel + sizeof l->tag + 1];
    snprintf(name, sizeof name, "%s%s%s", l->kernel, l->tag[0] ? " " : "", l->tag);
    canvas_clip(p->c, p->r, row, 0, p->label, kernels_role(p->scene->model, l->kernel), 0, name);
    for (int i = 0; i < p->columns; i++)
        draw_cell(p, axis, row, i, l);
}

/* The counts of kernels clearly faster and slower than in the first column. */
static void draw_count(const struct comparison_page *p, int row)
{
    canvas_text(p->c, p->r, row, 0, ROLE_DIM, 0, "beside A");
    for (int i = 1; i < p->columns; i++) {
        const struct comparison_column *c = &p->x->column[p->shown[i]];
        char text[80];
        snprintf(text, sizeof text, "%d faster, %d slower, %d unclear", c->faster, c->slower, c->unclear);
        if (c->faster + c->slower + c->unclear == 0)
            snprintf(text, sizeof text, "no kernel ran on both");
        else if (canvas_width(text) > p->width)
            snprintf(text, sizeof text, "%d↑ %d↓ %d≈", c->faster, c->slower, c->unclear);
        canvas_clip(p->c, p->r, row, comparison_left(p, i), comparison_left(p, i) + p->width, ROLE_DIM, 0, text);
    }
}

void comparison_kernels(const struct comparison_page *p, int row)
{
    const int room = p->lines - 2 < p->x->lines ? p->lines - 2 : p->x->lines;
    const struct axis axis = axis_of(p);
    draw_axis(p, &axis, row);
    for (int i = 0; i < room && p->at + i < p->x->lines; i++)
        draw_line(p, &axis, row + 1 + p->pitch * i, &p->x->line[p->at + i]);
    view_more(p->c, canvas_part(p->r, row + 1, 0, p->pitch * room, p->label), p->at, p->x->lines);
    draw_count(p, row + 1 + p->pitch * room);
}
