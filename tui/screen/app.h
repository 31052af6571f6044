/* SPDX-License-Identifier: GPL-3.0-or-later */
/* app: the state of the screen, without a terminal: events and keys go in, canvases come out. */
#pragma once

#include "core/protocol/command.h"
#include "tui/canvas/theme.h"
#include "tui/link/fetch.h"
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
    enum { SIZE_OPEN, SIZE_RUN, SIZE_NEXT } step; /* what is next for size `at` */
    bool paused;                                  /* stopped: `rest` goes on */
};

/* What is left of the last batch after a stop; all 0: nothing. */
struct rest {
    char *line; /* the command; NULL: it knows no parts */
    char matrix[128], reorder[16];
    int done, of; /* how many of its runs are over; 0: none yet */
};
enum { REST_TEXT = 120 };

/* What stands beside the runs. */
struct results {
    bool keeps;                 /* the runs are also kept: leaving loses nothing */
    bool kept_failed;           /* writing failed: keeping is off for this session */
    struct kept kept;           /* where */
    struct late late;           /* what is not complete yet */
    struct baseline baseline;   /* former results */
    struct partners partners;   /* of the comparison */
    struct published published; /* published results… */
    bool unpublished;           /* …are hidden */
};

/* A matrix that is on its way from the collection. */
struct download {
    struct fetch fetch;
    char name[64]; /* without the group */
    bool opens;    /* it is opened when it is there: nothing else has been opened since */
};

/* What the event loop is to do. */
struct ask {
    bool quit, suspend, redraw, revive; /* revive: start a new engine */
    bool prompts;                       /* open the `:` line… */
    char prompt[VIEW_FILTER];           /* …with this text */
    char copy[ANSWER_TEXT];             /* for the clipboard of the terminal; "": nothing */
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
    struct sizes sizes; /* that are swept; none: over */
    struct rest rest;
    struct dialog dialog;
    struct ask ask;

    struct settings settings;
    struct bindings bindings;
    struct marks marks;
    bool config;             /* the configuration's settings are to be applied when the kernels are known */
    struct model_run beside; /* the first of two rows to measure in turn; its kernel "": none */
    int leaving;             /* quit confirmation: 2 just asked, 1 until the next command */
    int noted;               /* notices that the log has shown, of model->noted */

    const struct options *session; /* the command line; NULL in tests of views */
    const struct theme *theme;
    bool ascii; /* glyphs beyond ASCII cannot be shown */
    bool mouse;
    double now; /* seconds, of the monotonic clock */
};

struct app *app_new(const struct theme *, bool ascii, struct err *);
void app_free(struct app *);

/* Whether something on the screen moves without any event. */
bool app_moves(const struct app *);

void app_say(struct app *, bool bad, const char *format, ...) __attribute__((format(printf, 3, 4)));
void app_say_passing(struct app *, const char *text); /* until the run under way is over */
/* What has keys of its own, whatever has the focus: "tour"; "": nothing. */
const char *app_mode(const struct app *);
/* The filter that `/` types. */
char *app_filter(struct app *);
/* `curves`: a kernel runs with every k before the next kernel does. */
void app_run(struct app *, bool curves);
bool app_may_run(struct app *);       /* if not, says why, or starts a new engine if there is none */
void app_runs(struct app *, int cmd); /* command `cmd` has started runs; 0: it could not be sent */
void app_stop(struct app *);
/* The number of results that leaving would lose. */
int app_unkept(const struct app *);
/* Takes the message away when its time is over. */
void app_expire(struct app *);
