/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/views/stack.h"

void stack_put(struct canvas *c, struct rect r, int row, int col, const struct stack_piece *p)
{
    canvas_put(c, r, row, col, c->ascii ? (uint32_t)p->ascii : p->glyph, p->role, 0);
}

void stack_draw(struct canvas *c, struct rect r, int row, int col, int width, const struct stack_piece *piece,
                const double *value, int n)
{
    double sum = 0, before = 0;
    for (int i = 0; i < n; i++)
        sum += value[i];
    for (int i = 0, at = 0; i < n && sum > 0; i++) {
        before += value[i];
        for (const int end = (int)lround(width * before / sum); at < end; at++)
            stack_put(c, r, row, col + at, &piece[i]);
    }
}
