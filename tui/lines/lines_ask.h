/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lines_ask: commands to the engine, and waiting for their events. */
#ifndef NZ_LINES_ASK_H
#define NZ_LINES_ASK_H

#include "tui/lines/lines_state.h"

/* Sends a command and waits for its end; on_event (NULL: nobody) sees its events. Returns the status. The first Ctrl-C
   stops it, the second one leaves. */
int lines_ask(struct lines *, const char *line, link_handler *on_event, void *arg, struct err *);

/* Waits for events (and for `fd` to become readable when it is ≥ 0: returns then). False: the engine is gone, *e says
 * how. */
bool lines_wait(struct lines *, int fd, struct err *);

/* Waits until the engine has told what there is. */
bool lines_ready(struct lines *, struct err *);

/* Adds " name=value" to a command line of `size` bytes, escaped; nothing for NULL or "". ERR_USAGE when it is too long:
   a part of what was asked for is not what was asked for. */
bool lines_argument(char *line, size_t size, const char *name, const char *value, struct err *);

/* The same for those of `count` options that were given. */
bool lines_arguments(char *line, size_t size, const struct options *, const enum option *, int count, struct err *);

#endif
