/* SPDX-License-Identifier: GPL-3.0-or-later */
/* screen: the front end on a terminal, and without one for screenshots. */
#pragma once

#include "tui/link/client.h"
#include "tui/screen/app.h"

struct options;

struct screen_options {
    struct client_options client;  /* .restart is set by the screen itself */
    char **matrix;                 /* what to open: the first; the others wait in the picker */
    int matrices;                  /* 0: the picker opens */
    const struct options *session; /* the command line: what else it reads and writes */
    const char *theme;             /* "default", "safe" (for the colour-blind), "light", "mono"; NULL: default */
    bool no_mouse;
    bool loop;        /* a replay begins again at its end */
    const char *tour; /* begins; NULL: none. With a screenshot: all its steps, the last one is the picture */
    bool no_config;   /* leave the configuration file alone; pictures never read it */
    /* Without a terminal: a screen of rows × cols runs the commands of `script` (one a line, NULL: a plain run of all
       kernels), waits until the engine is at rest, and is written to `screenshot`, as SVG or, when it ends in .txt, as
       text. */
    const char *screenshot;
    const char *script;
    int rows, cols; /* 0: 36 × 120 */
    bool ascii;     /* no glyph beyond ASCII, whatever the locale says */
};

/* Runs until the user leaves; returns the exit status. Without a usable terminal: fails with ERR_USAGE. Never exits. */
int screen_main(const struct screen_options *, struct err *);

/* Runs until the user leaves, the terminal is gone or a signal says so; returns the exit status. */
int event_loop_run(struct app *, const struct screen_options *, struct err *);

/* Writes the screen as it is now, as text or SVG by the end of the name. ERR_INPUT; ERR_USAGE: another end, or a file
   that this session reads or records. */
bool screenshot_save(const struct app *, const char *path, struct err *);
/* Opens o->matrix[0], runs the script's lines (each when the engine is at rest; "wait MS" only lets that time pass) or
   a plain run, and writes o->screenshot. Returns the exit status. */
int screenshot_take(struct app *, const struct screen_options *o, struct err *);
