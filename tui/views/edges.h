/* SPDX-License-Identifier: GPL-3.0-or-later */
/* edges: what surrounds the views: places, frames and tabs, first and last line, the machine's strip, lines below. */
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

/* The part of r for the view. */
struct rect panel_inside(struct rect r, bool framed);
/* Draws a view in r; it shares the place p, NULL: it has the whole screen. */
void panel_draw(const struct scene *, struct canvas *, struct rect r, const struct view_place *p, int view,
                bool framed);
/* The view whose name covers this column of the title line of p, which shows `view`; -1: none. */
int panel_tab(const struct view_place *p, int view, int col);

void status_line_draw(const struct scene *, struct canvas *, struct rect);

void strip_draw(const struct scene *, struct canvas *, struct rect);

/* The samples of a run, the fastest highest, from column `col` to before `end`; the newest if not all fit. */
void strip_samples(const struct scene *, struct canvas *, struct rect, int row, int col, int end, int run);

/* The `:` line, the `/` line, or the keys. */
void key_bar_draw(const struct scene *, struct canvas *, struct rect);
/* The message, over the panels. */
void key_bar_message(const struct scene *, struct canvas *, struct rect screen);
/* The offered completions, above the `:` line. */
void key_bar_offer(const struct scene *, struct canvas *, struct rect body);
/* The command of the key whose label covers column `col` of `cols`; NULL: none. */
const char *key_bar_command(const struct scene *, int cols, int col);

/* The caption of a tour, in two lines or, on a narrow screen, more; else the position of a replay, in one. */
enum { FOOT_CAPTION = 2, FOOT_TRANSPORT = 1 };
/* The number of lines of a caption on a screen of that width. */
int foot_caption_lines(const char *caption, int cols);
void foot_draw(const struct scene *, struct canvas *, struct rect);
