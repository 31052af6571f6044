/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/measure/operation.h"

#define OPERATION(name, NAME) [OP_##NAME] = &op_##name,
const struct operation *const operations[OP_COUNT] = {
#include "core/measure/operations.list"
};

bool operation_parse(const char *name, enum op *op)
{
    for (*op = 0; *op < OP_COUNT; ++*op)
        if (strcmp(name, operations[*op]->name) == 0)
            return true;
    return false;
}

void operation_pose(const struct operation *o, struct problem *p, int64_t k, enum layout layout)
{
    if (o->pose)
        o->pose(p, k, layout);
}
