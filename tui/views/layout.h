/* SPDX-License-Identifier: GPL-3.0-or-later */
/* layout: which views stand where on a screen of a given size; layouts.list says so. */
#ifndef NZ_LAYOUT_H
#define NZ_LAYOUT_H

#include "tui/views/view.h"

/* A place for one view at a time; when it has several, the one that had the focus last is shown. */
struct view_place {
    struct rect rect;
    int view[VIEW_COUNT], views;
};

struct arrangement {
    struct view_place place[VIEW_COUNT];
    int places;
    bool framed;       /* room for frames; else title lines only */
    struct rect body;  /* of all panels together */
    struct rect strip; /* no rows: it is not shown */
};

/* Row 0 is the status line and the last one the key bar; the places share the rest without overlap. On a screen that is
   too small for every layout there are none. `strip`: the machine's strip takes the last line of the body, with frames
   the lower edge of the run panel. */
void layout_make(int rows, int cols, bool strip, struct arrangement *);

/* The smallest screen that has a layout: the last of the list. */
void layout_least(int *rows, int *cols);

#endif
