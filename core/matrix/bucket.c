/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/matrix/bucket.h"

struct bucket_plan bucket_plan(int64_t m, int64_t n, int64_t entries, enum mirror mirror)
{
    struct bucket_plan plan = { .m = m, .n = n, .mirror = mirror, .mirror_imag = mirror };
    int64_t most = entries / BUCKET_ENTRIES + 1;

    if (most > BUCKET_MAX / 2)
        most = BUCKET_MAX / 2;
    while (plan.shift < BUCKET_ROW_BITS && (m - 1) >> plan.shift >= most)
        plan.shift++;
    plan.buckets = m > 0 ? (int)((m - 1) >> plan.shift) + 1 : 1;
    plan.local = (1 << plan.shift) - 1;
    plan.columns = 1;
    while ((n - 1) >> plan.columns > 0)
        plan.columns++;
    if (plan.columns + plan.shift > 31 || plan.columns > 30)
        plan.columns = 0;
    return plan;
}

int64_t bucket_count(const struct bucket_plan *plan, const struct coo *from, uint32_t *first)
{
    int shift = plan->shift;

    memset(first, 0, ((size_t)plan->buckets + 1) * sizeof *first);
    for (int64_t k = 0; k < from->count; k++)
        first[(from->row[k] >> shift) + 1]++;
    if (plan->mirror != MIRROR_NONE)
        for (int64_t k = 0; k < from->count; k++)
            first[(from->col[k] >> shift) + 1] += from->row[k] != from->col[k];
    for (int b = 0; b < plan->buckets; b++)
        first[b + 1] += first[b];
    return first[plan->buckets];
}

static double mirrored(double v, enum mirror mirror)
{
    return mirror == MIRROR_SAME ? v : -v;
}

static inline void put(const struct bucket_plan *plan, const struct coo *to, uint32_t q, int32_t i, int32_t j,
                       int32_t mark)
{
    if (to->row) {
        to->row[q] = i | mark;
        to->col[q] = j;
    } else {
        to->col[q] = (i & plan->local) << plan->columns | j | mark;
    }
}

void bucket_put(const struct bucket_plan *plan, const struct coo *from, const struct coo *to)
{
    uint32_t next[BUCKET_MAX];
    int shift = plan->shift;

    memcpy(next, to->first, (size_t)plan->buckets * sizeof *next);
    for (int64_t k = 0; k < from->count; k++) {
        int32_t i = from->row[k], j = from->col[k];
        uint32_t q = next[i >> shift]++;
        put(plan, to, q, i, j, 0);
        if (from->val)
            to->val[q] = from->val[k];
        if (from->imag)
            to->imag[q] = from->imag[k];
        if (plan->mirror == MIRROR_NONE || i == j)
            continue;
        q = next[j >> shift]++;
        put(plan, to, q, j, i, BUCKET_MIRRORED);
        if (from->val)
            to->val[q] = mirrored(from->val[k], plan->mirror);
        if (from->imag)
            to->imag[q] = mirrored(from->imag[k], plan->mirror_imag);
    }
}

void bucket_unmirror(const struct bucket_plan *plan, struct coo *part)
{
    uint32_t to = 0, k = 0;

    for (int b = 0; b < plan->buckets; b++) {
        uint32_t end = part->first[b + 1];
        for (; k < end; k++)
            if ((part->row ? part->row[k] : part->col[k]) >= 0) {
                if (part->row)
                    part->row[to] = part->row[k];
                part->col[to++] = part->col[k];
            }
        part->first[b + 1] = to;
    }
    part->count = to;
    part->val = part->imag = NULL;
}
