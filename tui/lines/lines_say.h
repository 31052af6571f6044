/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lines_say: progress, notices and the standard output. */
#ifndef NZ_LINES_SAY_H
#define NZ_LINES_SAY_H

#include "tui/lines/lines_state.h"

/* Rewrites the progress line / removes it (before anything else is printed). */
void lines_progress(struct lines *, const char *format, ...) __attribute__((format(printf, 2, 3)));
void lines_clear(struct lines *);

/* Says something that is not data on the error output, as "nzscope: …". */
void lines_say(struct lines *, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Prints a list or an object. */
void lines_json(const json_t *);

/* Flushes the standard output. False: it cannot be written; a reader that has gone away is no error. */
bool lines_flush(struct err *);

#endif
