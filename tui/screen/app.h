/* SPDX-License-Identifier: GPL-3.0-or-later */
/* app: the state of the screen, without a terminal: events and keys go in, canvases come out. */
#pragma once

#include "core/protocol/command.h"
#include "tui/canvas/theme.h"
#include "tui/link/fetch.h"
#include "tui/tours/tour.h"
#include "tui/views/answers.h"

struct options;

/* Commands to the engine of which one each may be under way; the last ones are the views'. */
enum {
    PENDING_OPEN,
    PENDING_RUN,
    PENDING_REORDER,
    PENDING_PROBLEM,
    PENDING_VIEW,
    PENDING_COUNT = PENDING_VIEW + VIEW_COUNT
};

/* A sweep over sizes; over when `at` is at the end of the list. */
struct sizes {
    char spec[160];
    struct list list;
    int at;
    enum { SIZE_OPEN, SIZE_RUN, SIZE_NEXT } step; /* what is next for size `at` */
};

struct app {
    struct model *model;
    int noted;             /* notices that the log has shown, of model->noted */
    struct client *client; /* NULL in tests of views */
    const struct theme *theme;
    bool ascii; /* glyphs beyond ASCII cannot be shown */
    bool mouse;
    const struct options *session; /* the command line; NULL in tests of views */
    int rows, cols;                /* of the screen */
    double now;                    /* seconds, of the monotonic clock */
    double heard;                  /* …when the engine last said something, of what it is busy with… */
    bool waits;                    /* …if it is */

    int focus;   /* a view */
    int overlay; /* a view that covers the others, -1: none */
    int under;   /* the one that the help covers in turn, -1: none */
    bool zoomed;
    unsigned seen[VIEW_COUNT],
        looks; /* when each view had the focus last: of the views of one place the newest shows */
    struct view_state state[VIEW_COUNT];
    struct dialog dialog;
    struct picker picker;

    struct settings settings;
    struct bindings bindings;
    bool config; /* the configuration's settings are to be applied when the kernels are known */
    struct marks marks;
    char beside[64];            /* the first of two kernels to measure in turn; "": none */
    struct published published; /* published results… */
    bool published_off;         /* …are hidden */

    int pending[PENDING_COUNT];   /* numbers of commands that have not been answered; 0: none */
    char wanted[VIEW_COUNT][320]; /* what was last sent for each view; "": nothing for this matrix */
    char refused[64];             /* the last order, if this matrix did not take it; else "" */
    bool stopping;                /* `stop` has been sent */
    bool kept;                    /* the runs are kept, too: leaving loses nothing */
    struct kept results;          /* where */
    struct baseline baseline;     /* former results */
    struct partners partners;     /* of the comparison */
    int leaving;        /* the question whether to lose them is on the screen: 2 now, 1 for the next command */
    struct sizes sizes; /* that are swept; none: over */
    const char *then;   /* the command that follows when the matrix is open; NULL: none */
    bool problem_stale; /* the settings have changed since `problem` was sent */

    struct fetch fetch; /* a matrix that is on its way from the collection… */
    char fetching[64];  /* …its name without the group… */
    bool fetch_opens;   /* …opened when it is there: nothing else has been opened since */
    char **spec;        /* the matrices of this session, for `next` and the picker */
    int specs, spec_at;
    char opened[512];   /* the spec of what is open… */
    char opening[512];  /* …and the one being opened; afterwards that of what is open, if anything is */
    struct err failed;  /* why the last one was not opened; "" no failure */
    bool over;          /* the engine is gone for good, or the recording is at its end */
    char over_why[500]; /* why there is no engine; "" after a recording */

    bool loop;                   /* a recording is played over and over… */
    double ended;                /* …and when it last ended */
    struct tour *tour;           /* NULL: none… */
    double tour_began;           /* …when… */
    int step;                    /* …and the step that is shown */
    int next_step, next_command; /* what is carried out next, until it is behind that step */
    bool toured[TOUR_STEPS];     /* steps that have measured what they measure */
    bool step_stopped;           /* the step that is shown: it measures when it is shown again */
    bool leaves_asked;           /* … and whoever leaves it has been warned that it still measures */
    int toured_runs;             /* the purpose of the first step's runs; of the others: the numbers behind it */
    bool catches_up;             /* what steps before this one have not measured is measured first */
    struct settings plain;       /* as they were when the tour began */
    bool tour_checked;           /* against what the engine has */
    char tour_fault[500];        /* the last command of the step that failed; "" none */
    char tour_unclear[160];      /* the step's kernels whose intervals overlap; "" none */
    char tour_astray[1200];      /* stands for the caption while another matrix is open than it speaks of; "" */

    char copy[ANSWER_TEXT];             /* for the clipboard of the terminal; "": nothing */
    bool quit, suspend, redraw, revive; /* for the event loop; revive: start a new engine */
    char ask_prompt[VIEW_FILTER];       /* the `:` line is to be opened with this text */
    bool asked_prompt;
};

struct app *app_new(const struct theme *, bool ascii, struct err *);
void app_free(struct app *);

/* A link_handler: folds the event, and sees to what waits for it. */
void app_event(void *app, const json_t *event, const char *data, size_t bytes);
/* Sends what the state asks for: a stale problem, a raster of the size now shown. Call after events, keys and resizes.
 */
void app_tick(struct app *);
/* Keeps results from now on, or does not. */
void app_keep(struct app *, bool on);
/* Whether the engine has answered everything. */
bool app_rests(const struct app *);
/* Whether the engine opens, runs or reorders. */
bool app_busy(const struct app *);
/* Whether something on the screen moves without any event. */
bool app_moves(const struct app *);

void app_key(struct app *, int key); /* a code point or one of enum key */
/* UP and DOWN: the wheel. */
enum mouse { MOUSE_CLICK, MOUSE_TWICE, MOUSE_UP, MOUSE_DOWN };
void app_mouse(struct app *, enum mouse, int row, int col);
/* Runs one command line of commands.list; problems become the message. */
void app_command(struct app *, const char *line);
void app_draw(const struct app *, struct canvas *);
/* A prompt_source: the words of `:` lines. */
void app_complete(void *app, const char *line, int start, void (*add)(const char *word));
/* Shows these completions over the panels: of paths what is behind the folder that all share. */
void app_offer(void *app, char **word, int n);

void app_say(struct app *, bool bad, const char *format, ...) __attribute__((format(printf, 3, 4)));
void app_say_passing(struct app *, const char *text); /* until the run under way is over */
void app_focus(struct app *, int view);
/* Closes what covers the panels; the help, what it covers is back. */
void app_uncover(struct app *);
/* What has keys of its own, whatever has the focus: "tour"; "": nothing. */
const char *app_mode(const struct app *);
/* The view that answers keys and words now, and the filter that `/` types. */
int app_view(const struct app *);
char *app_filter(struct app *);
/* Shows what there is to open: in a folder ("": the current one), in the catalogue, from generators. */
void app_pick(struct app *, const char *folder);
/* Opens a matrix, or the first of a set of the catalogue: the others stand behind it. Picks from a folder (false). */
bool app_open(struct app *, const char *spec);
/* Starts to fetch a matrix from the collection, NAME or GROUP/NAME, and opens it when it is there. */
void app_fetch(struct app *, const char *name);
/* Continues the download; `stop` gives it up. */
void app_fetch_tick(struct app *, bool stop);
/* Opens the next (by = 1) or the previous (-1) matrix of this session. */
void app_open_next(struct app *, int by);
/* Adds a matrix, or those of a set, to the matrices of this session, without opening any; drops them all. */
void app_know(struct app *, const char *spec);
void app_forget(struct app *);
/* The matrix could not be opened; `bad`: it never can. */
void app_unopened(struct app *, bool bad);
/* The client has ended: why, NULL at the end of a recording. app_revive asks for a new one. */
void app_is_over(struct app *, const char *why);
void app_revive(struct app *);
void app_run(struct app *);
bool app_may_run(struct app *);       /* if not, says why, or starts a new engine if there is none */
void app_runs(struct app *, int cmd); /* command `cmd` has started runs; 0: it could not be sent */
void app_stop(struct app *);
/* A recording cannot measure or open anything: says so. False: there is an engine. */
bool app_is_recorded(struct app *);
/* Notes where the recording is, and begins it again when that is wanted. */
void app_replay_tick(struct app *);
/* The number of results that leaving would lose. */
int app_unkept(const struct app *);
/* Takes the message away when its time is over. */
void app_expire(struct app *);
/* The inside of a view as it is shown now; false: it is not on the screen. */
bool app_inside(const struct app *, int view, struct rect *inside);
/* What views see; `inside` is that of this view, -1: of none. */
struct scene app_scene(const struct app *, int view);
/* Passes a word to a view and carries out its reply; false: the word means nothing there. */
bool app_act(struct app *, int view, const char *word);

/* Begins: `values` as 32..512x2, `spec` as stencil5:@ or band:@:4, where @ stands for the size; without @ it comes
   last. False: one of them is wrong, or nothing can run now; that is said. */
bool app_sizes_start(struct app *, const char *values, const char *spec);
/* Opens or runs what is next, if the engine rests. */
void app_sizes_tick(struct app *);

/* Begins at the first step; the name as tour_find takes it. ERR_INPUT. */
bool app_tour_start(struct app *, const char *name, struct err *);
/* Carries out what is next, if the engine rests. */
void app_tour_tick(struct app *);
/* Whether commands of the step still wait. */
bool app_tour_waits(const struct app *);
/* Carries out a command of the tour; its recording is shown where no kernel of it can run. False: it is left out. */
bool app_tour_carry_out(struct app *, const struct tour_command *);

/* Carries out the file's lines; wrong ones are left out and named in the log. `settings`: those of the next run alone,
   which need to know the kernels; else all others. Options of the command line win. No file is no error. */
void config_apply(struct app *, bool settings);

/* Whether results may be kept at all: NZSCOPE_KEEP=0 overrules the file. */
bool config_may_keep(void);
