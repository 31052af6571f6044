/* SPDX-License-Identifier: GPL-3.0-or-later */
/* stack: a bar of several pieces, each with its own glyph and colour. */
#pragma once

#include "tui/canvas/canvas.h"

struct stack_piece {
    const char *name;
    uint32_t glyph;
    char ascii;
    enum role role;
};

/* One cell of a piece. */
void stack_put(struct canvas *, struct rect, int row, int col, const struct stack_piece *);
/* A bar `width` columns wide, its pieces proportional to these shares. */
void stack_draw(struct canvas *, struct rect, int row, int col, int width, const struct stack_piece *, const double *,
                int n);
