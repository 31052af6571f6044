/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tail: the last lines of the engine's log, as text that any terminal can show. */
#ifndef NZ_TAIL_H
#define NZ_TAIL_H

#include <stdbool.h>
#include <stddef.h>

enum { TAIL_LINES = 20, TAIL_BYTES = 4096 };

struct tail {
    char text[TAIL_BYTES];
    size_t used;
};

/* Takes what a non-blocking descriptor has. False: it is at its end. */
bool tail_read(struct tail *, int fd);

/* The last TAIL_LINES lines, joined with newlines, without one at the end. */
const char *tail_lines(struct tail *);

#endif
