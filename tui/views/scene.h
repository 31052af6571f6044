/* SPDX-License-Identifier: GPL-3.0-or-later */
/* scene: all that views draw, read-only: the model, the next run's settings, the engine's state, the focus. */
#ifndef NZ_SCENE_H
#define NZ_SCENE_H

#include "core/catalog/published.h"
#include "tui/input/bindings.h"
#include "tui/model/model.h"
#include "tui/model/partners.h"
#include "tui/model/results.h"
#include "tui/model/settings.h"
#include "tui/views/view.h"

struct tape;

/* How runs are sorted; `sort` alone goes through the first SORT_CYCLE. */
enum sort {
    SORT_ORDER,
    SORT_SPEED,
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
extern const char *const sort_name[SORT_COUNT]; /* "order", "speed"… */
/* What the run panel shows. */
enum picture { PICTURE_BARS, PICTURE_CURVE, PICTURE_ROOFLINE, PICTURE_COMPARE, PICTURE_COUNT };
extern const char *const picture_name[PICTURE_COUNT];
enum scale { SCALE_LINEAR, SCALE_LOG, SCALE_COUNT };
enum plot { PLOT_BRAILLE, PLOT_BLOCKS, PLOT_ASCII, PLOT_COUNT };

/* Names of the kernels that are marked for the next run. */
struct marks {
    char name[MODEL_KERNELS][64];
    int n;
};

/* What stands on the last line of the screen, or is typed there. */
struct dialog {
    char message[500];       /* until the next key… */
    double until;            /* …or this time, of the monotonic clock */
    bool bad;                /* it is an error */
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
    bool zoomed;        /* the focused view has the whole screen */
    struct rect inside; /* the inside of the view that draws or acts; no rows: it is not on the screen */
    double now;         /* seconds, of the monotonic clock */
    bool ascii;         /* glyphs beyond ASCII cannot be shown */

    bool opening, running, stopping, replay; /* what the engine does; replay: it is a recording */
    bool fetching;                           /* a matrix is on its way from the collection… */
    int fetched;                             /* …percent of it; -1: unknown */
    bool over;                               /* the engine is gone for good, or the recording is at its end */
    const char *over_why;                    /* why there is no engine; "" after a recording */
    const char *host;                        /* the engine's machine; "": this one */
    const char *spec;                        /* what is being opened, else what is open; "" nothing */
    const char *failed;                      /* why the last one was not opened; "" no failure */
    int unread;                              /* notices that came while the log was out of sight */
    const char *caption;                     /* of the step of a tour; NULL: there is none */
    int step, steps;                         /* from 1 */
    const struct tape *tape;                 /* of a replay; NULL: it is an engine */
    const char *mode;                        /* "tour", "replay": keys of its own; "" none */
    int specs, spec_at;                      /* the matrices of this session, and which of them it is */
};

/* Rows inside the view, for moving by pages. */
int scene_page(const struct scene *);
/* A spinner. */
const char *scene_spinner(const struct scene *);

#endif
