/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plan_similar: plans with rows reordered so that neighbours share columns, if the gain is large. */
#pragma once

#include "cpu/lib/plan.h"

/* Like plan_csr_pieces, but if the gain is large, rows are reordered to share columns with their neighbours
   (core/matrix/similar_rows.h), and `row` is set. */
bool plan_csr_similar(const struct problem *, int64_t each, struct plan *, struct err *);
uint64_t plan_csr_similar_bytes(const struct problem *, int64_t each);

/* The parameter ORDER. */
static const char *const plan_orders[] = { "file", "similar", NULL };
#define PLAN_ORDER_HELP "order of A's rows in the plan; similar: if the gain is large"

/* The source of a plan: PA if an order is requested and found, else A. */
struct plan_order {
    struct csr a;
    const int32_t *row; /* the row of A at position i; NULL: i */
    int32_t *own;       /* memory to release */
};
bool plan_order_find(const struct problem *, bool wanted, struct plan_order *, struct err *);
void plan_order_release(struct plan_order *);
uint64_t plan_order_bytes(const struct problem *, bool wanted);

/* Whether the search for an order pays: X exceeds a core's caches, neighbours share few columns, rows are long. */
bool plan_order_promises(const struct problem *);
