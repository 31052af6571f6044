/* SPDX-License-Identifier: GPL-3.0-or-later */
/* panels: the size of the screen, which views are on it, and which of them has the focus. */
#pragma once

#include "tui/views/edges.h"

struct panels {
    int rows, cols; /* of the screen */
    int focus;      /* a view */
    int overlay;    /* a view that covers the others, -1: none */
    int under;      /* the one that the help covers in turn, -1: none */
    bool zoomed;
    unsigned seen[VIEW_COUNT],
        looks; /* when each view had the focus last: of the views of one place the newest shows */
};

void panels_focus(struct panels *, int view);
/* Closes what covers the panels; the help, what it covers is back. */
void panels_uncover(struct panels *);
/* The view that answers keys and words now. */
int panels_front(const struct panels *);
/* The view of a place that had the focus last. */
int panels_shown(const struct panels *, const struct view_place *);
/* The inside of a view as it is shown now; false: it is not on the screen. */
bool panels_inside(const struct panels *, const struct arrangement *, int view, struct rect *inside);
