/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mm_pairs: whether a file of a symmetric kind stores both (i, j) and (j, i). */
#include "core/io/mm_pairs.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/arena.h"

static bool row_has(const struct csr *a, int32_t row, int32_t column)
{
    int64_t at = csr_search(a, row, column);

    return at < a->ptr[row + 1] && a->ind[at] == column;
}

/* Copies what is not a mirror image. */
static bool originals(const struct bucket_plan *plan, const struct coo *from, struct arena *arena, struct coo *to)
{
    size_t n = (size_t)from->count;

    *to = (struct coo){ .count = from->count };
    to->first = arena_take(arena, ((size_t)plan->buckets + 1) * sizeof *to->first);
    to->row = arena_take(arena, n * sizeof *to->row);
    to->col = arena_take(arena, n * sizeof *to->col);
    if (!to->first || !to->row || !to->col)
        return false;
    memcpy(to->first, from->first, ((size_t)plan->buckets + 1) * sizeof *to->first);
    memcpy(to->row, from->row, n * sizeof *to->row);
    memcpy(to->col, from->col, n * sizeof *to->col);
    bucket_unmirror(plan, to);
    return true;
}

bool mm_pairs_check(const struct bucket_plan *plan, const struct coo *part, int64_t parts, const char *symmetry,
                    int32_t *i, int32_t *j, struct err *e)
{
    struct bucket_plan once = *plan;
    struct coo *kept = malloc(((size_t)parts + 1) * sizeof *kept);
    struct arena arena = { .chunk = 1 << 20 };
    struct csr a = { 0 };
    int64_t duplicates;
    bool ok = false, room = kept != NULL;

    once.mirror = MIRROR_NONE;
    for (int64_t b = 0; room && b < parts; b++)
        room = originals(plan, &part[b], &arena, &kept[b]);
    if (!room) {
        err_nomem(e, "comparing the two triangles", 0);
        goto done;
    }
    if (!bucket_assemble(&once, kept, parts, false, NULL, &a, &duplicates, e))
        goto done;
    for (int32_t row = 0; row < a.m; row++)
        for (int64_t p = a.ptr[row]; p < a.ptr[row + 1]; p++)
            if (a.ind[p] > row && row_has(&a, a.ind[p], row)) {
                *i = row;
                *j = a.ind[p];
                err_set(e, ERR_INPUT, "entries (%d, %d) and (%d, %d) are both stored; a %s file holds one of the two",
                        row + 1, *j + 1, *j + 1, row + 1, symmetry);
                goto done;
            }
    ok = true;
done:
    csr_free(&a);
    arena_free(&arena);
    free(kept);
    return ok;
}
