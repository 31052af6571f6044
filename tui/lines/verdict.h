/* SPDX-License-Identifier: GPL-3.0-or-later */
/* verdict: the best and the worst kernel on a matrix, and whether the rule of thumb for its rows held. */
#pragma once

#include "tui/lines/table.h"

/* From an array of ok measurements of a matrix: notes below the table, one per problem and one for the rule; `matrix`
   is its event. False: the fastest of a problem are in doubt. */
bool verdict_write(const json_t *measured, const json_t *matrix, struct row_table *);
