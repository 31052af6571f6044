/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/io/mm_concat.h"

#include <omp.h>
#include <stdatomic.h>

#include "core/io/mm_rows.h"

bool mm_concat_keep(struct arena *arena, const struct coo *from, struct coo *part, struct err *e)
{
    if (!coo_take(part, arena, from->count, from, 0, e))
        return false;
    coo_copy(from, 0, from->count, part);
    return true;
}

bool mm_concat_follows(const struct coo *part, int64_t parts)
{
    uint64_t last = 0;

    for (int64_t c = 0; c < parts; c++) {
        const struct coo *x = &part[c];
        if (x->first || (x->count && mm_rows_number(x->row, x->col, 0) <= last))
            return false;
        last = x->count ? mm_rows_number(x->row, x->col, x->count - 1) : last;
    }
    return true;
}

static bool sort_part(const struct bucket_plan *plan, struct coo *part, struct arena *arena, struct coo *scratch)
{
    uint32_t *first = arena_take(arena, ((size_t)plan->buckets + 1) * sizeof *first);

    if (!first || !coo_room(scratch, part->count, part->val != NULL, false, NULL))
        return false;
    coo_copy(part, 0, part->count, scratch);
    bucket_count(plan, scratch, first);
    part->first = first;
    part->row = plan->columns ? NULL : part->row;
    bucket_put(plan, scratch, part);
    return true;
}

bool mm_concat_sort(const struct bucket_plan *plan, struct coo *part, int64_t parts, struct arena *arena, int threads,
                    struct err *e)
{
    atomic_bool ok = true;

#pragma omp parallel num_threads(threads)
    {
        struct coo scratch = { 0 };
#pragma omp for schedule(dynamic, 4)
        for (int64_t c = 0; c < parts; c++)
            if (!part[c].first && ok && !sort_part(plan, &part[c], &arena[omp_get_thread_num()], &scratch))
                ok = false;
        coo_free(&scratch);
    }
    return ok || err_nomem(e, "sorting the blocks", 4 * (uint64_t)parts * ((uint64_t)plan->buckets + 1));
}

/* Places a part's entries from `at` on, and sets the ends of its rows but of row `next`, where the next begins. */
static void place_part(const struct coo *x, int64_t at, int32_t next, struct csr *a)
{
    double *val = (double *)a->val + at;

    memcpy(a->ind + at, x->col, (size_t)x->count * sizeof *x->col);
    if (x->val)
        memcpy(val, x->val, (size_t)x->count * sizeof *val);
    for (int64_t k = 0; k < x->count && !x->val; k++)
        val[k] = 1;
    for (int64_t k = 0; k < x->count && x->row[k] != next; k++)
        a->ptr[x->row[k] + 1] = at + k + 1;
}

bool mm_concat_build(const struct bucket_plan *plan, const struct coo *part, int64_t parts, int threads, struct csr *a,
                     struct err *e)
{
    int64_t *at = malloc(((size_t)parts + 1) * sizeof *at), nnz = 0;
    int32_t *next = malloc(((size_t)parts + 1) * sizeof *next);

    for (int64_t c = 0; c < parts && at; nnz += part[c++].count)
        at[c] = nnz;
    for (int64_t c = parts - 1, row = -1; c >= 0 && next; c--) {
        next[c] = (int32_t)row;
        row = part[c].count ? part[c].row[0] : row;
    }
    bool ok = (at && next) || err_nomem(e, "the list of blocks", 12 * (uint64_t)parts);
    ok = ok && csr_alloc(a, plan->m, plan->n, nnz, VT_F64, e);
    if (ok) {
        memset(a->ptr, 0, ((size_t)a->m + 1) * sizeof *a->ptr);
#pragma omp parallel for schedule(static) num_threads(threads)
        for (int64_t c = 0; c < parts; c++)
            place_part(&part[c], at[c], next[c], a);
        /* an empty row ends where the row before it ends */
        for (int64_t i = 0; i < a->m; i++)
            a->ptr[i + 1] = a->ptr[i + 1] ? a->ptr[i + 1] : a->ptr[i];
    }
    free(at);
    free(next);
    return ok;
}
