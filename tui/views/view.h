/* SPDX-License-Identifier: GPL-3.0-or-later */
/* view: one panel of the screen: it draws what the app knows on a canvas, and answers the words that keys stand for. */
#ifndef NZ_VIEW_H
#define NZ_VIEW_H

#include <stddef.h>

#include "tui/canvas/canvas.h"

struct app;

struct view {
    const char *name, *title, *help;
    bool overlay; /* covers all panels while it is open; has no number */
    /* A few words for the right end of the title; may be NULL. */
    void (*aside)(const struct app *, char *text, size_t size);
    void (*draw)(const struct app *, struct canvas *, struct rect);
    /* Does what `word` ("up", "mark", "scale"…) means in this view; false: nothing, let others try. NULL: never. */
    bool (*act)(struct app *, const char *word);
    /* A click into the view, relative to its inside; `twice`: on what was chosen already. May be NULL. */
    void (*click)(struct app *, struct rect inside, int row, int col, bool twice);
    /* Whether `filter` does something here. */
    bool filters;
};

enum {
#define VIEW(name) VIEW_##name,
#include "tui/views/views.list"
#undef VIEW
    VIEW_COUNT
};
#define VIEW(name) extern const struct view view_##name;
#include "tui/views/views.list"
#undef VIEW

extern const struct view *const views[VIEW_COUNT];
int view_find(const char *name_or_number); /* -1: no such view */

/* For views that are lists: the first line shown, so that line `at` of `n` stands in the middle while there are more.
 */
int view_top(int at, int n, int rows);
/* ▴ and ▾ at the right where there are lines above and below those shown. */
void view_more(struct canvas *, struct rect, int top, int n);
/* Moves *at within 0..n-1 as "up", "down", "pageup", "pagedown", "first", "last" say; false: another word. */
bool view_move(const char *word, int *at, int n, int page);

#endif
