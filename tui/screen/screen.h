/* SPDX-License-Identifier: GPL-3.0-or-later */
/* screen: the front end on a terminal, and without one for screenshots. */
#pragma once

#include "tui/screen/app.h"

struct options;

struct screen_options {
    struct client_options client;  /* .restart is set by the screen */
    char **matrix;                 /* matrices to open: the first now, the others from the picker */
    int matrices;                  /* 0: the picker opens */
    const struct options *session; /* the command line, for the files it reads and writes */
    const char *theme;             /* "default", "safe" (for the colour-blind), "light", "mono"; NULL: default */
    bool no_mouse;
    bool loop;        /* a replay restarts at its end */
    const char *tour; /* started first; NULL: none. With a screenshot: runs all steps and shows the last one */
    bool no_config;   /* ignore the configuration file; pictures never read it */
    /* Without a terminal: a screen of rows × cols runs the commands of `script` (one per line, NULL: a plain run of all
       kernels), waits until the engine is idle, and is written to `screenshot`, as SVG or, for a name in .txt, text. */
    const char *screenshot;
    const char *script;
    int rows, cols; /* 0: 36 × 120 */
    bool ascii;     /* only ASCII glyphs, whatever the locale */
};

/* Runs until the user leaves; returns the exit status. ERR_USAGE without a usable terminal. Never exits. */
int screen_main(const struct screen_options *, struct err *);

/* Runs until the user leaves, the terminal disappears or a signal arrives; returns the exit status. */
int event_loop_run(struct app *, const struct screen_options *, struct err *);

/* Writes the screen, as text or SVG by the suffix. ERR_INPUT; ERR_USAGE: another suffix, or a file of this session. */
bool screenshot_save(const struct app *, const char *path, struct err *);
/* Opens o->matrix[0], runs the script's lines (each when the engine is idle; "wait MS" only waits that long) or a plain
   run, and writes o->screenshot. Returns the exit status. */
int screenshot_take(struct app *, const struct screen_options *o, struct err *);
