/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/measure/operation.h"

#define OPERATION(name, NAME) [OP_##NAME] = &op_##name,
const struct operation *const operations[OP_COUNT] = {
#include "core/measure/operations.list"
};

bool operation_parse(const char *name, enum op *op)
{
    for (int i = 0; i < OP_COUNT; i++) {
        if (strcmp(name, operations[i]->name) == 0) {
            *op = (enum op)i;
            return true;
        }
    }
    return false;
}

void operation_pose(const struct operation *o, struct problem *p, int64_t k, enum layout layout)
{
    if (o->pose)
        o->pose(p, k, layout);
}

const char *operation_unit(const struct operation *o)
{
    return o->flops > 0 ? "GFLOPS" : "Gnnz/s";
}
