/* SPDX-License-Identifier: GPL-3.0-or-later */
/* orders: the matrix in other orders, made when needed. */
#pragma once

#include "core/engine/session.h"

/* The matrix in the current order; in the file's for operations that do not reorder. */
const struct ordered *orders_for(const struct session *, enum op);
const struct ordered *orders_current(const struct session *);
/* The orderings in reorder= of a command, as bits by index in reorders[]; else the view's. ERR_UNSUPPORTED. */
bool orders_wanted(const struct session *, const struct command *, enum op, unsigned *wanted, struct err *);
/* Makes an ordering current, computing it first if necessary, which sends `reordered`. */
bool orders_use(struct session *, const struct reorder *, struct err *);
/* Makes the matrix in a type, in the file's order and in the operation's current one. */
bool orders_matrix(struct session *, enum op, enum vtype, struct err *);
void orders_keep(struct session *);         /* the current order becomes the view's */
void orders_restore(struct session *);      /* the view's order becomes current */
bool orders_viewed(const struct session *); /* whether the view's order is current */
void orders_forget(struct session *);
