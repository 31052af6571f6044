/* SPDX-License-Identifier: GPL-3.0-or-later */
/* caption: what a tour says about the screen, in two lines below the panels. */
#include "tui/views/caption.h"

void caption_draw(const struct scene *s, struct canvas *c, struct rect r)
{
    const int from = 7; /* "14/14" and a gap */
    canvas_print(c, r, 0, 1, ROLE_KEY, ATTR_BOLD, "%d/%d", s->step, s->steps);
    struct rect text = canvas_part(r, 0, from, r.rows, r.cols - from - 1);
    canvas_wrap(c, text, 0, 0, r.rows, ROLE_TITLE, s->caption);
}
