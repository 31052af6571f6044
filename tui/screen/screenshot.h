/* SPDX-License-Identifier: GPL-3.0-or-later */
/* screenshot: the screen without a terminal: the same app, driven by a script, drawn once at the end. */
#ifndef NZ_SCREENSHOT_H
#define NZ_SCREENSHOT_H

#include "tui/screen/app.h"
#include "tui/screen/screen.h"

/* Opens o->matrix[0], runs the script's lines (each when the engine is at rest; "wait MS" only lets that time pass) or
   a plain run, and writes o->screenshot. Returns the exit status. */
int screenshot_take(struct app *, const struct screen_options *o, struct err *);

#endif
