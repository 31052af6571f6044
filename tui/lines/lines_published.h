/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lines_published: what reports have measured elsewhere. */
#ifndef NZ_LINES_PUBLISHED_H
#define NZ_LINES_PUBLISHED_H

#include "tui/lines/lines_state.h"

/* What reports have measured elsewhere, as `list published` shows it: a new array; NULL: *e says why. */
json_t *lines_published(struct lines *, struct err *);

/* The same on the open matrix; NULL: nothing. And as a table below what else is known of it, with what this says to the
   rule of thumb for such rows. */
json_t *lines_published_here(const struct lines *);
void lines_print_published(const json_t *, const json_t *matrix);

#endif
