/* SPDX-License-Identifier: GPL-3.0-or-later */
/* verdict: the best and the worst kernel on a matrix, where they can be told, and whether the rule of thumb for its
   rows held. */
#ifndef NZ_VERDICT_H
#define NZ_VERDICT_H

#include <jansson.h>

struct row_table;

struct verdict_notes;

struct verdict_notes *verdict_new(void); /* NULL: no memory */
/* A measurement of the matrix; one that is not "ok" says nothing. */
void verdict_add(struct verdict_notes *, const json_t *measurement);
/* Notes below the table, one for each problem and one for the rule; `matrix` is its event. Forgets the measurements. */
void verdict_write(struct verdict_notes *, const json_t *matrix, struct row_table *);
void verdict_free(struct verdict_notes *);

#endif
