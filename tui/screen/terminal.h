/* SPDX-License-Identifier: GPL-3.0-or-later */
/* terminal: the screen on a real terminal, with curses. */
#ifndef NZ_TERMINAL_H
#define NZ_TERMINAL_H

#include "tui/screen/app.h"
#include "tui/screen/screen.h"

/* Runs until the user leaves, the terminal is gone or a signal says so; returns the exit status. */
int terminal_run(struct app *, const struct screen_options *, struct err *);

#endif
