/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tour: a lesson as a text file: steps, each with commands for the screen and a caption; FORMAT.md says how. */
#pragma once

#include "tui/model/settings.h"

enum { TOUR_STEPS = 99, TOUR_COMMANDS = 20, TOUR_EXPECTS = 4, TOUR_RECORDINGS = 4 };
enum { TOUR_CAPTION = 600, TOUR_CAPTION_COLS = 72 }; /* bytes; columns of each of its two lines */

struct tour_command {
    char *text;                  /* a command line of the screen… */
    char *opens;                 /* …and the matrix that it opens, NULL: none */
    int line;                    /* of the file */
    bool measures, marks, lasts; /* it runs something, whose results stay; marks kernels; sets what outlasts its step */
};

/* What a caption says of two kernels, each perhaps with an order of the rows or a type: "cpu.csr.omp@rcm". */
struct tour_expect {
    char faster[64], slower[64];
};

struct tour_step {
    char *caption; /* at most two lines of TOUR_CAPTION_COLS columns */
    struct tour_command command[TOUR_COMMANDS];
    int commands;
    struct tour_expect expect[TOUR_EXPECTS];
    int expects;
};

struct tour {
    char path[4096], title[160];
    int minutes;                      /* 0: not said */
    char *recording[TOUR_RECORDINGS]; /* files whose runs stand in for those that cannot be made here, or are unclear */
    int recordings;
    struct tour_step *step;
    int steps;
};

/* A reading that goes on after a wrong line. */
struct tour_review {
    const struct model *model; /* of a ready engine, whose kernels, parameters and threads are also checked; or NULL */
    void (*note)(void *arg, const char *text); /* FILE:LINE and what is wrong, or a recording that is not made yet */
    void *arg;
    int wrong; /* lines; out */
};

/* Reads a tour and checks every line of it: commands, their choices, panels, generators, what recordings hold.
   ERR_INPUT with FILE:LINE. With a review, each wrong line is noted, and so is a missing file; only a file that
   cannot be read is an error. */
struct tour *tour_read(const char *path, struct tour_review *, struct err *);
void tour_free(struct tour *);

/* The file of a tour: a path, or the name or number of one that comes with nzscope. ERR_INPUT. */
bool tour_find(const char *name, char *path, size_t size, struct err *);
/* Calls `each` with the name and the file of every tour that comes with nzscope, in order. Returns their number. */
int tour_each(void (*each)(void *arg, const char *name, const char *path), void *arg);

/* What a shell plays it with: the name of one that comes with nzscope, else its path, fit for a terminal; in `name`. */
const char *tour_name(const char *path, char *name, size_t size);

/* The name of the one after that in this file; false: it is the last, or none of them. */
bool tour_next(const char *path, char *name, size_t size);

/* Calls `add` with the name of each of them, for completion. */
void tour_offer(void (*add)(const char *name));

/* The file that says how a tour is written. Returns path. */
const char *tour_format(char *path, size_t size);

/* The last command before this line, of this step or an earlier one, that opens a matrix; NULL: there is none. */
const struct tour_command *tour_opening(const struct tour *, int step, int line);

/* A figure that is not known. */
#define TOUR_UNKNOWN "…×"

/* A caption with its figures: {A/B} is how many times as fast as kernel B kernel A is in the newest runs of the open
   matrix, of the same problem but for the order or the type where they name one ({A@rcm/A@none}, {A@f32/A@f64}),
   {FORMAT} the slots of a format over the entries, {slots:KERNEL} those that this kernel stores in fact, {KERNEL} the
   largest share of a thread over the mean one, or TOUR_UNKNOWN. NULL: nothing is known. */
void tour_caption(const char *caption, const struct model *, char *out, size_t size);
/* The same before its runs: only the figures of formats are known. */
void tour_caption_facts(const char *caption, const struct model *, char *out, size_t size);
/* Whether it has the ratio of the kernels of an expectation. */
bool tour_caption_compares(const char *caption, const struct tour_expect *);
/* Whether it does, and their newest runs deny what is expected, or leave it open, but not by more than INTERVAL_LOOSE
   times where it is `backed` by a recording: `out` says what they show instead of the caption. */
bool tour_caption_unseen(const char *caption, const struct tour_expect *, const struct model *, bool backed, char *out,
                         size_t size);
/* Whether the intervals of the newest runs leave open which of two kernels is faster, and their ratio by more than
   INTERVAL_LOOSE times, or it is more than a factor of TOUR_FAR off the one of the recorded runs. */
bool tour_strays(const struct tour_expect *, const struct model *here, const struct model *recorded);
#define TOUR_FAR 2
/* "A 154 µs, B 12.0 ms": the newest runs of both. False: one is missing. */
bool tour_times(const struct model *, const struct tour_expect *, char *out, size_t size);
/* A caption, as wide as it may become. */
void tour_caption_widest(const char *caption, char *out, size_t size);

/* The kernel of a figure "slots:KERNEL"; NULL: another figure. */
const char *tour_slots_of(const char *name);
/* The length of KERNEL in "KERNEL@ORDER" and "KERNEL@TYPE". */
int tour_kernel_length(const char *name);
/* Whether "KERNEL", "KERNEL@ORDER" or "KERNEL@TYPE" names this run. */
bool tour_names(const char *name, const struct model_run *);

/* Whether two runs deny that the first is faster: the other one is, or, where their intervals overlap, its median. */
bool tour_denies(const struct model_run *, const struct model_run *);

/* What a command that measures would measure. */
struct tour_wish {
    char matrix[128];           /* "": any */
    char globs[512], swept[32]; /* kernels, and the setting that a sweep goes through; "": none… */
    bool listed;                /* …through the values that `settings` has, else through any */
    struct settings settings;
    const struct model *model;
};

/* The wish of `run` or `sweep` with these settings and marked kernels ("a,b"). False: neither, or it sweeps sizes. */
bool tour_wish(struct tour_wish *, const char *line, const char *marked, const struct settings *, const struct model *);
/* The runs of the tour's recordings that a wish asks for, as if made here but flagged as recorded, after what is known
   of their devices, which get names of their own; a new array, empty where there is none. *e: one could not be read. */
json_t *tour_recorded(const struct tour *, const struct tour_wish *, struct err *e);

/* What the lines of a tour are checked against, as the lines before leave it. */
struct tour_checker {
    const struct tour *tour;
    const struct model *model;  /* not ready: what only an engine knows is not checked */
    char marked[512], ran[512]; /* globs of kernels, of this step… */
    char all[4000];             /* …and of every step so far */
    char matrix[128];           /* that is open; "": not known */
    struct settings settings;
    bool opened;     /* a matrix */
    bool absent;     /* a file may be: its steps will say so, and the others can be shown */
    bool unrecorded; /* a recording is not there: what recordings hold is not checked */
};

/* Whether the line has a command of the screen that a tour may give here, and what kind it is. ERR_USAGE. */
bool tour_check(struct tour_checker *, struct tour_command *, struct err *);
/* Whether the figures of a caption are those of kernels and formats that there are. ERR_USAGE. */
bool tour_check_caption(const struct tour_checker *, const char *, struct err *);
/* Whether a step runs the kernels that its caption compares, and recordings show what it says. ERR_USAGE, ERR_INPUT. */
bool tour_check_expect(const struct tour_checker *, const struct tour_expect *, struct err *);
/* Whether two runs may show that one kernel is faster than the other: the faster one has no more threads, unless the
   other takes one, or none, however many there are. */
bool tour_may_show(int faster_threads, const char *slower, int slower_threads);
