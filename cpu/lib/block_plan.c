/* SPDX-License-Identifier: GPL-3.0-or-later */
/* block_plan: the serial building blocks, which differ in their operation alone (core/measure/block.h). */
#include "cpu/lib/block_plan.h"

#include <stdlib.h>
#include <string.h>

#include "cpu/device/memory.h"

static bool merges(enum op op)
{
    return op == OP_MERGE || op == OP_MERGEBIG;
}

uint64_t block_plan_bytes(const struct problem *p)
{
    return (merges(p->op) ? 2 : 1) * block_bytes(p->op, p->a);
}

bool block_plan_prepare(const struct problem *p, struct plan *out, struct err *e)
{
    uint64_t bytes = block_bytes(p->op, p->a);
    struct block_plan *plan = calloc(1, sizeof *plan);

    if (!plan)
        return err_nomem(e, "the plan", sizeof *plan);
    plan->a = p->a;
    plan->op = p->op;
    plan->segment = (int64_t)1 << p->param[0];
    plan->out = memory_new(bytes, "the result", e);
    if (merges(p->op))
        plan->sorted = memory_new(bytes, "sorted segments", e);
    if (!plan->out || (merges(p->op) && !plan->sorted)) {
        block_plan_release(plan);
        return false;
    }
    memset(plan->out, 0xAA, (size_t)bytes);
    if (plan->sorted)
        block_segsort(p->a->ind, p->a->nnz, plan->segment, plan->sorted);
    *out = (struct plan){ .data = plan, .bytes = block_plan_bytes(p) };
    return true;
}

bool block_plan_run(void *block_plan, struct err *e)
{
    const struct block_plan *plan = block_plan;
    const struct csr *a = plan->a;

    switch (plan->op) {
    case OP_SCAN:
        block_scan(a->ind, a->nnz, plan->out);
        return true;
    case OP_SEGSORT:
        block_segsort(a->ind, a->nnz, plan->segment, plan->out);
        return true;
    case OP_MERGE:
    case OP_MERGEBIG:
        block_merge(plan->sorted, a->nnz, plan->segment, plan->out);
        return true;
    case OP_INDEX2PTR:
        block_index2ptr(a->ind, a->nnz, a->n, plan->out);
        return true;
    case OP_PTR2INDEX:
        block_ptr2index(a->ptr, a->m, plan->out);
        return true;
    default:
        return err_set(e, ERR_UNSUPPORTED, "%s is no building block", op_name(plan->op));
    }
}

bool block_plan_verify(void *block_plan, struct verdict *v, struct err *e)
{
    const struct block_plan *plan = block_plan;

    return block_check(plan->op, plan->a, merges(plan->op) ? 2 * plan->segment : plan->segment, plan->out, v, e);
}

void block_plan_release(void *block_plan)
{
    struct block_plan *plan = block_plan;

    if (!plan)
        return;
    memory_release(plan->sorted);
    memory_release(plan->out);
    free(plan);
}

static const char *const sizes[] = { "1",   "2",   "4",    "8",    "16",   "32",   "64", "128",
                                     "256", "512", "1024", "2048", "4096", "8192", NULL };

const struct param block_plan_params[] = {
    { .name = "SEGMENT", .help = "entries per segment", .min = 0, .max = 13, .initial = 7, .choices = sizes },
    { 0 },
};
