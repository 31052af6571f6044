/* SPDX-License-Identifier: GPL-3.0-or-later */
/* block: the building blocks of transpositions, serially: what the others are compared with. */
#include "core/block.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/limit.h"

void block_scan(const int32_t *in, int64_t count, uint32_t *out)
{
    uint32_t sum = 0;
    for (int64_t i = 0; i < count; i++) {
        out[i] = sum;
        sum += (uint32_t)in[i];
    }
}

static int ascending(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

void block_segsort(const int32_t *in, int64_t count, int64_t segment, uint64_t *out)
{
#pragma omp parallel for schedule(static)
    for (int64_t begin = 0; begin < count; begin += segment) {
        int64_t length = segment < count - begin ? segment : count - begin;
        for (int64_t i = begin; i < begin + length; i++)
            out[i] = (uint64_t)(uint32_t)in[i] << 32 | (uint64_t)i;
        qsort(out + begin, (size_t)length, sizeof *out, ascending);
    }
}

void block_index2ptr(const int32_t *ind, int64_t count, int64_t n, uint32_t *ptr)
{
    memset(ptr, 0, ((size_t)n + 1) * sizeof *ptr);
    for (int64_t e = 0; e < count; e++)
        ptr[ind[e] + 1]++;
    for (int64_t j = 0; j < n; j++)
        ptr[j + 1] += ptr[j];
}

void block_ptr2index(const int64_t *ptr, int64_t m, int32_t *index)
{
    for (int64_t i = 0; i < m; i++)
        for (int64_t e = ptr[i]; e < ptr[i + 1]; e++)
            index[e] = (int32_t)i;
}

static uint64_t element(enum op op)
{
    return op == OP_SEGSORT || op == OP_MERGE || op == OP_MERGEBIG ? 8 : 4;
}

uint64_t block_bytes(enum op op, const struct csr *a)
{
    return size_mul(element(op), op == OP_INDEX2PTR ? (uint64_t)a->n + 1 : (uint64_t)a->nnz);
}

static void expect(enum op op, const struct csr *a, int64_t segment, void *out)
{
    switch (op) {
    case OP_SCAN:
        block_scan(a->ind, a->nnz, out);
        break;
    case OP_INDEX2PTR:
        block_index2ptr(a->ind, a->nnz, a->n, out);
        break;
    case OP_PTR2INDEX:
        block_ptr2index(a->ptr, a->m, out);
        break;
    default:
        block_segsort(a->ind, a->nnz, segment, out);
    }
}

bool block_check(enum op op, const struct csr *a, int64_t segment, const void *got, struct verdict *v, struct err *e)
{
    uint64_t bytes = block_bytes(op, a), width = element(op), at = 0;
    char *right = malloc(bytes + 1);
    if (!right)
        return err_nomem(e, "the serial result", bytes);
    expect(op, a, segment, right);
    while (at < bytes && memcmp(right + at, (const char *)got + at, width) == 0)
        at += width;
    *v = (struct verdict){ .passed = at == bytes };
    if (!v->passed)
        snprintf(v->text, sizeof v->text, "element %llu of %llu differs from the serial result",
                 (unsigned long long)(at / width + 1), (unsigned long long)(bytes / width));
    free(right);
    return true;
}
