/* SPDX-License-Identifier: GPL-3.0-or-later */
/* canvas: a grid of cells, clipped; views draw on it and on nothing else, so that they are tested without a terminal.
 */
#pragma once

#include "core/base/err.h"

/* Roles, not colours: a theme says what each looks like. */
enum role {
    ROLE_TEXT,
    ROLE_DIM,
    ROLE_TITLE,
    ROLE_FRAME,
    ROLE_FOCUS,
    ROLE_KEY,
    ROLE_CPU,
    ROLE_GPU,
    ROLE_PEER,
    ROLE_CPU_BAR, /* dimmer than the names: only the fastest bar has the full colour */
    ROLE_GPU_BAR,
    ROLE_PEER_BAR,
    ROLE_OK,
    ROLE_WARN,
    ROLE_BAD,
    ROLE_ROOF,
    ROLE_HEAT0,
    ROLE_HEAT1,
    ROLE_HEAT2,
    ROLE_HEAT3,
    ROLE_HEAT4,
    ROLE_COUNT
};
/* The dimmer colour of a kernel's role. */
static inline enum role role_bar(enum role kernel)
{
    return (enum role)(kernel - ROLE_CPU + ROLE_CPU_BAR);
}
enum { ATTR_BOLD = 1, ATTR_REVERSE = 2, ATTR_UNDERLINE = 4 };

struct cell {
    uint32_t glyph; /* one code point of width 1 */
    uint8_t role, attr;
    uint8_t back; /* the role whose colour is behind the glyph; ROLE_TEXT: none */
};

struct rect {
    int row, col, rows, cols;
};

struct theme;

struct canvas {
    int rows, cols;
    struct cell *cell; /* rows × cols */
    bool ascii;        /* the terminal shows ASCII only: glyphs are mapped as they are put */
};

bool canvas_init(struct canvas *, int rows, int cols, bool ascii, struct err *);
void canvas_free(struct canvas *);
void canvas_clear(struct canvas *);
/* The part of rows × cols at (row, col) of r that lies inside r. */
struct rect canvas_part(struct rect r, int row, int col, int rows, int cols);
/* All of these clip to `r` and to the canvas; coordinates are relative to r. Text is UTF-8. They return the columns
 * used. */
int canvas_text(struct canvas *, struct rect r, int row, int col, enum role, unsigned attr, const char *utf8);
int canvas_print(struct canvas *, struct rect r, int row, int col, enum role, unsigned attr, const char *format, ...)
    __attribute__((format(printf, 7, 8)));
/* The same, ending before column col; returns the column where it began. */
int canvas_right(struct canvas *, struct rect r, int row, int col, enum role, unsigned attr, const char *utf8);
/* Text that ends in … where it would reach column `end` or r's end. */
void canvas_clip(struct canvas *, struct rect r, int row, int col, int end, enum role role, unsigned attr,
                 const char *utf8);
/* How many bytes of a text one line of `cols` columns uses up, the blanks at its end included; *shown: without these.
   Lines break at blanks, or inside a word that is longer than a line. */
int canvas_line(const char *utf8, int cols, int *shown);
/* The lines of `cols` columns that a text takes, at most `most`. */
int canvas_lines(const char *utf8, int cols, int most);
/* Text over at most `lines` lines from (row, col) on, broken at blanks where it can be; returns the lines used. */
int canvas_wrap(struct canvas *, struct rect r, int row, int col, int lines, enum role, const char *utf8);
void canvas_put(struct canvas *, struct rect r, int row, int col, uint32_t glyph, enum role, unsigned attr);
/* The lines of another canvas from `top` on. */
void canvas_copy(struct canvas *, struct rect r, const struct canvas *from, int top);
/* Two colours in one cell: glyph in `role` over a ground of `back`. */
void canvas_put2(struct canvas *, struct rect r, int row, int col, uint32_t glyph, enum role, enum role back);
/* A horizontal bar of `length` columns (fractions drawn in eighths). */
void canvas_bar(struct canvas *, struct rect r, int row, int col, double length, enum role);
/* n columns, each a share of the cell's height from 0 to 1, in eighths; at least the lowest is drawn. */
void canvas_spark(struct canvas *, struct rect r, int row, int col, const double *share, int n, enum role);
/* A frame; returns the rectangle inside. canvas_head: its first line only, no sides. */
struct rect canvas_frame(struct canvas *, struct rect r, bool focused);
struct rect canvas_head(struct canvas *, struct rect r, bool focused);

/* Columns that a text takes: its code points, each one shown in one column. */
int canvas_width(const char *utf8);
/* The first code point of s, U+FFFD where it is malformed; *bytes: how many bytes it took. A glyph that a terminal
   would not show in exactly one column is '?'. */
uint32_t canvas_decode(const char *s, int *bytes);
/* Writes one code point as UTF-8 (at most 4 bytes, no terminator); returns its length. */
int canvas_encode(uint32_t glyph, char *to);
/* The bit of a dot in a braille glyph, U+2800 + bits: four rows of two, ⠁⠈ ⠂⠐ ⠄⠠ ⡀⢀. */
uint32_t canvas_dot(int row, int col);
/* The ASCII substitute of a glyph; text has +- for ±, with the + in place of a blank before it. */
uint32_t canvas_ascii(uint32_t glyph);
#define CANVAS_PLUS_MINUS 0xb1

/* Text (rows joined with newlines, trailing blanks cut) and SVG of the whole canvas; allocated, NULL when out of
 * memory. */
char *canvas_to_text(const struct canvas *);
char *canvas_to_svg(const struct canvas *, const char *title, const struct theme *);
