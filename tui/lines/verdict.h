/* SPDX-License-Identifier: GPL-3.0-or-later */
/* verdict: the best and the worst kernel on a matrix, where they can be told, and whether the rule of thumb for its
   rows held. */
#ifndef NZ_VERDICT_H
#define NZ_VERDICT_H

#include <jansson.h>

struct row_table;

/* Of an array of measurements of a matrix, all "ok": notes below the table, one for each problem and one for the rule;
   `matrix` is its event. */
void verdict_write(const json_t *measured, const json_t *matrix, struct row_table *);

#endif
