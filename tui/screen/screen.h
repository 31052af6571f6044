/* SPDX-License-Identifier: GPL-3.0-or-later */
/* screen: the front end on a terminal, and without one for screenshots. */
#pragma once

#include "tui/input/options.h"
#include "tui/screen/app.h"

/* Runs until the user leaves, or takes the screenshot that the options want; returns the exit status. ERR_USAGE without
   a usable terminal. Never exits. */
int screen_main(const struct options *, struct err *);

/* How many matrices the options name: the first is opened now, the others from the picker; 0: the picker opens. */
static inline int screen_matrices(const struct options *o)
{
    return o->command == CMD_tour || o->command == CMD_replay ? 0 : o->words;
}

/* Runs until the user leaves, the terminal disappears or a signal arrives; returns the exit status. */
int event_loop_run(struct app *, const struct client_options *, struct err *);

/* Writes the screen, as text or SVG by the suffix; without `keys`, and of a tour, without its last line. ERR_INPUT;
   ERR_USAGE: another suffix, or a file of this session. */
bool screenshot_save(const struct app *, const char *path, bool keys, struct err *);
/* Without a terminal: opens the first matrix, goes through the tour, runs the script's lines (each when the engine is
   idle; "wait MS" only waits that long) or all kernels, and writes the screenshot. Returns the exit status. */
int screenshot_take(struct app *, const struct client_options *, struct err *);
