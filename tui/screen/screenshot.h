/* SPDX-License-Identifier: GPL-3.0-or-later */
/* screenshot: pictures of the screen, and the screen without a terminal: driven by a script, drawn once at the end. */
#ifndef NZ_SCREENSHOT_H
#define NZ_SCREENSHOT_H

#include "tui/screen/app.h"
#include "tui/screen/screen.h"

/* Writes the screen as it is now, as text or SVG by the end of the name. ERR_INPUT; ERR_USAGE: another end, or a file
   that this session reads or records. */
bool screenshot_save(const struct app *, const char *path, struct err *);
/* Opens o->matrix[0], runs the script's lines (each when the engine is at rest; "wait MS" only lets that time pass) or
   a plain run, and writes o->screenshot. Returns the exit status. */
int screenshot_take(struct app *, const struct screen_options *o, struct err *);

#endif
