/* SPDX-License-Identifier: GPL-3.0-or-later */
/* readable: measurements as a Markdown table for people: few columns, and one line for the machine, and for
   measurements in turns how they compare. */
#pragma once

#include "core/base/std.h"

#include <jansson.h>

enum { READABLE_COLUMNS = 17 };

/* How many columns a table has whose first row this is; NULL: of a kernel that was measured alone. */
int readable_columns(const json_t *first);

/* The title of a column; with `rule`, the dashes below the title. */
const char *readable_title(int column, bool rule);

/* A measurement's field, "" if it does not apply. Returns `room` or the value's own text. */
const char *readable_field(const json_t *measurement, int column, char *room, size_t size);
