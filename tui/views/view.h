/* SPDX-License-Identifier: GPL-3.0-or-later */
/* view: one panel of the screen: it draws a scene on a canvas, and answers the words that keys stand for. */
#ifndef NZ_VIEW_H
#define NZ_VIEW_H

#include <stddef.h>

#include "tui/canvas/canvas.h"

struct scene;

enum { VIEW_FILTER = 64 };

/* What a view keeps between frames; the screen has one for each view. */
struct view_state {
    int at;                   /* the line with the cursor, or the first line shown */
    char filter[VIEW_FILTER]; /* lines that do not contain it are left out */
    int scale;                /* which of its scales it shows, by an enum of its own; 0 at first */
    int picture, quantity;    /* likewise, which picture of its lines, and what that shows */
    char axis[32];            /* over which setting; "": it chooses */
    int sort;                 /* likewise, the order of its lines */
    bool all;                 /* it shows what it leaves out otherwise… */
    bool hides;               /* …or leaves out what it shows otherwise */
    bool follow;              /* the newest stays in sight until the cursor is moved */
    int column;               /* the first one shown of those that move */
    int zoom;                 /* it shows 2^-zoom of the whole… */
    double middle[2];         /* … around this point, in shares of the whole */
};

/* What a view wants of the screen: a command line, and a message for the last line; "": nothing. */
struct view_reply {
    char command[1100], message[300];
    bool bad; /* the message is an error */
};

struct view {
    const char *name, *title, *help;
    bool overlay; /* covers all panels while it is open; has no number */
    /* A few words at the right end of the title; may be NULL. */
    void (*aside)(const struct scene *, char *text, size_t size);
    void (*draw)(const struct scene *, struct canvas *, struct rect);
    /* Does what `word` ("up", "mark", "scale"…) means in this view; false: nothing, let others try. NULL: never. */
    bool (*act)(const struct scene *, struct view_state *, const char *word, struct view_reply *);
    /* A click into the view, relative to its inside; `twice`: on what was chosen already. May be NULL. */
    void (*click)(const struct scene *, struct view_state *, int row, int col, bool twice, struct view_reply *);
    /* The engine's command for data that this view lacks, while it is on the screen; false: it lacks none. May be NULL.
     */
    bool (*wants)(const struct scene *, char *command, size_t size);
    /* The engine could not do what the view wants. May be NULL. */
    void (*refused)(struct view_state *);
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

static inline int view_least(int a, int b)
{
    return a < b ? a : b;
}

static inline int view_most(int a, int b)
{
    return a > b ? a : b;
}

/* lo where hi is below it. */
static inline int view_clamp(int x, int lo, int hi)
{
    return view_most(lo, view_least(x, hi));
}

/* For views that are lists: the first line shown, so that line `at` of `n` stands in the middle while there are more.
 */
int view_top(int at, int n, int rows);
/* ▴ and ▾ at the right if there are more lines above or below. */
void view_more(struct canvas *, struct rect, int top, int n);
/* Moves *at within 0..n-1 as "up", "down", "pageup", "pagedown", "first", "last" say; false: another word. */
bool view_move(const char *word, int *at, int n, int page);
/* The reply "NAME 'word'": a command line with one argument, whatever is in it. */
void view_command(struct view_reply *, const char *name, const char *word);

#endif
