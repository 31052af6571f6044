/* SPDX-License-Identifier: GPL-3.0-or-later */
/* layout: which views stand where on a screen of a given size. */
#ifndef NZ_LAYOUT_H
#define NZ_LAYOUT_H

#include "tui/canvas/canvas.h"

enum { LAYOUT_SLOTS = 8, SLOT_VIEWS = 10, LAYOUT_MIN_ROWS = 5, LAYOUT_MIN_COLS = 20 };

/* A place for one view at a time; when it has several, the one that had the focus last is shown. */
struct slot {
    struct rect rect;
    int view[SLOT_VIEWS], views;
};

struct arrangement {
    struct slot slot[LAYOUT_SLOTS];
    int slots;
    bool framed; /* room for frames; else title lines only */
};

/* Row 0 is the status line and the last one the key bar; the slots share the rest without overlap. Below 20 × 5: none.
 */
void layout_make(int rows, int cols, struct arrangement *);

/* The place of the panels together: everything but status line and key bar. */
struct rect layout_body(int rows, int cols);

#endif
