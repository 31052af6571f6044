/* SPDX-License-Identifier: GPL-3.0-or-later */
/* similar_order: an order of rows in which neighbours share columns, shared by the plans of a problem. */
#pragma once

#include "core/measure/problem.h"

C_NAMES_BEGIN

/* *order: p->order, or *mine where the problem has none; seeks it if that has not been done
   (core/matrix/similar_rows.h). ERR_MEMORY; ERR_UNSUPPORTED if p->order->only is set and there is none. The caller
   frees mine->row, even after a failure. */
bool similar_order_find(const struct problem *p, struct similar_order *mine, const struct similar_order **order,
                        struct err *e);

/* Whether there is such an order or, before it is sought, whether a search looks worthwhile. */
bool similar_order_promises(const struct problem *p);

C_NAMES_END
