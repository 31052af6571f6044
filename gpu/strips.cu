/* SPDX-License-Identifier: GPL-3.0-or-later */
/* strips: rows by eights, their columns merged, the values laid out as the tensor cores take them. */
#include "gpu/strips.cuh"

#include <algorithm>
#include <cstring>

#include "core/limit.h"

/* The rows of a strip on their way through their columns, which ascend. */
struct heads {
    int64_t at[STRIP_ROWS], end[STRIP_ROWS];
};

static struct heads heads_of(const struct csr *a, int64_t strip)
{
    struct heads h = {};
    for (int64_t r = 0, i = strip * STRIP_ROWS; r < STRIP_ROWS && i < a->m; r++, i++) {
        h.at[r] = a->ptr[i];
        h.end[r] = a->ptr[i + 1];
    }
    return h;
}

/* The least column that is still to come, -1: none. */
static int32_t heads_column(const struct csr *a, const struct heads *h)
{
    int32_t least = -1;
    for (int r = 0; r < STRIP_ROWS; r++)
        if (h->at[r] < h->end[r] && (least < 0 || a->ind[h->at[r]] < least))
            least = a->ind[h->at[r]];
    return least;
}

static int64_t count_columns(const struct csr *a, int64_t strip)
{
    struct heads h = heads_of(a, strip);
    int64_t columns = 0;
    for (int32_t c; (c = heads_column(a, &h)) >= 0; columns++)
        for (int r = 0; r < STRIP_ROWS; r++)
            h.at[r] += h.at[r] < h.end[r] && a->ind[h.at[r]] == c;
    return columns;
}

template <class T> static void fill(const struct csr *a, int64_t strip, struct strips *out)
{
    const T *from = (const T *)a->val;
    int64_t group = out->ptr[strip], columns = 0;
    T *val = (T *)out->val.data() + group * STRIP_SLOTS;
    int32_t *ind = out->ind.data() + group * STRIP_GROUP, last = 0;
    struct heads h = heads_of(a, strip);
    for (int32_t c; (c = heads_column(a, &h)) >= 0; columns++) {
        T *slot = val + columns / STRIP_GROUP * STRIP_SLOTS + columns % STRIP_GROUP;
        for (int r = 0; r < STRIP_ROWS; r++)
            if (h.at[r] < h.end[r] && a->ind[h.at[r]] == c)
                slot[r * STRIP_GROUP] = from[h.at[r]++];
        ind[columns] = last = c;
    }
    std::fill(ind + columns, out->ind.data() + (int64_t)out->ptr[strip + 1] * STRIP_GROUP, last);
}

/* Groups of every strip, then where each begins. */
static bool place(const struct csr *a, struct strips *out, struct err *e)
{
    int64_t most = 0;
    out->ptr.assign((size_t)out->count + 1, 0);
#pragma omp parallel for schedule(static, 1024) reduction(max : most)
    for (int64_t s = 0; s < out->count; s++) {
        int64_t groups = (count_columns(a, s) + STRIP_GROUP - 1) / STRIP_GROUP;
        out->ptr[s + 1] = (uint32_t)groups;
        most = std::max(most, groups);
    }
    if (most > STRIP_GROUPS_MOST)
        return err_set(e, ERR_UNSUPPORTED, "eight neighbouring rows have entries in more than %d columns",
                       STRIP_GROUPS_MOST * STRIP_GROUP);
    for (int64_t s = 0; s < out->count; s++)
        out->groups += out->ptr[s + 1];
    if (out->groups * STRIP_SLOTS > STRIP_EMPTINESS * a->nnz)
        return err_set(e, ERR_UNSUPPORTED, "eight neighbouring rows share too few columns: blocks would be %.0f%% full",
                       100.0 * (double)a->nnz / (double)(out->groups * STRIP_SLOTS));
    for (int64_t s = 0; s < out->count; s++)
        out->ptr[s + 1] += out->ptr[s];
    return true;
}

bool strips_build(const struct csr *a, struct strips *out, struct err *e)
{
    *out = {};
    out->count = (a->m + STRIP_ROWS - 1) / STRIP_ROWS;
    if (!place(a, out, e))
        return false;
    out->ind.resize((size_t)(out->groups * STRIP_GROUP));
    out->val.resize((size_t)(out->groups * STRIP_SLOTS) * vtype_size(a->type));
#pragma omp parallel for schedule(static, 1024)
    for (int64_t s = 0; s < out->count; s++)
        a->type == VT_F64 ? fill<double>(a, s, out) : fill<float>(a, s, out);
    return true;
}

uint64_t strips_bytes(const struct csr *a)
{
    uint64_t slots = size_mul(STRIP_EMPTINESS, (uint64_t)a->nnz);
    return size_add(size_add(size_mul(slots, vtype_size(a->type)), slots / STRIP_ROWS * sizeof(int32_t)),
                    ((uint64_t)a->m / STRIP_ROWS + 2) * sizeof(uint32_t));
}
