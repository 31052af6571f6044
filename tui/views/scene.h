/* SPDX-License-Identifier: GPL-3.0-or-later */
/* scene: what a view is, and what views draw, read-only: the model, the settings, the engine's state, the focus. */
#pragma once

#include "core/base/minmax.h"
#include "core/catalog/published.h"
#include "tui/canvas/canvas.h"
#include "tui/input/keys.h"
#include "tui/model/figure.h"
#include "tui/model/picker.h"
#include "tui/model/settings.h"
#include "tui/results/partners.h"

struct tape;

struct scene;

enum { VIEW_FILTER = 64 };

/* How runs are sorted; `sort` alone cycles through the first SORT_CYCLE. */
enum sort {
    SORT_SPEED,
    SORT_ORDER,
    SORT_NAME,
    SORT_CYCLE,
    SORT_SPREAD = SORT_CYCLE,
    SORT_ROOF,
    SORT_SPEEDUP,
    SORT_LIBRARY,
    SORT_TIME,
    SORT_BANDWIDTH,
    SORT_PREPARE,
    SORT_COUNT
};
extern const char *const sort_name[SORT_COUNT]; /* "speed", "order"… */
/* What the run panel shows. */
enum picture { PICTURE_BARS, PICTURE_CURVE, PICTURE_ROOFLINE, PICTURE_COMPARE, PICTURE_COUNT };
/* Where the window of the microscope is: the first entries, a place, the entries nearest to one, the longest row. */
enum window_place { WINDOW_FIRST, WINDOW_AT, WINDOW_NEAR, WINDOW_LONGEST };
/* AUTO: linear, but logarithmic where a curve would lie flat (curve_ask). */
enum scale { SCALE_AUTO, SCALE_LINEAR, SCALE_LOG, SCALE_COUNT };
enum plot { PLOT_BRAILLE, PLOT_BLOCKS, PLOT_ASCII, PLOT_COUNT };

struct run_state {
    enum picture picture;
    enum scale scale; /* of rates */
    enum sort sort;
    bool all;      /* the bars of all problems */
    int quantity;  /* of the curve: enum curve_quantity… */
    char axis[32]; /* …over this setting; "": automatic… */
    bool alone;    /* …without the matrices of other generators */
    int column;    /* of the comparison: the first visible movable column */
};

struct spy_state {
    enum plot plot;
    bool owners;      /* coloured by the threads that own the rows */
    int zoom;         /* 2^-zoom of the matrix is shown… */
    double middle[2]; /* …around this point, in shares of the whole */
};

struct microscope_state {
    int step, format;        /* completed steps; the format's index in the model */
    int zoom;                /* steps from the size that fits */
    int down;                /* lines of the arrays, from those that show the step */
    enum window_place place; /* of the window… */
    double from[2];          /* …relative to this row and column */
};

/* What a view keeps between frames; the screen has one per view. Zeroed at first. */
struct view_state {
    int at;                   /* the line with the cursor, or the first visible line */
    char filter[VIEW_FILTER]; /* lines without it are hidden */
    bool follow;              /* the newest stays visible, and is explained, until the cursor moves */
    union {                   /* of one view */
        struct run_state run;
        struct spy_state spy;
        struct microscope_state microscope;
        bool hides;       /* kernels: hide those that cannot run */
        enum scale scale; /* rows: equal bins, or powers of two; AUTO: what the panel has room for */
    };
};

/* A view's reply to the screen: a command line, and a message for the last line; "": none. */
struct view_reply {
    char command[1100], message[300];
    bool bad; /* the message is an error */
};

struct view {
    const char *name, *title, *help;
    bool overlay;   /* covers all panels while open; has no number */
    unsigned below; /* bits of the panels that it speaks of: shown below it where it leaves room */
    /* A few words at the right end of the title; may be NULL. */
    void (*aside)(const struct scene *, char *text, size_t size);
    void (*draw)(const struct scene *, struct canvas *, struct rect);
    /* In place of `draw` and `act`, what may be longer than the view: draws on a rect of PAGE_ROWS, and returns the
       lines used. view_draw shows those from state.at on, with ▴ and ▾ if there are more; view_act scrolls. */
    int (*page)(const struct scene *, struct canvas *, struct rect);
    /* Handles `word` ("up", "mark", "scale"…) in this view; false: no meaning here, let others try. NULL: never. */
    bool (*act)(const struct scene *, struct view_state *, const char *word, struct view_reply *);
    /* A click into the view, relative to its inside; `twice`: on the current choice. May be NULL. */
    void (*click)(const struct scene *, struct view_state *, int row, int col, bool twice, struct view_reply *);
    /* The engine's command for data that this view lacks while visible; false: none missing. May be NULL. */
    bool (*wants)(const struct scene *, char *command, size_t size);
    /* The engine could not provide what the view wants. May be NULL. */
    void (*refused)(struct view_state *);
    /* Whether `filter` has an effect here. */
    bool filters;
};

enum {
#define VIEW(name) VIEW_##name,
#include "tui/views/views.list"
    VIEW_COUNT
};
#define VIEW(name) extern const struct view view_##name;
#include "tui/views/views.list"

extern const struct view *const views[VIEW_COUNT];
int view_find(const char *name_or_number);                /* -1: no such view */
int view_panel(const char *name_or_number, struct err *); /* the same without overlays; ERR_USAGE */

/* The pitch of n bars: two lines per bar and one between, if there is room. */
static inline int view_pitch(int rows, int n)
{
    return rows >= 3 * n - 1 ? 3 : rows >= 2 * n ? 2 : 1;
}

/* For list views: the first visible line, such that line `at` of `n` is in the middle if not all fit. */
int view_top(int at, int n, int rows);
/* ▴ and ▾ at the right if more lines are above or below. */
void view_more(struct canvas *, struct rect, int top, int n);
/* For views that are a page of `lines` lines: moves the first visible line. */
bool view_scroll(const struct scene *, struct view_state *, const char *word, int lines);
void view_draw(const struct scene *, int view, struct canvas *, struct rect);
bool view_act(const struct scene *, int view, struct view_state *, const char *word, struct view_reply *);
/* Moves *at within 0..n-1 by "up", "down", "pageup", "pagedown", "first", "last"; false: another word. */
bool view_move(const char *word, int *at, int n, int page);
/* The reply "NAME 'word'": a command line with one argument, quoted. */
void view_command(struct view_reply *, const char *name, const char *word);

/* Names of the kernels that are marked for the next run. */
struct marks {
    char name[MODEL_KERNELS][64];
    int n;
};

/* The last line of the screen: a message, or typed input. */
struct dialog {
    char message[500];       /* until the next key… */
    double until;            /* …or this time, of the monotonic clock */
    bool bad;                /* it is an error */
    bool passing;            /* about the current run; disappears with it */
    char input[VIEW_FILTER]; /* typed after `/` */
    bool typing;
    const char *prompt, *line; /* the `:` line during editing, else NULL */
    int cursor;                /* byte offset in line */
    char offer[4000];          /* offered completions, one per line, as many as fit; "" none… */
    int offers;                /* …and their number */
};

struct scene {
    const struct model *model;
    const struct settings *settings;
    const struct bindings *bindings; /* the user's own; NULL: none */
    const struct marks *marks;
    const struct picker *picker;
    const struct partners *partners;
    const struct published *published; /* NULL: hidden */
    const struct baseline *baseline;   /* NULL: none */
    const struct view_state *state;    /* of each view */
    const struct dialog *dialog;

    int focus, overlay; /* views; overlay -1: none */
    int under;          /* what the help covers, -1: panels */
    bool zoomed;        /* the focused view fills the screen */
    struct rect inside; /* the inside of the view that draws or acts; no rows: hidden */
    double now;         /* seconds, of the monotonic clock */
    bool ascii;         /* glyphs beyond ASCII cannot be shown */
    bool mono;          /* nothing is told apart by colour */

    bool opening, running, stopping, replay; /* the engine's state; replay: a recording */
    unsigned asked;                          /* bits of the views whose wishes are pending */
    bool fetching;                           /* a matrix is being downloaded… */
    int fetched;                             /* …percent of it; -1: unknown */
    bool over;                               /* the engine is gone for good, or the recording has ended */
    const char *over_why;                    /* why there is no engine; "" after a recording */
    const char *host;                        /* the engine's machine; "": this one */
    double silent;                           /* seconds since the busy engine's last event */
    const char *spec;                        /* the matrix being opened, else the open one; "" none */
    const char *failed;                      /* why the last one was not opened; "" */
    int unread;                              /* notices that arrived while the log was hidden */
    const char *caption;                     /* of a tour's step; NULL: none */
    int step, steps;                         /* from 1 */
    double lasted, planned;                  /* seconds of the tour; lasted < 0: not shown; planned 0: unknown */
    const struct tape *tape;                 /* of a replay; NULL: a real engine */
    const char *mode;                        /* "tour", "replay": a mode with its own keys; "" none */
    int specs, spec_at;                      /* the matrices of this session, and the current one */
};

/* Rows inside the view, for paging. */
int scene_page(const struct scene *);
const char *scene_spinner(const struct scene *);
