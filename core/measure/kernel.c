/* SPDX-License-Identifier: GPL-3.0-or-later */
/* kernel: the names of operations, and the bytes that a run cannot do without. */
#include "core/measure/kernel.h"

#include <string.h>
#include <strings.h>

#include "core/base/limit.h"

static const char *const op_names[OP_COUNT] = {
    [OP_MUL] = "mul",     [OP_TRANSPOSE] = "transpose", [OP_SCAN] = "scan",           [OP_SEGSORT] = "segsort",
    [OP_MERGE] = "merge", [OP_MERGEBIG] = "mergebig",   [OP_INDEX2PTR] = "index2ptr", [OP_PTR2INDEX] = "ptr2index",
};

const char *op_name(enum op op)
{
    return op_names[op];
}

bool op_is_block(enum op op)
{
    return op != OP_MUL && op != OP_TRANSPOSE;
}

bool op_parse(const char *name, enum op *op)
{
    for (int i = 0; i < OP_COUNT; i++) {
        if (strcmp(name, op_names[i]) == 0) {
            *op = (enum op)i;
            return true;
        }
    }
    return false;
}

bool device_uuid_begins(const char *uuid, const char *prefix)
{
    size_t length = strlen(prefix);
    return length > strlen("GPU-") && strncasecmp(uuid, prefix, length) == 0;
}

/* (4|8)(lines+1) + (4 + v)·nnz: compressed rows or columns. */
static uint64_t compressed_bytes(int64_t lines, const struct csr *a)
{
    uint64_t pointer = a->nnz <= INT32_MAX ? 4 : 8;
    uint64_t entries = size_mul((uint64_t)a->nnz, 4 + vtype_size(a->type));
    return size_add(size_mul(pointer, (uint64_t)lines + 1), entries);
}

uint64_t kernel_csr_bytes(const struct csr *a)
{
    return compressed_bytes(a->m, a);
}

uint64_t kernel_operand_bytes(const struct problem *p)
{
    if (p->op == OP_MUL)
        return size_add(dense_bytes(&p->x), dense_bytes(&p->y));
    if (op_is_block(p->op)) /* all in the plan */
        return 0;
    uint64_t entries = size_mul((uint64_t)p->t.nnz, 4 + vtype_size(p->a->type));
    return size_add(size_mul(p->t.wide ? 8 : 4, (uint64_t)p->t.lines + 1), entries);
}

static uint64_t block_bytes(enum op op, const struct csr *a)
{
    uint64_t nnz = (uint64_t)a->nnz, m = (uint64_t)a->m, n = (uint64_t)a->n;
    switch (op) {
    case OP_SCAN:
        return size_mul(4 + 4, nnz);
    case OP_SEGSORT:
        return size_mul(4 + 8, nnz);
    case OP_INDEX2PTR:
        return size_mul(4, size_add(nnz, n + 1));
    case OP_PTR2INDEX:
        return size_mul(4, size_add(nnz, m + 1));
    default: /* a round of merging */
        return size_mul(8 + 8, nnz);
    }
}

uint64_t kernel_compulsory_bytes(const struct problem *p)
{
    const struct csr *a = p->a;
    if (op_is_block(p->op))
        return block_bytes(p->op, a);
    uint64_t in = compressed_bytes(a->m, a);
    if (p->op == OP_TRANSPOSE)
        return size_add(in, compressed_bytes(a->n, a));
    uint64_t row = size_mul((uint64_t)p->x.k, vtype_size(a->type)); /* one row of X or Y */
    return size_add(in, size_mul(row, (uint64_t)a->m + (uint64_t)a->n));
}
