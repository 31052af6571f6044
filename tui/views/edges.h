/* SPDX-License-Identifier: GPL-3.0-or-later */
/* edges: what surrounds the views: where each has its place, its frame and tabs, the first and the last line, the
   strip of the machine, the lines below the panels. */
#pragma once

#include "tui/views/scene.h"

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
   too small for every layout there are none. `strip`: so many lines of the machine's strip are the last ones of the
   body, with frames one on the lower edge of the run panel. */
void layout_make(int rows, int cols, int strip, struct arrangement *);

/* The smallest screen that has a layout: the last of the list. */
void layout_least(int *rows, int *cols);

/* What is left of r for the view. */
struct rect panel_inside(struct rect r, bool framed);
/* Draws a view in r; it shares the place p, NULL: it has the whole screen. */
void panel_draw(const struct scene *, struct canvas *, struct rect r, const struct view_place *p, int view,
                bool framed);
/* The view whose name covers this column of the title line of p, which shows `view`; -1: none. */
int panel_tab(const struct view_place *p, int view, int col);

void status_line_draw(const struct scene *, struct canvas *, struct rect);

void strip_draw(const struct scene *, struct canvas *, struct rect);

/* The samples of a run, the fastest highest, from column `col` to before `end`; the newest ones, where not all fit. */
void strip_samples(const struct scene *, struct canvas *, struct rect, int row, int col, int end, int run);

/* The `:` line, the `/` line, or the keys. */
void key_bar_draw(const struct scene *, struct canvas *, struct rect);
/* The message, over the panels. */
void key_bar_message(const struct scene *, struct canvas *, struct rect screen);
/* The completions on offer, above the `:` line. */
void key_bar_offer(const struct scene *, struct canvas *, struct rect body);
/* The command of the key whose label covers column `col` of `cols`; NULL: none. */
const char *key_bar_command(const struct scene *, int cols, int col);

/* What a tour says about the screen, in two lines or, on a narrow screen, more; else how far a replay has come, in one.
 */
enum { FOOT_CAPTION = 2, FOOT_TRANSPORT = 1 };
/* How many lines a caption takes on a screen of that width. */
int foot_caption_lines(const char *caption, int cols);
void foot_draw(const struct scene *, struct canvas *, struct rect);
