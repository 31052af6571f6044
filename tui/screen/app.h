/* SPDX-License-Identifier: GPL-3.0-or-later */
/* app: the state of the screen, without a terminal: takes events and keys, draws canvases. */
#pragma once

#include "tui/canvas/theme.h"
#include "tui/link/fetch.h"
#include "tui/results/kept.h"
#include "tui/results/late.h"
#include "tui/screen/connection.h"
#include "tui/screen/guide.h"
#include "tui/screen/matrices.h"
#include "tui/screen/panels.h"
#include "tui/views/answers.h"

struct options;
struct typed_sweep;

/* A sweep over sizes; over when `at` is at the end of the list. */
struct sizes {
    char spec[160];
    struct list list;
    int at;
    enum { SIZE_OPEN, SIZE_RUN, SIZE_NEXT } step; /* the next step for size `at` */
    bool paused;                                  /* stopped: `rest` continues it */
};

/* What is left of the last batch after a stop; all 0: nothing. */
struct rest {
    char *line; /* the command; NULL: it cannot be resumed */
    char matrix[128], reorder[16];
    int skip;      /* the index of the last one that is over */
    int nth, runs; /* how many of its runs are over; 0: none yet */
};
enum { REST_TEXT = 120 };

/* Results beside the runs. */
struct results {
    bool keeps;                 /* the runs are also kept: leaving loses nothing */
    bool kept_failed;           /* writing failed: keeping is off for this session */
    struct kept kept;           /* the table */
    struct late late;           /* what is not complete yet */
    struct baseline baseline;   /* former results */
    struct partners partners;   /* of the comparison */
    struct published published; /* published results… */
    bool unpublished;           /* …are hidden */
};

/* A matrix being downloaded from the collection. */
struct download {
    struct fetch fetch;
    char name[64]; /* without the group */
    bool opens;    /* open it on arrival: nothing else has been opened since */
};

/* Requests to the event loop. */
struct ask {
    bool quit, suspend, redraw, revive; /* revive: start a new engine */
    bool prompts;                       /* open the `:` line… */
    char prompt[VIEW_FILTER];           /* …with this text */
    char copy[ANSWER_TEXT];             /* for the terminal's clipboard; "": nothing */
};

struct app {
    struct model *model;
    struct connection engine;
    struct panels panels;
    struct view_state state[VIEW_COUNT];
    struct matrices matrices;
    struct download download;
    struct picker picker;
    struct results results;
    struct guide guide;
    struct sizes sizes; /* being swept; none: over */
    struct rest rest;
    struct dialog dialog;
    struct ask ask;

    struct settings settings;
    struct bindings bindings;
    struct marks marks;
    bool config;             /* the configuration's settings await the kernels */
    struct model_run beside; /* the first of two rows to measure in turn; its kernel "": none */
    int leaving;             /* quit confirmation: 2 just asked, 1 until the next command */
    int noted;               /* notices seen in the log, out of model->noted */

    const struct options *session; /* the command line; NULL in tests of views */
    const struct theme *theme;
    bool ascii; /* the terminal shows ASCII only */
    bool mouse;
    double now; /* seconds, of the monotonic clock */
};

struct app *app_new(const struct theme *, bool ascii, struct err *);
void app_free(struct app *);

/* Whether anything on the screen moves without an event. */
bool app_moves(const struct app *);

void app_say(struct app *, bool bad, const char *format, ...) __attribute__((format(printf, 3, 4)));
void app_say_passing(struct app *, const char *text); /* until the current run ends */
/* The mode with its own keys, whatever has the focus: "tour"; "": none. */
const char *app_mode(const struct app *);
/* The filter typed after `/`. */
char *app_filter(struct app *);
/* `curves`: a kernel runs with every k before the next kernel. */
void app_run(struct app *, bool curves);
bool app_may_run(struct app *);       /* if not, says why, or starts a new engine if there is none */
void app_runs(struct app *, int cmd); /* command `cmd` has started runs; 0: it could not be sent */
void app_stop(struct app *);
/* The number of results that leaving would lose. */
int app_unkept(const struct app *);
/* Clears the message when its time is over. */
void app_expire(struct app *);
