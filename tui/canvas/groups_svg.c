/* SPDX-License-Identifier: GPL-3.0-or-later */
/* groups_svg: grouped bars as a picture for papers: on white, distinguished by hatching as well as colour. */
#include "tui/canvas/groups.h"
#include "tui/canvas/svg.h"

/* In pixels: a bar, the gap between groups, and the field of the bars. */
enum { BAR = 11, GAP = 9, WIDTH = 820, LEFT = 170, RIGHT = 690, TOP = 62, NAME = 16, LEGEND = 2 };

/* Fills that differ in black and white: a ground and the lines on it. */
static const struct fill {
    const char *ground, *lines; /* lines: of a tile of 6 × 6 */
} fills[] = {
    { "#0072b2", "" },
    { "#ffffff", "M-1 7L7 -1" },
    { "#e69f00", "M0 3h6" },
    { "#ffffff", "M-1 -1L7 7M-1 7L7 -1" },
    { "#cccccc", "" },
    { "#ffffff", "M3 0v6" },
    { "#009e73", "M-1 -1L7 7" },
    { "#ffffff", "M0 3h6M3 0v6" },
    { "#56b4e9", "M3 0v6" },
    { "#ffffff", "M2 2h2v2h-2z" },
    { "#555555", "" },
    { "#f0e442", "M-1 7L7 -1" },
    { "#ffffff", "M0 1h6M0 4h6" },
    { "#d55e00", "M-1 -1L7 7M-1 7L7 -1" },
    { "#cccccc", "M1 0v6M4 0v6" },
    { "#cc79a7", "" },
};
enum { FILLS = COUNT(fills) };

/* The fill of a bar. A bar measured elsewhere, "report, MACHINE: NAME", has a paler version of the fill of our bar of
   the same name; without one, of our i-th bar. */
static int fill_of(const struct group_chart *c, int series)
{
    const char *name = c->foreign[series] ? strstr(c->series[series], ": ") : NULL;
    int n = 0;
    for (int i = 0; i < c->bars && name; i++)
        if (!c->foreign[i] && strncmp(c->series[i], name + 2, strlen(name + 2)) == 0)
            return i;
    for (int i = 0; i < series; i++)
        n += c->foreign[i] == c->foreign[series];
    return n;
}

static void patterns(FILE *f, const struct group_chart *c)
{
    for (int i = 0; i < c->bars; i++)
        fprintf(f,
                "<pattern id=\"p%d\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\"><rect width=\"6\" "
                "height=\"6\" fill=\"%s\"/><path d=\"%s\" stroke=\"#000\" stroke-width=\"1\"/></pattern>\n",
                i, fills[i % FILLS].ground, *fills[i % FILLS].lines ? fills[i % FILLS].lines : "M0 0");
}

static void box(FILE *f, double x, double y, double width, int series, bool foreign)
{
    fprintf(f, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%d\" fill=\"url(#p%d)\" %s/>\n", x, y,
            fmax(width, 0.5), BAR - 2, series,
            foreign ? "fill-opacity=\".3\" stroke=\"#000\" stroke-width=\".8\" stroke-dasharray=\"2 1.5\""
                    : "stroke=\"#000\" stroke-width=\".7\"");
}

static double place(const struct group_chart *c, double value)
{
    const struct axis axis = groups_axis(c);
    return LEFT + fmin(fmax(axis_place(&axis, value), 0), 1.02) * (RIGHT - LEFT);
}

static void draw_axis(FILE *f, const struct group_chart *c, int top, int bottom)
{
    const struct axis axis = groups_axis(c);
    double tick[AXIS_TICKS];
    char number[AXIS_TEXT];
    for (int i = 0, n = axis_ticks(&axis, tick); i < n; i++) {
        fprintf(f, "<path class=\"grid\" d=\"M%.1f %dV%d\"/>\n", place(c, tick[i]), top, bottom);
        axis_text(&axis, tick[i], number);
        svg_text(f, place(c, tick[i]), bottom + 15, "text-anchor=\"middle\"", number);
    }
    fprintf(f, "<path d=\"M%d %dV%d\" stroke=\"#000\"/>\n", LEFT, top, bottom);
    svg_title(f, (LEFT + RIGHT) / 2.0, bottom + 31, "text-anchor=\"middle\"", c->unit, c->log);
}

static void bar(FILE *f, const struct group_chart *c, const struct group_bar *b, int series, double y)
{
    char number[64];
    const double end = place(c, b->value);
    box(f, LEFT, y, end - LEFT, fill_of(c, series), c->foreign[series]);
    if (isfinite(b->lo) && isfinite(b->hi) && b->lo > 0)
        fprintf(f, "<path d=\"M%.1f %.1fH%.1f\" stroke=\"#000\" stroke-width=\"1.4\"/>\n", place(c, b->lo),
                y + (BAR - 2) / 2.0, place(c, b->hi));
    snprintf(number, sizeof number, b->value >= 1000 ? "%.0f%s%s%s" : "%.3g%s%s%s", b->value, b->dim ? " !" : "",
             *b->mark ? " " : "", b->mark);
    const double beyond = isfinite(b->hi) ? fmax(end, place(c, b->hi)) : end;
    svg_text(f, beyond + 4, y + BAR - 3, "font-size=\"9.5\"", number);
}

/* The bars of a group in a row, with their marks. */
static void stack(FILE *f, const struct group_chart *c, const struct bar_group *g, double y)
{
    double before = 0;
    for (int j = 0; j < c->bars; j++) {
        const struct group_bar *b = &g->bar[j];
        if (!(b->value > 0))
            continue;
        box(f, place(c, before), y, place(c, before + b->value) - place(c, before), fill_of(c, j), c->foreign[j]);
        before += b->value;
        if (*b->mark)
            svg_text(f, place(c, before) + 4, y + BAR - 3, "font-size=\"9.5\"", b->mark);
    }
}

/* Returns where the last group ends. */
static int put_groups(FILE *f, const struct group_chart *c, int y)
{
    for (int i = 0; i < c->groups; i++, y += GAP) {
        int top = y;
        if (c->stacked)
            stack(f, c, &c->group[i], y);
        for (int j = 0; j < c->bars && !c->stacked; j++) {
            if (isnan(c->group[i].bar[j].value))
                continue;
            bar(f, c, &c->group[i].bar[j], j, y);
            y += BAR;
        }
        y = y == top ? y + BAR : y;
        svg_name(f, LEFT - 7, (top + y) / 2.0 + 3, LEFT - 12, "text-anchor=\"end\"", c->group[i].name);
    }
    return y;
}

static int height_of(const struct group_chart *c)
{
    int y = 0;
    for (int i = 0; i < c->groups; i++) {
        int n = 0;
        for (int j = 0; j < c->bars; j++)
            n += !c->stacked && !isnan(c->group[i].bar[j].value);
        y += BAR * (n ? n : 1) + GAP;
    }
    return y;
}

/* Turns the bars of a single group into groups with their names: a legend cannot tell more bars than fills. */
static bool turn(const struct group_chart *c, struct group_chart *to)
{
    *to = *c;
    to->group = NULL;
    to->groups = 0;
    to->bars = 1;
    if (c->groups != 1 || c->bars < 2 || c->stacked)
        return false;
    snprintf(to->series[0], GROUPS_NAME, "%s", c->group->name);
    for (int i = 0; i < c->bars; i++) {
        struct bar_group *g = c->foreign[i] ? NULL : groups_add(to, c->series[i]);
        if (!g) {
            groups_free(to);
            return false;
        }
        g->bar[0] = c->group->bar[i];
    }
    return true;
}

static void explain_marks(const struct group_chart *c, char *out, size_t size)
{
    const double end = groups_axis(c).hi;
    bool dim = false, level = false, interval = false, cut = false;
    for (int i = 0; i < c->groups; i++)
        for (int j = 0; j < c->bars; j++) {
            const struct group_bar *b = &c->group[i].bar[j];
            dim |= b->dim;
            level |= strcmp(b->mark, "~") == 0;
            interval |= !c->stacked && isfinite(b->lo) && isfinite(b->hi);
            cut |= interval && b->hi > end;
        }
    snprintf(out, size, "%s%s%s", dim ? "! too few blocks of samples for an interval. " : "",
             level ? "~ may be the fastest. " : "",
             !interval ? ""
             : cut     ? "Thin lines: intervals, cut at the end of the axis. "
                       : "Thin lines: intervals. ");
}

char *groups_to_svg(const struct group_chart *c)
{
    struct group_chart turned;
    char *svg = NULL;
    char note[200];
    size_t size;
    if (turn(c, &turned)) {
        svg = groups_to_svg(&turned);
        groups_free(&turned);
        return svg;
    }
    FILE *f = open_memstream(&svg, &size);
    const int names = (c->bars + LEGEND - 1) / LEGEND, top = TOP + NAME * names, end = top + height_of(c);
    if (!f)
        return NULL;
    svg_begin(f, WIDTH, end + 98 + svg_notes_more(WIDTH - 20, c->caption, c->note));
    fputs("<defs>", f);
    patterns(f, c);
    fputs("</defs>\n", f);
    svg_text(f, 20, 22, "font-size=\"14\" font-weight=\"bold\"", c->title);
    for (int i = 0; i < c->bars; i++) {
        const int x = 20 + (i / names) * (WIDTH / LEGEND - 20), y = 40 + NAME * (i % names);
        box(f, x, y, 26, fill_of(c, i), c->foreign[i]);
        svg_name(f, x + 33, y + 9, WIDTH / LEGEND - 60, "", c->series[i]);
    }
    draw_axis(f, c, top - 6, end);
    put_groups(f, c, top);
    explain_marks(c, note, sizeof note);
    svg_notes(f, 20, end + 54, WIDTH - 20, c->caption, c->note, note);
    return svg_end(f, &svg);
}
