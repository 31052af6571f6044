/* SPDX-License-Identifier: GPL-3.0-or-later */
/* scene: what a view is, and all that views draw, read-only: the model, the next run's settings, the engine's state,
   the focus. */
#pragma once

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

/* How runs are sorted; `sort` alone goes through the first SORT_CYCLE. */
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
/* Where the window of the microscope is: at the first entries, at a place, at the entries nearest to one, at the
   longest row. */
enum window_place { WINDOW_FIRST, WINDOW_AT, WINDOW_NEAR, WINDOW_LONGEST };
enum scale { SCALE_LINEAR, SCALE_LOG, SCALE_COUNT };
enum plot { PLOT_BRAILLE, PLOT_BLOCKS, PLOT_ASCII, PLOT_COUNT };

struct run_state {
    enum picture picture;
    enum scale scale; /* of rates */
    enum sort sort;
    bool all;      /* the bars of all problems */
    int quantity;  /* of the curve: enum curve_quantity… */
    char axis[32]; /* …over this setting; "": it chooses… */
    bool alone;    /* …without the matrices of other generators */
    int column;    /* of the comparison: the first of the movable columns that is shown */
};

struct spy_state {
    enum plot plot;
    bool owners;      /* coloured by the threads that own the rows */
    int zoom;         /* 2^-zoom of the matrix is shown… */
    double middle[2]; /* …around this point, in shares of the whole */
};

struct microscope_state {
    int step, format;        /* steps done; the format, by its place in the model */
    int zoom;                /* steps from the size that fits */
    enum window_place place; /* of the window… */
    double from[2];          /* …the row and the column that it speaks of */
};

/* What a view keeps between frames; the screen has one for each view. At first all of it is 0. */
struct view_state {
    int at;                   /* the line with the cursor, or the first line shown */
    char filter[VIEW_FILTER]; /* lines that do not contain it are left out */
    bool follow;              /* the newest stays visible, and is explained, until the cursor is moved */
    union {                   /* of one view */
        struct run_state run;
        struct spy_state spy;
        struct microscope_state microscope;
        bool hides;  /* kernels: those that cannot run */
        bool linear; /* rows: the bins */
    };
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
    /* That is also answered between two runs. */
    bool looks;
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
int view_find(const char *name_or_number);                /* -1: no such view */
int view_panel(const char *name_or_number, struct err *); /* the same, overlays aside; ERR_USAGE */

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

/* From one bar of n to the next: two lines for the bar and one between, if there is room. */
static inline int view_pitch(int rows, int n)
{
    return rows >= 3 * n - 1 ? 3 : rows >= 2 * n ? 2 : 1;
}

/* For views that are lists: the first line shown, so that line `at` of `n` stands in the middle while there are more.
 */
int view_top(int at, int n, int rows);
/* ▴ and ▾ at the right if there are more lines above or below. */
void view_more(struct canvas *, struct rect, int top, int n);
/* For views that are a page of `lines` lines: moves the first one shown. */
bool view_scroll(const struct scene *, struct view_state *, const char *word, int lines);
/* A page that may be longer than the view: draws it on a rect of PAGE_ROWS, and returns the lines used… */
enum { PAGE_ROWS = 120 };
typedef int view_page(const struct scene *, struct canvas *, struct rect);
/* …of which those from `top` on are shown, with ▴ and ▾ where there are more. */
void view_draw_page(const struct scene *, struct canvas *, struct rect, int top, view_page *);
bool view_scroll_page(const struct scene *, struct view_state *, const char *word, view_page *);
/* Moves *at within 0..n-1 as "up", "down", "pageup", "pagedown", "first", "last" say; false: another word. */
bool view_move(const char *word, int *at, int n, int page);
/* The reply "NAME 'word'": a command line with one argument, whatever is in it. */
void view_command(struct view_reply *, const char *name, const char *word);

/* Names of the kernels that are marked for the next run. */
struct marks {
    char name[MODEL_KERNELS][64];
    int n;
};

/* The last line of the screen: a message, or what is being typed. */
struct dialog {
    char message[500];       /* until the next key… */
    double until;            /* …or this time, of the monotonic clock */
    bool bad;                /* it is an error */
    bool passing;            /* it speaks of a run under way, and goes with that */
    char input[VIEW_FILTER]; /* what is being typed after `/` */
    bool typing;
    const char *prompt, *line; /* the `:` line while it is edited, else NULL */
    int cursor;                /* byte offset in line */
    char offer[4000];          /* completions on offer, one a line, as many as fit; "" none… */
    int offers;                /* …and how many there are */
};

struct scene {
    const struct model *model;
    const struct settings *settings;
    const struct bindings *bindings; /* keys of the user's own; NULL: none */
    const struct marks *marks;
    const struct picker *picker;
    const struct partners *partners;
    const struct published *published; /* NULL: hidden */
    const struct baseline *baseline;   /* NULL: none */
    const struct view_state *state;    /* of each view */
    const struct dialog *dialog;

    int focus, overlay; /* views; overlay -1: nothing covers the panels */
    int under;          /* what the help covers, -1: panels */
    bool zoomed;        /* the focused view has the whole screen */
    struct rect inside; /* the inside of the view that draws or acts; no rows: it is not on the screen */
    double now;         /* seconds, of the monotonic clock */
    bool ascii;         /* glyphs beyond ASCII cannot be shown */
    bool mono;          /* nothing is told apart by colour */

    bool opening, running, stopping, replay; /* what the engine does; replay: it is a recording */
    unsigned asked;                          /* bits of the views that wait for what they lack */
    bool fetching;                           /* a matrix is on its way from the collection… */
    int fetched;                             /* …percent of it; -1: unknown */
    bool over;                               /* the engine is gone for good, or the recording is at its end */
    const char *over_why;                    /* why there is no engine; "" after a recording */
    const char *host;                        /* the engine's machine; "": this one */
    double silent;                           /* seconds for which it has said nothing, although it is busy */
    const char *spec;                        /* what is being opened, else what is open; "" nothing */
    const char *failed;                      /* why the last one was not opened; "" no failure */
    int unread;                              /* notices that came while the log was out of sight */
    const char *caption;                     /* of the step of a tour; NULL: there is none */
    int step, steps;                         /* from 1 */
    double lasted, planned;                  /* seconds of the tour; planned 0: not said */
    const struct tape *tape;                 /* of a replay; NULL: it is an engine */
    const char *mode;                        /* "tour", "replay": keys of its own; "" none */
    int specs, spec_at;                      /* the matrices of this session, and which of them it is */
};

/* Rows inside the view, for moving by pages. */
int scene_page(const struct scene *);
/* A spinner. */
const char *scene_spinner(const struct scene *);
