/* SPDX-License-Identifier: GPL-3.0-or-later */
/* canvas: a clipped grid of cells; views draw only on it, so they are tested without a terminal. */
#pragma once

#include "core/base/err.h"

/* Roles, not colours: a theme gives each its look. */
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
    ROLE_LINE0, /* lines of a chart */
    ROLE_LINE1,
    ROLE_LINE2,
    ROLE_LINE3,
    ROLE_LINE4,
    ROLE_LINE5,
    ROLE_LINE6,
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
enum { ATTR_BOLD = 1, ATTR_REVERSE = 2, ATTR_UNDERLINE = 4, ATTR_CLEAR = 8 }; /* CLEAR: does not hide lines */

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
    struct cell *cell;           /* rows × cols */
    bool ascii;                  /* the terminal shows ASCII only: glyphs are replaced when put */
    const struct theme *picture; /* of which only SVG is made: charts have lines, in its colours, not dots; or NULL */
    FILE *lines;                 /* of a picture; NULL: none… */
    char *drawn;                 /* …and their SVG */
    size_t size;
};

bool canvas_init(struct canvas *, int rows, int cols, bool ascii, struct err *);
void canvas_free(struct canvas *);
void canvas_clear(struct canvas *);
/* The part of rows × cols at (row, col) of r that lies inside r. */
struct rect canvas_part(struct rect r, int row, int col, int rows, int cols);
/* All of these clip to `r` and to the canvas; coordinates are relative to r. Text is UTF-8. Returns columns used. */
int canvas_text(struct canvas *, struct rect r, int row, int col, enum role, unsigned attr, const char *utf8);
int canvas_print(struct canvas *, struct rect r, int row, int col, enum role, unsigned attr, const char *format, ...)
    __attribute__((format(printf, 7, 8)));
/* The same, ending before column col; returns its first column. */
int canvas_right(struct canvas *, struct rect r, int row, int col, enum role, unsigned attr, const char *utf8);
/* Text, cut with … if it would reach column `end` or r's end. */
void canvas_clip(struct canvas *, struct rect r, int row, int col, int end, enum role role, unsigned attr,
                 const char *utf8);
/* The bytes of a text that fit on a line of `cols` columns, trailing blanks included; *shown: without them. Lines break
   at blanks, or inside a word longer than a line. */
int canvas_line(const char *utf8, int cols, int *shown);
/* The lines of `cols` columns that a text needs, at most `most`. */
int canvas_lines(const char *utf8, int cols, int most);
/* Text over at most `lines` lines from (row, col) on, broken at blanks where possible; returns the lines used. */
int canvas_wrap(struct canvas *, struct rect r, int row, int col, int lines, enum role, const char *utf8);
void canvas_put(struct canvas *, struct rect r, int row, int col, uint32_t glyph, enum role, unsigned attr);
/* A straight line of a picture, from one x and y in cells to another, below all but clear cells; pixels of a dash and
   of a gap, 0: none. */
void canvas_line_draw(struct canvas *, enum role, double width, int dash, int gap, const double from[2],
                      const double to[2]);
/* Copies the lines of another canvas from `top` on. */
void canvas_copy(struct canvas *, struct rect r, const struct canvas *from, int top);
/* Two colours in one cell: glyph in `role` over a ground of `back`. */
void canvas_put2(struct canvas *, struct rect r, int row, int col, uint32_t glyph, enum role, enum role back);
/* A horizontal bar of `length` columns (fractions drawn in eighths). */
void canvas_bar(struct canvas *, struct rect r, int row, int col, double length, enum role);
/* n columns, each a share of the cell's height from 0 to 1, in eighths; the lowest eighth is always drawn. */
void canvas_spark(struct canvas *, struct rect r, int row, int col, const double *share, int n, enum role);
/* A frame; returns the rectangle inside. canvas_head: its first line only, no sides. */
struct rect canvas_frame(struct canvas *, struct rect r, bool focused);
struct rect canvas_head(struct canvas *, struct rect r, bool focused);

/* The columns of a text: one per code point. */
int canvas_width(const char *utf8);
/* The first code point of s, U+FFFD if malformed; *bytes: its length. A glyph not one column wide becomes '?'. */
uint32_t canvas_decode(const char *s, int *bytes);
/* Writes one code point as UTF-8 (at most 4 bytes, no terminator); returns its length. */
int canvas_encode(uint32_t glyph, char *to);
/* The bit of a dot in a braille glyph, U+2800 + bits: four rows of two, ⠁⠈ ⠂⠐ ⠄⠠ ⡀⢀. */
uint32_t canvas_dot(int row, int col);
/* The ASCII substitute of a glyph; text has +- for ±, the + replacing a blank before it. */
uint32_t canvas_ascii(uint32_t glyph);
#define CANVAS_PLUS_MINUS 0xb1

/* Text (rows joined with newlines, trailing blanks cut) and SVG of the whole canvas; allocated, NULL: no memory. */
char *canvas_to_text(const struct canvas *);
char *canvas_to_svg(const struct canvas *, const char *title, const struct theme *);
