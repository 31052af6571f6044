/* SPDX-License-Identifier: GPL-3.0-or-later */
/* orders: the matrix in other orders: made when needed, looked at, multiplied with. */
#pragma once

#include "core/engine/session.h"

/* The matrix in the order in force, for an operation: in that of the file for those that are not reordered. */
const struct ordered *orders_now(const struct session *, enum op);
/* The matrix as it is looked at. */
const struct ordered *orders_seen(const struct session *);
/* The orderings that reorder= of a command names, as bits by their places in reorders[]; without it that of the view.
   ERR_UNSUPPORTED when one is named for an operation that is not reordered. */
bool orders_wanted(const struct session *, const struct command *, enum op, unsigned *wanted, struct err *);
/* Puts an ordering in force; makes the matrix in it when it is not there yet, which sends `reordered`. */
bool orders_use(struct session *, const struct reorder *, struct err *);
/* Makes the matrix in a type, in the order of the file and in the one in force for the operation. */
bool orders_matrix(struct session *, enum op, enum vtype, struct err *);
void orders_keep(struct session *);    /* what is in force becomes the view */
void orders_restore(struct session *); /* the view is in force again */
void orders_forget(struct session *);
