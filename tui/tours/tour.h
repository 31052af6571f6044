/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tour: a lesson as a text file: steps, each with commands for the screen and a caption; FORMAT.md says how. */
#pragma once

#include "tui/model/settings.h"

enum { TOUR_STEPS = 99, TOUR_COMMANDS = 20, TOUR_CAPTION_COLS = 72 };

struct tour_command {
    char *text;      /* a command line of the screen… */
    char *opens;     /* …the matrix that it opens, NULL: none… */
    char *recording; /* …and whose runs stand in for its own where no kernel of it can run; NULL: none */
    int line;        /* of the file */
};

struct tour_step {
    char *caption; /* at most two lines of TOUR_CAPTION_COLS columns */
    struct tour_command command[TOUR_COMMANDS];
    int commands;
};

struct tour {
    char path[4096], title[160];
    int minutes; /* 0: not said */
    struct tour_step *step;
    int steps;
};

/* A reading that goes on after a wrong line. */
struct tour_review {
    const struct model *model; /* of a ready engine, whose kernels, parameters and threads are checked, too; or NULL */
    void (*fault)(void *arg, const char *text); /* FILE:LINE and what is wrong */
    void *arg;
};

/* Reads a tour and checks every line of it: commands, their choices, panels, generators, recordings. ERR_INPUT with
   FILE:LINE. With a review, each wrong line is a fault, a missing file, too, and only a file that cannot be read is
   an error. */
struct tour *tour_read(const char *path, const struct tour_review *, struct err *);
void tour_free(struct tour *);

/* The file of a tour: a path, or the name or number of one that comes with nzscope. ERR_INPUT. */
bool tour_find(const char *name, char *path, size_t size, struct err *);
/* Calls `each` with the name and the file of every tour that comes with nzscope, in order. Returns their number. */
int tour_each(void (*each)(void *arg, const char *name, const char *path), void *arg);

/* Calls `add` with the name of each of them, for completion. */
void tour_offer(void (*add)(const char *name));

/* The file that says how a tour is written. Returns path. */
const char *tour_format(char *path, size_t size);

/* The last command before this line, of this step or an earlier one, that opens a matrix; NULL: there is none. */
const struct tour_command *tour_opening(const struct tour *, int step, int line);

/* What the lines of a tour are checked against, as the lines before leave it. */
struct tour_checker {
    const struct model *model; /* not ready: what only an engine knows is not checked */
    struct settings settings;
    bool opened; /* a matrix */
    bool absent; /* a file may be: its steps will say so, and the others can be shown */
};

/* Whether the command is one of the screen that a tour may give here. ERR_USAGE. */
bool tour_check(struct tour_checker *, const struct tour_command *, struct err *);
/* Whether a command measures: its results stay when a step is shown again. */
bool tour_measures(const char *line);
/* Whether a command lasts beyond its step: a setting, or an order. */
bool tour_lasts(const char *line);
