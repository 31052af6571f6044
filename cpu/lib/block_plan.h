/* SPDX-License-Identifier: GPL-3.0-or-later */
/* block_plan: the serial building blocks, which differ in their operation alone (core/measure/block.h). */
#ifndef NZ_BLOCK_PLAN_H
#define NZ_BLOCK_PLAN_H

#include "core/measure/block.h"
#include "core/measure/kernel.h"

/* out = what `op` makes of A, or of `sorted`. */
struct block_plan {
    const struct csr *a; /* the caller's, which outlives the plan */
    enum op op;
    int64_t segment;  /* that a round begins with */
    uint64_t *sorted; /* a merge: its segments */
    void *out;
};

/* out is poisoned. */
bool block_plan_prepare(const struct problem *, struct plan *, struct err *);
bool block_plan_run(void *block_plan, struct err *);
bool block_plan_verify(void *block_plan, struct verdict *, struct err *);
void block_plan_release(void *block_plan);
uint64_t block_plan_bytes(const struct problem *);

/* Of the sort and the merges: param[0] is log2 of the entries per segment. */
extern const struct param block_plan_params[];

#endif
