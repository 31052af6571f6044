/* SPDX-License-Identifier: GPL-3.0-or-later */
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

char *svg_end(FILE *f, char **text)
{
    fputs("</svg>\n", f);
    if (fclose(f) == 0)
        return *text;
    free(*text);
    return NULL;
}

void svg_escaped(FILE *f, const char *text)
{
    for (; *text; text++)
        if (*text == '<' || *text == '>' || *text == '&')
            fprintf(f, "&#%d;", *text);
        else
            putc(*text, f);
}

void svg_text(FILE *f, double x, double y, const char *more, const char *text)
{
    fprintf(f, "<text x=\"%.1f\" y=\"%.1f\"%s%s>", x, y, *more ? " " : "", more);
    svg_escaped(f, text);
    fputs("</text>\n", f);
}

void svg_title(FILE *f, double x, double y, const char *more, const char *title, bool log)
{
    char text[100];
    snprintf(text, sizeof text, "%s%s", title, log ? " (log)" : "");
    svg_text(f, x, y, more, text);
}

enum { NOTE_LINE = 16, NOTE_CHARACTER = 6 };

int svg_notes_more(int width, const char *caption, const char *note)
{
    const int cols = width / NOTE_CHARACTER, most = 9;
    return NOTE_LINE *
           (canvas_lines(caption, cols, most) + canvas_lines(note, cols, most) - (*caption != 0) - (*note != 0));
}

/* Text from y on, wrapped; returns where the next line begins. */
static int put_note(FILE *f, int x, int y, int width, const char *text)
{
    char line[400];
    int shown;
    do {
        const int next = canvas_line(text, width / NOTE_CHARACTER, &shown);
        snprintf(line, sizeof line, "%.*s", shown, text);
        svg_text(f, x, y, "font-size=\"11\"", line);
        text += next;
        y += NOTE_LINE;
    } while (*text);
    return y;
}

void svg_notes(FILE *f, int x, int y, int width, const char *caption, const char *note, const char *doubts)
{
    y = put_note(f, x, put_note(f, x, y, width, caption), width, note);
    if (*doubts)
        put_note(f, x, y, width, doubts);
}

void svg_name(FILE *f, double x, double y, int width, const char *more, const char *text)
{
    enum { CHARACTER = 6 };
    char all[160];
    const bool squeeze = CHARACTER * canvas_width(text) > width;
    snprintf(all, sizeof all, squeeze ? "%s textLength=\"%d\" lengthAdjust=\"spacingAndGlyphs\"" : "%s", more, width);
    svg_text(f, x, y, all, text);
}
