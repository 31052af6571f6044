/* SPDX-License-Identifier: GPL-3.0-or-later */
/* app: the state of the screen, without a terminal: takes events and keys, draws canvases; one section a file. */
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
    bool vain;                          /* quit with the error why the matrix was not opened */
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
    json_t *recorded;        /* what the recording has last of what the screen shows; NULL: nothing */

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

/* ---- app_draw.c ---- */

/* UP and DOWN: the wheel. */
enum mouse { MOUSE_CLICK, MOUSE_TWICE, MOUSE_UP, MOUSE_DOWN };
void app_mouse(struct app *, enum mouse, int row, int col);
void app_draw(const struct app *, struct canvas *);
/* The inside of a view as it is shown now; false: it is not on the screen. */
bool app_inside(const struct app *, int view, struct rect *inside);
/* The inside of a view that covers the others. */
struct rect app_overlay_inside(const struct app *);
/* Where such a view, or a panel alone on the screen, may show another below; no rows: it has no room. */
struct rect app_below_inside(const struct app *);
/* What views see; `inside` is that of this view, -1: of none. */
struct scene app_scene(const struct app *, int view);
/* Passes a word to a view and carries out its reply; false: the word means nothing there. */
bool app_act(struct app *, int view, const char *word);

/* ---- app_input.c ---- */

void app_key(struct app *, int key); /* a code point or one of enum key */
/* A prompt_source: the words of `:` lines. */
void app_complete(void *app, const char *line, int start, void (*add)(const char *word));
/* Shows these completions over the panels: of paths what follows the folder that all share. */
void app_offer(void *app, char **word, int n);

/* ---- app_events.c ---- */

/* A link_handler: applies the event and resumes what waited for it. */
void app_event(void *app, const json_t *event, const char *data, size_t bytes);
void app_keep(struct app *, bool on);
/* Keeps those that wait for what does not come any more. */
void app_keep_late(struct app *);
/* The client has ended: why, NULL at the end of a recording. */
void app_is_over(struct app *, const char *why);

/* ---- app_sync.c ---- */

/* Sends what the state asks for: a stale problem, a raster of this size. Call after events, keys and resizes. */
void app_tick(struct app *);

/* ---- app_open.c ---- */

/* Shows what there is to open: in a folder ("": the current one), in the catalogue, from generators. */
void app_pick(struct app *, const char *folder);
/* Opens a matrix, or the first of a set of the catalogue: the others follow it. Picks from a folder (false). */
bool app_open(struct app *, const char *spec);
/* Starts to fetch a matrix from the collection, NAME or GROUP/NAME, and opens it when it is there. */
void app_fetch(struct app *, const char *name);
/* Continues the download; `stop` gives it up. */
void app_fetch_tick(struct app *, bool stop);
/* Opens the next (by = 1) or the previous (-1) matrix of this session. */
void app_open_next(struct app *, int by);
/* Adds a matrix, or those of a set, to the matrices of this session, without opening any. */
void app_know(struct app *, const char *spec);
/* Asks for a new engine. */
void app_revive(struct app *);

/* ---- app_replay.c ---- */

/* A recording cannot measure or open anything: says so. False: there is an engine. */
bool app_is_recorded(struct app *);
/* Notes where the recording is, and begins it again when that is wanted. */
void app_replay_tick(struct app *);

/* ---- app_screen.c ---- */

/* Adds to the recording what the screen shows, if that has changed. */
void app_screen_record(struct app *);
/* Shows what a recording has; nothing where there is an engine. */
void app_screen_take(struct app *, const json_t *screen);

/* ---- app_rest.c ---- */

/* Another run begins with this command; NULL: one that cannot be taken up again. */
void app_rest_begin(struct app *, const char *line);
void app_rest_note(struct app *, const json_t *measurement);
/* "; 12 of 84 runs are done, :rest runs the others", or "": nothing is left out. Returns out. */
char *app_rest_text(const struct app *, char out[REST_TEXT]);

/* ---- app_sizes.c ---- */

/* Begins; @ stands for the size in stencil5:@ or band:@:4, else it comes last. False: nothing can run; that is said. */
bool app_sizes_start(struct app *, const struct typed_sweep *);
/* Opens or runs what is next, if the engine rests. */
void app_sizes_tick(struct app *);

/* ---- app_turns.c ---- */

/* The arguments of `run` for the problem of two rows, NULL: of what is set. ERR_USAGE: they are not of one problem. */
bool turns_arguments(const struct app *, const char *globs, const struct model_run *const row[2], char *text,
                     size_t size, struct err *);

/* ---- app_tour.c ---- */

/* Begins at the first step; the name as tour_find takes it. ERR_INPUT. */
bool app_tour_start(struct app *, const char *name, struct err *);
/* Carries out what is next, if the engine rests. */
void app_tour_tick(struct app *);
/* The steps of the matrix that a step speaks of: from the one that opens it on, up to another. */
struct steps {
    int from, end;
};
struct steps app_tour_steps(const struct tour *, int step);

/* ---- app_tour_command.c ---- */

/* Carries out a command of the tour, or shows the recorded runs that stand for it. False: it is left out. */
bool app_tour_carry_out(struct app *, const struct tour_command *);
/* Whether the matrix that it opens is open. */
bool app_tour_is_open(const struct app *, const struct tour_command *);
/* The settings from before the tour, but for the order that the rows are in: steps say which one they need. */
void app_tour_plain(struct app *);
/* Whether the engine must first find the order of the rows for a command, or for what is shown at the end of a step
   (NULL). One that later commands replace is never found: each takes seconds, in which its step would flash by. */
bool app_tour_orders(struct app *, const struct tour_command *);

/* ---- app_tour_doubt.c ---- */

/* Whether a step of this matrix shows recorded runs in place of its own: then the others also do. */
bool app_tour_is_recorded(const struct app *, int step);
/* Whether the step's runs deny what its caption says, or leave a ratio open that may be anything or is far from the
   recorded one; then recorded ones stand for all steps of this matrix. */
bool app_tour_doubts(struct app *, int step);
/* The same where a step before this one was left before it had measured. */
void app_tour_skip(struct app *, int step);
/* What a step has measured of one kernel beside the other: FASTER where that is clear, UNCLEAR where its intervals
   leave it open and its medians agree. */
enum compared app_tour_seen(const struct app *, int step, const char *faster, const char *slower);
/* Whether its bar is seen to pass its roof: then that was measured too low. */
bool app_tour_beyond(const struct model_run *);
/* Whether the caption has a figure of what a step of this matrix expects, and the newest runs deny that, or leave it
   open, in a tour with a recording by much; `out` says so. */
bool app_tour_unseen(const struct app *, char *out, size_t size);

/* ---- app_tour_note.c ---- */

/* What the step's runs are, if not measured here and clear. */
void app_tour_note(struct app *);
/* Whether the visible runs are of this machine, and clear. */
bool app_tour_is_clear(const struct app *);

/* ---- config.c ---- */

/* Carries out the file's lines; wrong ones are left out and named in the log. `settings`: those of the next run alone,
   which need to know the kernels; else all others. Options of the command line win. No file is no error. */
void config_apply(struct app *, bool settings);
/* Whether results may be kept at all: NZSCOPE_KEEP=0 overrules the file. */
bool config_may_keep(void);
