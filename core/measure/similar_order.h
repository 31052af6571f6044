/* SPDX-License-Identifier: GPL-3.0-or-later */
/* similar_order: the order of rows in which neighbours share columns, which the plans of a problem share. */
#pragma once

#include "core/measure/kernel.h"

C_NAMES_BEGIN

/* *order: p->order, or *mine where the problem has none; sought unless that has been done (core/matrix/similar_rows.h).
   ERR_MEMORY; ERR_UNSUPPORTED where an order alone is wanted and there is none. The caller frees mine->row, also after
   a failure. */
bool similar_order_find(const struct problem *p, struct similar_order *mine, const struct similar_order **order,
                        struct err *e);

/* Whether there is such an order or, before it is sought, whether a search is worthwhile. */
bool similar_order_promises(const struct problem *p);

C_NAMES_END
