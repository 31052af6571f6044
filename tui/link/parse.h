/* SPDX-License-Identifier: GPL-3.0-or-later */
/* parse: a line of an engine or of a recording made an event. Everything from outside enters here, and is fit to show
   from here on. */
#ifndef NZ_PARSE_H
#define NZ_PARSE_H

#include <jansson.h>
#include <stddef.h>

#include "core/base/err.h"

/* A longer line is no event. */
enum { PARSE_LINE_MAX = 64 << 20 };

/* A new object whose `ev` is a text; texts in it are scrubbed, names of members that are not fit to show make it none.
   ERR_INPUT: it is no event; ERR_MEMORY. */
json_t *parse_event(const char *line, size_t length, struct err *);

#endif
