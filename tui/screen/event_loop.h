/* SPDX-License-Identifier: GPL-3.0-or-later */
/* event_loop: the screen on a real terminal, with curses. */
#ifndef NZ_EVENT_LOOP_H
#define NZ_EVENT_LOOP_H

#include "tui/screen/app.h"
#include "tui/screen/screen.h"

/* Runs until the user leaves, the terminal is gone or a signal says so; returns the exit status. */
int event_loop_run(struct app *, const struct screen_options *, struct err *);

#endif
