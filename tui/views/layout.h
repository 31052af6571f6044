/* SPDX-License-Identifier: GPL-3.0-or-later */
/* layout: the places of the views: each panel of layouts.list takes a part of another's place. */
#pragma once

#include "tui/views/scene.h"

/* A place for one view at a time; of several views, it shows the one that last had the focus. */
struct view_place {
    struct rect rect;
    int view[VIEW_COUNT], views;
};

struct arrangement {
    struct view_place place[VIEW_COUNT];
    int places;
    bool framed;       /* room for frames; else title lines only */
    struct rect body;  /* of all panels together */
    struct rect strip; /* no rows: hidden */
};

/* Row 0 is the status line and the last row the key bar; the places share the rest without overlap. A screen too small
   for every layout has none. `strip`: the body's last lines for the machine's strip; with frames, one line on the lower
   edge of the run panel. */
void layout_make(int rows, int cols, int strip, struct arrangement *);

/* The smallest screen with a layout: the last in the list. */
void layout_least(int *rows, int *cols);
