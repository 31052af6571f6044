/* SPDX-License-Identifier: GPL-3.0-or-later */
/* panels: the size of the screen, the visible views, and the focus. */
#pragma once

#include "tui/views/layout.h"

struct panels {
    int rows, cols; /* of the screen */
    int focus;      /* a view */
    int overlay;    /* a view that covers the others, -1: none */
    int under;      /* the overlay under the help, -1: none */
    bool zoomed;
    unsigned seen[VIEW_COUNT],
        looks; /* when each view last had the focus: a place shows the most recent of its views */
};

void panels_focus(struct panels *, int view);
/* Closes the overlay; closing the help restores what it covered. */
void panels_uncover(struct panels *);
/* The view that handles keys and words. */
int panels_front(const struct panels *);
/* The view of a place that last had the focus. */
int panels_shown(const struct panels *, const struct view_place *);
/* The inside of a view as currently shown; false: hidden. */
bool panels_inside(const struct panels *, const struct arrangement *, int view, struct rect *inside);
