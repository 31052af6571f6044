/* SPDX-License-Identifier: GPL-3.0-or-later */
/* parse: a line of JSON from an engine or a recording as an event. All text from outside is scrubbed here. */
#ifndef NZ_PARSE_H
#define NZ_PARSE_H

#include <jansson.h>
#include <stddef.h>

#include "core/base/err.h"

/* A longer line is no event. */
enum { PARSE_LINE_MAX = 64 << 20 };

/* A new object whose `ev` is a text; strings in it are scrubbed; a member whose name would need scrubbing makes it
   invalid. ERR_INPUT: it is no event; ERR_MEMORY. */
json_t *parse_event(const char *line, size_t length, struct err *);

#endif
