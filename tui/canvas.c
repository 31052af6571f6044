/* SPDX-License-Identifier: GPL-3.0-or-later */
/* canvas: cells, clipping, bars, frames. */
#include "tui/canvas.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool canvas_init(struct canvas *c, int rows, int cols, bool ascii, struct err *e)
{
    *c = (struct canvas){ .rows = rows > 0 ? rows : 0, .cols = cols > 0 ? cols : 0, .ascii = ascii };
    size_t cells = (size_t)c->rows * (size_t)c->cols;
    c->cell = calloc(cells + 1, sizeof *c->cell);
    if (!c->cell)
        return err_nomem(e, "the screen", cells * sizeof *c->cell);
    canvas_clear(c);
    return true;
}

void canvas_free(struct canvas *c)
{
    free(c->cell);
    *c = (struct canvas){ 0 };
}

void canvas_clear(struct canvas *c)
{
    for (int i = 0; i < c->rows * c->cols; i++)
        c->cell[i] = (struct cell){ .glyph = ' ' };
}

/* ---- code points ---- */

/* Everything nzscope draws itself is narrow; what comes in names and titles may not be. */
static bool is_narrow(uint32_t g)
{
    static const struct {
        uint32_t from, to;
    } not_narrow[] = {
        {0x0,     0x1f    },
        { 0x7f,   0x9f    },
        { 0xad,   0xad    },
        { 0x300,  0x36f   },
        { 0x483,  0x489   },
        { 0x591,  0x5c7   },
        { 0x600,  0x61c   },
        { 0x64b,  0x65f   },
        { 0x670,  0x670   },
        { 0x6d6,  0x6ed   },
        { 0x700,  0x8ff   },
        { 0x900,  0xdff   },
        { 0xe31,  0xe3a   },
        { 0xe47,  0xe4e   },
        { 0xeb1,  0xebc   },
        { 0xec8,  0xecd   },
        { 0xf18,  0xf87   },
        { 0x1000, 0x109f  },
        { 0x1100, 0x11ff  },
        { 0x135d, 0x135f  },
        { 0x1700, 0x1cff  },
        { 0x1dc0, 0x1dff  },
        { 0x200b, 0x200f  },
        { 0x2028, 0x202f  },
        { 0x205f, 0x206f  },
        { 0x20d0, 0x20ff  },
        { 0x231a, 0x231b  },
        { 0x2329, 0x232a  },
        { 0x23e9, 0x23f3  },
        { 0x25fd, 0x25fe  },
        { 0x2614, 0x2615  },
        { 0x2648, 0x2653  },
        { 0x267f, 0x267f  },
        { 0x2693, 0x2693  },
        { 0x26a1, 0x26a1  },
        { 0x26aa, 0x26ab  },
        { 0x26bd, 0x26be  },
        { 0x26c4, 0x26c5  },
        { 0x26ce, 0x26ce  },
        { 0x26d4, 0x26d4  },
        { 0x26ea, 0x26ea  },
        { 0x26f2, 0x26f3  },
        { 0x26f5, 0x26f5  },
        { 0x26fa, 0x26fd  },
        { 0x2705, 0x2705  },
        { 0x270a, 0x270b  },
        { 0x2728, 0x2728  },
        { 0x274c, 0x274c  },
        { 0x274e, 0x274e  },
        { 0x2753, 0x2757  },
        { 0x2795, 0x2797  },
        { 0x27b0, 0x27b0  },
        { 0x27bf, 0x27bf  },
        { 0x2b1b, 0x2b1c  },
        { 0x2b50, 0x2b55  },
        { 0x2cef, 0x2cf1  },
        { 0x2de0, 0x2dff  },
        { 0x2e80, 0xa4cf  },
        { 0xa66f, 0xa67d  },
        { 0xa69e, 0xa69f  },
        { 0xa6f0, 0xa6f1  },
        { 0xa802, 0xabff  },
        { 0xac00, 0xd7ff  },
        { 0xd800, 0xfaff  },
        { 0xfb1e, 0xfb1e  },
        { 0xfe00, 0xfe6f  },
        { 0xfeff, 0xff60  },
        { 0xffe0, 0xfffb  },
        { 0xfffe, 0x10ffff},
    };
    if (g < 0x7f)
        return g >= 0x20;
    for (size_t i = 0; i < sizeof not_narrow / sizeof *not_narrow; i++)
        if (g <= not_narrow[i].to)
            return g < not_narrow[i].from;
    return false;
}

uint32_t canvas_decode(const char *s, int *bytes)
{
    const unsigned char *p = (const unsigned char *)s;
    static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };
    *bytes = 1;
    if (p[0] < 0x80)
        return is_narrow(p[0]) ? p[0] : '?';
    int n = p[0] >= 0xf0 && p[0] < 0xf5 ? 4 : p[0] >= 0xe0 ? 3 : p[0] >= 0xc2 ? 2 : 0;
    if (n == 0 || p[0] >= 0xf5)
        return 0xfffd;
    uint32_t g = p[0] & (0xffu >> (n + 1));
    for (int i = 1; i < n; i++) {
        if ((p[i] & 0xc0) != 0x80)
            return 0xfffd;
        g = g << 6 | (p[i] & 0x3fu);
    }
    if (g < least[n])
        return 0xfffd;
    *bytes = n;
    return g == 0xfffd || is_narrow(g) ? g : '?';
}

int canvas_encode(uint32_t g, char *to)
{
    if (g < 0x80) {
        to[0] = (char)g;
        return 1;
    }
    int n = g < 0x800 ? 2 : g < 0x10000 ? 3 : 4;
    for (int i = n - 1; i > 0; i--, g >>= 6)
        to[i] = (char)(0x80 | (g & 0x3f));
    to[0] = (char)((0xf00u >> n & 0xff) | g);
    return n;
}

int canvas_width(const char *s)
{
    int n = 0;
    for (int bytes; *s; s += bytes, n++)
        canvas_decode(s, &bytes);
    return n;
}

/* ---- putting ---- */

struct rect canvas_part(struct rect r, int row, int col, int rows, int cols)
{
    int row0 = row > 0 ? row : 0, col0 = col > 0 ? col : 0;
    int row1 = row + rows < r.rows ? row + rows : r.rows, col1 = col + cols < r.cols ? col + cols : r.cols;
    return (struct rect){ r.row + row0, r.col + col0, row1 > row0 ? row1 - row0 : 0, col1 > col0 ? col1 - col0 : 0 };
}

static struct cell *cell_at(struct canvas *c, struct rect r, int row, int col)
{
    if (row < 0 || col < 0 || row >= r.rows || col >= r.cols)
        return NULL;
    row += r.row;
    col += r.col;
    if (row < 0 || col < 0 || row >= c->rows || col >= c->cols)
        return NULL;
    return &c->cell[row * c->cols + col];
}

void canvas_put2(struct canvas *c, struct rect r, int row, int col, uint32_t glyph, enum role role, enum role back)
{
    struct cell *at = cell_at(c, r, row, col);
    if (at)
        *at = (struct cell){ c->ascii ? canvas_ascii(glyph) : glyph, (uint8_t)role, 0, (uint8_t)back };
}

void canvas_put(struct canvas *c, struct rect r, int row, int col, uint32_t glyph, enum role role, unsigned attr)
{
    struct cell *at = cell_at(c, r, row, col);
    if (at)
        *at = (struct cell){ c->ascii ? canvas_ascii(glyph) : glyph, (uint8_t)role, (uint8_t)attr, ROLE_TEXT };
}

int canvas_text(struct canvas *c, struct rect r, int row, int col, enum role role, unsigned attr, const char *utf8)
{
    int used = 0;
    for (int bytes; *utf8; utf8 += bytes, used++)
        canvas_put(c, r, row, col + used, canvas_decode(utf8, &bytes), role, attr);
    return used;
}

int canvas_print(struct canvas *c, struct rect r, int row, int col, enum role role, unsigned attr, const char *format,
                 ...)
{
    char text[1024];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    return canvas_text(c, r, row, col, role, attr, text);
}

int canvas_right(struct canvas *c, struct rect r, int row, int col, enum role role, unsigned attr, const char *utf8)
{
    int from = col - canvas_width(utf8);
    canvas_text(c, r, row, from, role, attr, utf8);
    return from;
}

void canvas_clip(struct canvas *c, struct rect r, int row, int col, int end, enum role role, unsigned attr,
                 const char *utf8)
{
    if (end < r.cols)
        r.cols = end;
    canvas_text(c, r, row, col, role, attr, utf8);
    if (col < r.cols && col + canvas_width(utf8) > r.cols)
        canvas_put(c, r, row, r.cols - 1, 0x2026, role, attr);
}

void canvas_mark(struct canvas *c, struct rect r, int row, enum role role, unsigned attr)
{
    for (int col = 0; col < r.cols; col++) {
        struct cell *at = cell_at(c, r, row, col);
        if (!at)
            continue;
        at->attr |= (uint8_t)attr;
        if (role != ROLE_TEXT)
            at->role = (uint8_t)role;
    }
}

void canvas_bar(struct canvas *c, struct rect r, int row, int col, double length, enum role role)
{
    if (!(length > 0)) /* NaN too */
        return;
    int eighths = (int)lround(fmin(length, r.cols) * 8);
    int full = eighths / 8, rest = eighths % 8;
    for (int i = 0; i < full; i++)
        canvas_put(c, r, row, col + i, 0x2588, role, 0);
    if (rest) /* U+258F is one eighth, U+2589 seven */
        canvas_put(c, r, row, col + full, 0x2590 - (uint32_t)rest, role, 0);
}

/* ---- frames ---- */

static int put_title(struct canvas *c, struct rect r, int col, const char *title, bool focused)
{
    if (!title || !title[0] || r.cols < col + 4)
        return col;
    struct rect line = { r.row, r.col, 1, r.cols - 2 };
    canvas_put(c, line, 0, col, ' ', ROLE_TITLE, 0);
    int used = canvas_text(c, line, 0, col + 1, focused ? ROLE_FOCUS : ROLE_TITLE, ATTR_BOLD, title);
    canvas_put(c, line, 0, col + 1 + used, ' ', ROLE_TITLE, 0);
    return col + used + 2;
}

/* Focus is a heavier line as well as another colour. */
struct rect canvas_frame(struct canvas *c, struct rect r, const char *title, bool focused)
{
    enum role role = focused ? ROLE_FOCUS : ROLE_FRAME;
    uint32_t across = focused ? 0x2501 : 0x2500, down = focused ? 0x2503 : 0x2502;
    for (int j = 0; j < r.cols; j++) {
        canvas_put(c, r, 0, j, across, role, 0);
        canvas_put(c, r, r.rows - 1, j, across, role, 0);
    }
    for (int i = 0; i < r.rows; i++) {
        canvas_put(c, r, i, 0, down, role, 0);
        canvas_put(c, r, i, r.cols - 1, down, role, 0);
    }
    canvas_put(c, r, 0, 0, focused ? 0x250f : 0x256d, role, 0);
    canvas_put(c, r, 0, r.cols - 1, focused ? 0x2513 : 0x256e, role, 0);
    canvas_put(c, r, r.rows - 1, 0, focused ? 0x2517 : 0x2570, role, 0);
    canvas_put(c, r, r.rows - 1, r.cols - 1, focused ? 0x251b : 0x256f, role, 0);
    put_title(c, r, 1, title, focused);
    struct rect in = { r.row + 1, r.col + 2, r.rows - 2, r.cols - 4 };
    in.rows = in.rows > 0 ? in.rows : 0;
    in.cols = in.cols > 0 ? in.cols : 0;
    return in;
}

struct rect canvas_head(struct canvas *c, struct rect r, const char *title, bool focused)
{
    for (int j = 0; j < r.cols; j++)
        canvas_put(c, r, 0, j, focused ? 0x2501 : 0x2500, focused ? ROLE_FOCUS : ROLE_FRAME, 0);
    put_title(c, r, 1, title, focused);
    struct rect in = { r.row + 1, r.col + 1, r.rows - 1, r.cols - 2 };
    in.rows = in.rows > 0 ? in.rows : 0;
    in.cols = in.cols > 0 ? in.cols : 0;
    return in;
}

/* ---- text ---- */

char *canvas_to_text(const struct canvas *c)
{
    char *text = malloc((size_t)c->rows * ((size_t)c->cols * 4 + 1) + 1), *p = text;
    if (!text)
        return NULL;
    for (int i = 0; i < c->rows; i++) {
        const struct cell *line = &c->cell[i * c->cols];
        int used = c->cols;
        while (used > 0 && line[used - 1].glyph == ' ')
            used--;
        for (int j = 0; j < used; j++)
            p += canvas_encode(line[j].glyph, p);
        *p++ = '\n';
    }
    *p = 0;
    return text;
}
