/* SPDX-License-Identifier: GPL-3.0-or-later */
/* svg: what all charts for papers share: the ground and text. */
#include "tui/canvas/svg.h"

#include "tui/canvas/canvas.h"

void svg_begin(FILE *f, int width, int height)
{
    fprintf(f,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" "
            "font-family=\"Helvetica,Arial,sans-serif\" font-size=\"12\">\n"
            "<style>.grid{stroke:#ddd;stroke-width:.7}</style>\n<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n",
            width, height, width, height, width, height);
}

void svg_text(FILE *f, double x, double y, const char *more, const char *text)
{
    fprintf(f, "<text x=\"%.1f\" y=\"%.1f\"%s%s>", x, y, *more ? " " : "", more);
    for (; *text; text++)
        if (*text == '<' || *text == '>' || *text == '&')
            fprintf(f, "&#%d;", *text);
        else
            putc(*text, f);
    fputs("</text>\n", f);
}

void svg_name(FILE *f, double x, double y, int width, const char *more, const char *text)
{
    enum { CHARACTER = 6 };
    char all[160];
    const bool squeeze = CHARACTER * canvas_width(text) > width;
    snprintf(all, sizeof all, squeeze ? "%s textLength=\"%d\" lengthAdjust=\"spacingAndGlyphs\"" : "%s", more, width);
    svg_text(f, x, y, all, text);
}
