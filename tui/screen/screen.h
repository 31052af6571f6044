/* SPDX-License-Identifier: GPL-3.0-or-later */
/* screen: the front end on a terminal, and without one for screenshots. */
#ifndef NZ_SCREEN_H
#define NZ_SCREEN_H

#include "tui/link/client.h"

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

#endif
