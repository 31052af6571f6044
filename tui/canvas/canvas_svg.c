/* SPDX-License-Identifier: GPL-3.0-or-later */
/* canvas_svg: the canvas as a picture: a monospace grid on the theme's ground. Blocks, braille and straight lines are
   drawn as shapes: they join at every size, independent of the font. */
#include "tui/canvas/svg.h"
#include "tui/canvas/theme.h"

enum { CELL_W = 9, CELL_H = 19, BASELINE = 14, MARGIN = 14 };

struct pen {
    FILE *f;
    const struct canvas *c;
    const struct theme *t;
};

static unsigned ink_of(const struct pen *p, const struct cell *a)
{
    return a->attr & ATTR_REVERSE ? p->t->ground : theme_rgb(p->t, a->role);
}

static unsigned ground_of(const struct pen *p, const struct cell *a)
{
    if (a->attr & ATTR_REVERSE)
        return theme_rgb(p->t, a->role);
    return a->back == ROLE_TEXT ? p->t->ground : theme_rgb(p->t, a->back);
}

static void box(const struct pen *p, double x, double y, double w, double h, unsigned rgb)
{
    fprintf(p->f, "<path d=\"M%g %gh%gv%gh%gz\" shape-rendering=\"crispEdges\" fill=\"#%06x\"/>\n", x, y, w, h, -w,
            rgb);
}

static void braille(const struct pen *p, double x, double y, uint32_t dots, unsigned rgb)
{
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 2; j++)
            if (dots & canvas_dot(i, j))
                box(p, x + j * CELL_W / 2.0 + 0.4, y + i * CELL_H / 4.0 + 0.5, CELL_W / 2.0 - 0.8, CELL_H / 4.0 - 1,
                    rgb);
}

/* Which of up, right, down, left a box-drawing glyph reaches; 0: not a straight one. */
static unsigned arms(uint32_t g)
{
    static const unsigned char of[] = {
        [0x00] = 2 | 8,     [0x01] = 2 | 8, [0x02] = 1 | 4, [0x03] = 1 | 4, [0x0f] = 2 | 4,
        [0x13] = 4 | 8,     [0x14] = 1 | 2, [0x17] = 1 | 2, [0x1b] = 1 | 8, [0x24] = 1 | 4 | 8,
        [0x2c] = 2 | 4 | 8, [0x6d] = 2 | 4, [0x6e] = 4 | 8, [0x6f] = 1 | 8, [0x70] = 1 | 2
    };
    return g >= 0x2500 && g < 0x2500 + sizeof of ? of[g - 0x2500] : 0;
}

static void line(const struct pen *p, double x, double y, uint32_t g, unsigned rgb)
{
    bool heavy = (g >= 0x2501 && g <= 0x251b && g != 0x2502 && g != 0x2514);
    unsigned a = arms(g);
    double cx = x + CELL_W / 2.0, cy = y + CELL_H / 2.0;
    fprintf(p->f, "<path d=\"");
    if (g >= 0x256d && g <= 0x2570) { /* a round corner */
        fprintf(p->f, "M%g %gQ%g %g %g %g", a & 2 ? x + CELL_W : x, cy, cx, cy, cx, a & 4 ? y + CELL_H : y);
    } else {
        if (a & 1)
            fprintf(p->f, "M%g %gV%g", cx, y, cy);
        if (a & 4)
            fprintf(p->f, "M%g %gV%g", cx, cy, y + CELL_H);
        if (a & 2)
            fprintf(p->f, "M%g %gH%g", cx, cy, x + CELL_W);
        if (a & 8)
            fprintf(p->f, "M%g %gH%g", x, cy, cx);
    }
    fprintf(p->f, "\" fill=\"none\" stroke=\"#%06x\" stroke-width=\"%s\" stroke-linecap=\"square\"/>\n", rgb,
            heavy ? "1.8" : "1");
}

/* Draws nothing for letters. */
static void shape(const struct pen *p, double x, double y, uint32_t g, unsigned rgb)
{
    if (g >= 0x2800 && g <= 0x28ff)
        braille(p, x, y, g & 0xff, rgb);
    else if (g >= 0x2588 && g <= 0x258f)
        box(p, x, y + 2, CELL_W * (double)(0x2590 - g) / 8, CELL_H - 4, rgb);
    else if (g >= 0x2581 && g <= 0x2587)
        box(p, x, y + CELL_H * (double)(0x2588 - g) / 8, CELL_W, CELL_H * (double)(g - 0x2580) / 8, rgb);
    else if (g == 0x2590)
        box(p, x + CELL_W / 2.0, y + 2, CELL_W / 2.0, CELL_H - 4, rgb);
    else if (g == 0x2580)
        box(p, x, y, CELL_W, CELL_H / 2.0, rgb);
    else if (g == 0x2584)
        box(p, x, y + CELL_H / 2.0, CELL_W, CELL_H / 2.0, rgb);
    else if (g == 0x250a)
        for (int i = 0; i < 4; i++)
            box(p, x + CELL_W / 2.0 - 0.75, y + i * CELL_H / 4.0 + 1, 1.5, CELL_H / 4.0 - 2, rgb);
    else if (arms(g))
        line(p, x, y, g, rgb);
}

static bool is_letter(uint32_t g)
{
    return g != ' ' && !(g >= 0x2580 && g <= 0x2590) && !(g >= 0x2800 && g <= 0x28ff) && g != 0x250a && !arms(g);
}

/* The letters of one row, one text element per stretch of one style, its width fixed to the grid. */
static void letters(const struct pen *p, const struct cell *row, int cols, double y)
{
    for (int j = 0; j < cols; j++) {
        if (!is_letter(row[j].glyph))
            continue;
        const struct cell style = row[j];
        int end = j + 1;
        while (end < cols && is_letter(row[end].glyph) && row[end].role == style.role && row[end].attr == style.attr &&
               row[end].back == style.back)
            end++;
        fprintf(p->f, "<text x=\"%d\" y=\"%g\" textLength=\"%d\" lengthAdjust=\"spacingAndGlyphs\" fill=\"#%06x\"%s%s>",
                MARGIN + j * CELL_W, y + BASELINE, (end - j) * CELL_W, ink_of(p, &style),
                style.attr & ATTR_BOLD ? " font-weight=\"bold\"" : "",
                style.attr & ATTR_UNDERLINE ? " text-decoration=\"underline\"" : "");
        for (; j < end; j++) {
            char utf8[5];
            utf8[canvas_encode(row[j].glyph, utf8)] = 0;
            svg_escaped(p->f, utf8);
        }
        fputs("</text>\n", p->f);
        j--;
    }
}

/* Whether a cell hides what is below it: the ground of the picture, and lines. */
static bool hides(const struct pen *p, const struct cell *a)
{
    return ground_of(p, a) != p->t->ground || (p->c->lines && !(a->attr & ATTR_CLEAR));
}

static void row_draw(const struct pen *p, int i)
{
    const struct cell *row = &p->c->cell[i * p->c->cols];
    double y = MARGIN + i * CELL_H;
    for (int j = 0; j < p->c->cols; j++) { /* adjacent cells of one ground are joined */
        int end = j + 1;
        while (end < p->c->cols && ground_of(p, &row[end]) == ground_of(p, &row[j]) &&
               hides(p, &row[end]) == hides(p, &row[j]))
            end++;
        if (hides(p, &row[j]))
            box(p, MARGIN + j * CELL_W, y, (end - j) * CELL_W, CELL_H, ground_of(p, &row[j]));
        j = end - 1;
    }
    for (int j = 0; j < p->c->cols; j++)
        shape(p, MARGIN + j * CELL_W, y, row[j].glyph, ink_of(p, &row[j]));
    letters(p, row, p->c->cols, y);
}

void canvas_line_draw(struct canvas *c, enum role role, double width, int dash, int gap, const double from[2],
                      const double to[2])
{
    c->lines = c->lines ? c->lines : open_memstream(&c->drawn, &c->size);
    if (c->lines) /* dashes go on from line to line */
        fprintf(c->lines,
                "<path stroke=\"#%06x\" stroke-width=\"%g\" stroke-dasharray=\"%d %d\" stroke-dashoffset=\"%.1f\" "
                "d=\"M%.1f %.1fL%.1f %.1f\"/>",
                theme_rgb(c->picture, role), width, dash, gap, CELL_W * from[0], MARGIN + CELL_W * from[0],
                MARGIN + CELL_H * from[1], MARGIN + CELL_W * to[0], MARGIN + CELL_H * to[1]);
}

char *canvas_to_svg(const struct canvas *c, const char *title, const struct theme *theme)
{
    char *text = NULL;
    size_t size;
    struct pen p = { open_memstream(&text, &size), c, theme };
    if (!p.f)
        return NULL;
    int w = c->cols * CELL_W + 2 * MARGIN, h = c->rows * CELL_H + 2 * MARGIN;
    fprintf(p.f,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" "
            "font-family=\"'DejaVu Sans Mono','Menlo','Consolas',monospace\" font-size=\"14.8\">\n<title>",
            w, h, w, h);
    svg_escaped(p.f, title);
    fprintf(p.f, "</title>\n<rect width=\"%d\" height=\"%d\" rx=\"8\" fill=\"#%06x\"/>\n", w, h, p.t->ground);
    if (c->lines && fflush(c->lines) == 0)
        fprintf(p.f, "<g fill=\"none\" stroke-linecap=\"round\">%s</g>\n", c->drawn);
    for (int i = 0; i < c->rows; i++)
        row_draw(&p, i);
    return svg_end(p.f, &text);
}
