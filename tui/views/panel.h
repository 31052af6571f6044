/* SPDX-License-Identifier: GPL-3.0-or-later */
/* panel: the frame or title line of a view, with the names of the views that share its place. */
#pragma once

#include "tui/views/layout.h"

struct rect panel_inside(struct rect r, bool framed);
/* Draws a view in r; it shares the place p, NULL: it has the whole screen. */
void panel_draw(const struct scene *, struct canvas *, struct rect r, const struct view_place *p, int view,
                bool framed);
/* The view whose name covers this column of the title line of p, which shows `view`; -1: none. */
int panel_tab(const struct view_place *p, int view, int col);
