/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pivot: the speeds of a bench as a table of two settings, "matrix×kernel", with the best and the worst of each row. */
#ifndef NZ_PIVOT_H
#define NZ_PIVOT_H

#include <jansson.h>

#include "core/base/err.h"
#include "tui/canvas/groups.h"
#include "tui/model/rows.h"

struct pivot;

/* Rows and columns, "matrix×kernel" or "k,threads", and what is shown in the place of the rate:
   "matrix,kernel,speedup". NULL: ERR_USAGE, ERR_MEMORY. */
struct pivot *pivot_new(const char *axes, struct err *);
void pivot_free(struct pivot *); /* NULL is fine */

/* `matrix`: its event, for the facts that stand beside a matrix. */
void pivot_add(struct pivot *, const json_t *measurement, const json_t *matrix);

/* One table for each setting of all that is neither row nor column. TSV and CSV have plain numbers and name the best
   and the worst in columns of their own; Markdown marks them in place. Allocated; NULL: no memory. */
char *pivot_text(const struct pivot *, enum rows_style);

/* The i-th of these tables as bars, a group for each row; freed with groups_free. False: there is none. */
bool pivot_groups(const struct pivot *, int i, struct group_chart *);

#endif
