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

/* "EPYC 9654 · box · 2026-01-31 · nzscope 0.1.0", as far as the measurement says; "" if not at all. */
void machine_text(const json_t *measurement, char *out, size_t size);

/* The machine of several measurements: *all, NULL at first, becomes this one with all processors and libraries. */
void machine_join(json_t **all, const json_t *measurement);
