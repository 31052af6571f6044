/* SPDX-License-Identifier: GPL-3.0-or-later */
/* op_blocks: the building blocks of transpositions as operations, in serial code, and the checks of their results. */
#include "core/measure/block.h"

#include "core/base/ascending.h"
#include "core/measure/transfer.h"

void block_scan(const int32_t *in, int64_t count, uint32_t *out)
{
    uint32_t sum = 0;
    for (int64_t i = 0; i < count; i++) {
        out[i] = sum;
        sum += (uint32_t)in[i];
    }
}

void block_segsort(const int32_t *in, int64_t count, int64_t segment, uint64_t *out)
{
    for (int64_t begin = 0; begin < count; begin += segment) {
        int64_t length = segment < count - begin ? segment : count - begin;
        for (int64_t i = begin; i < begin + length; i++)
            out[i] = (uint64_t)(uint32_t)in[i] << 32 | (uint64_t)i;
        qsort(out + begin, (size_t)length, sizeof *out, ascending_u64);
    }
}

void block_merge(const uint64_t *in, int64_t count, int64_t segment, uint64_t *out)
{
    for (int64_t begin = 0; begin < count; begin += 2 * segment) {
        int64_t middle = segment < count - begin ? begin + segment : count;
        int64_t end = segment < count - middle ? middle + segment : count, x = begin, y = middle;
        for (int64_t i = begin; i < end; i++)
            out[i] = y == end || (x < middle && in[x] < in[y]) ? in[x++] : in[y++];
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

/* ---- checks of a result against its definition; each returns the first element that violates it ---- */

/* out[0] = 0, out[i+1] = out[i] + in[i] */
static int64_t scan_wrong(const int32_t *in, int64_t count, const uint32_t *out)
{
    uint32_t right = 0;
    for (int64_t i = 0; i < count; i++) {
        if (out[i] != right)
            return i;
        right = out[i] + (uint32_t)in[i];
    }
    return count;
}

/* A segment is sorted if it has as many distinct pairs as positions, each correct and larger than the one before. */
static int64_t sort_wrong(const int32_t *in, int64_t count, int64_t segment, const uint64_t *out)
{
    for (int64_t i = 0; i < count; i++) {
        int64_t begin = i - i % segment, at = (int64_t)(out[i] & UINT32_MAX);
        bool inside = at >= begin && at < count && at - begin < segment;
        if (!inside || out[i] >> 32 != (uint32_t)in[at] || (i > begin && out[i] <= out[i - 1]))
            return i;
    }
    return count;
}

/* ptr[0] = 0, and ptr[j+1] - ptr[j] entries have column j. *wrong: the first element that violates this. */
static bool pointers_wrong(const struct csr *a, const uint32_t *ptr, int64_t *wrong, struct err *e)
{
    uint32_t *left = calloc((size_t)a->n + 1, sizeof *left), before = 0;
    if (!left)
        return err_nomem(e, "a count of the columns", ((uint64_t)a->n + 1) * sizeof *left);
    for (int64_t s = 0; s < a->nnz; s++)
        left[a->ind[s]]++;
    for (*wrong = 0; *wrong <= a->n && ptr[*wrong] == before; ++*wrong)
        before += left[*wrong];
    free(left);
    return true;
}

/* ptr[i] ≤ e < ptr[i+1] for i = index[e] */
static int64_t index_wrong(const struct csr *a, const int32_t *index)
{
    for (int64_t e = 0; e < a->nnz; e++)
        if (index[e] < 0 || index[e] >= a->m || e < a->ptr[index[e]] || e >= a->ptr[index[e] + 1])
            return e;
    return a->nnz;
}

bool block_check(enum op op, const struct csr *a, int64_t segment, const void *got, struct check *c, struct err *e)
{
    int64_t count = (int64_t)(block_bytes(op, a) / element(op)), wrong = count;
    if (op == OP_SCAN)
        wrong = scan_wrong(a->ind, count, got);
    else if (op == OP_PTR2INDEX)
        wrong = index_wrong(a, got);
    else if (op != OP_INDEX2PTR)
        wrong = sort_wrong(a->ind, count, segment, got);
    else if (!pointers_wrong(a, got, &wrong, e))
        return false;
    *c = (struct check){ .passed = wrong == count };
    if (!c->passed)
        snprintf(c->text, sizeof c->text, "element %lld of %lld is wrong", (long long)wrong + 1, (long long)count);
    return true;
}

static bool block_compare(struct transfer *t, struct check *c, struct err *e)
{
    return t->kernel->verify(t->plan_data, c, e);
}

/* Reads indices, the pairs of sorted segments, or the row pointers; writes the result. */
static uint64_t block_traffic(const struct problem *p)
{
    const struct csr *a = p->a;
    const uint64_t width = p->op == OP_MERGE || p->op == OP_MERGEBIG ? 8 : 4;
    return size_add(size_mul(width, p->op == OP_PTR2INDEX ? (uint64_t)a->m + 1 : (uint64_t)a->nnz),
                    block_bytes(p->op, a));
}

#define BLOCK(word, text)                                                                                              \
    {                                                                                                                  \
        .name = word, .what = text, .given = "the matrix in another type", .compulsory_bytes = block_traffic,          \
        .compare = block_compare                                                                                       \
    }

const struct operation op_scan = BLOCK("scan", "exclusive prefix sum of the column indices mod 2^32");
const struct operation op_segsort = BLOCK("segsort", "stable sort of the column indices in segments");
const struct operation op_merge = BLOCK("merge", "one round that merges pairs of sorted segments, in shared memory");
const struct operation op_mergebig =
    BLOCK("mergebig", "one round that merges pairs of long sorted segments, cut by splitters");
const struct operation op_index2ptr = BLOCK("index2ptr", "column indices to column pointers");
const struct operation op_ptr2index = BLOCK("ptr2index", "row pointers to the row of each entry");
