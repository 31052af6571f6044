/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/matrix/coo.h"

#include <omp.h>
#include <stdatomic.h>

#include "core/matrix/bucket.h"

bool coo_room(struct coo *c, int64_t count, bool val, bool imag, struct err *e)
{
    size_t n = (size_t)count + 1;

    if (count < c->room)
        return true;
    coo_free(c);
    c->row = malloc(n * sizeof *c->row);
    c->col = malloc(n * sizeof *c->col);
    c->val = val ? malloc(n * sizeof *c->val) : NULL;
    c->imag = imag ? malloc(n * sizeof *c->imag) : NULL;
    if (c->row && c->col && !c->val == !val && !c->imag == !imag) {
        c->room = (int64_t)n;
        return true;
    }
    coo_free(c);
    return err_nomem(e, "the entries", n * (val && imag ? 24 : val ? 16 : 8));
}

bool coo_take(struct coo *c, struct arena *arena, int64_t count, const struct coo *like, size_t lists, struct err *e)
{
    const size_t n = (size_t)count;

    *c = (struct coo){ .count = count };
    c->row = like->row ? arena_take(arena, n * sizeof *c->row) : NULL;
    c->col = like->col ? arena_take(arena, n * sizeof *c->col) : NULL;
    c->val = like->val ? arena_take(arena, n * sizeof *c->val) : NULL;
    c->imag = like->imag ? arena_take(arena, n * sizeof *c->imag) : NULL;
    c->first = lists ? arena_take(arena, lists * sizeof *c->first) : NULL;
    return (!c->row == !like->row && !c->col == !like->col && !c->val == !like->val && !c->imag == !like->imag &&
            !c->first == !lists) ||
           err_nomem(e, "a block of entries", 24 * (uint64_t)count);
}

void coo_copy(const struct coo *from, int64_t begin, int64_t count, struct coo *to)
{
    size_t n = (size_t)count;

    to->count = count;
    if (from->row)
        memcpy(to->row, from->row + begin, n * sizeof *to->row);
    if (from->col)
        memcpy(to->col, from->col + begin, n * sizeof *to->col);
    if (from->val)
        memcpy(to->val, from->val + begin, n * sizeof *to->val);
    if (from->imag)
        memcpy(to->imag, from->imag + begin, n * sizeof *to->imag);
}

void coo_free(struct coo *c)
{
    free(c->row);
    free(c->col);
    free(c->val);
    free(c->imag);
    *c = (struct coo){ 0 };
}

enum { SLICE = 1 << 15 }; /* entries sorted at a time, within the cache */

/* The parts cut into slices, each sorted in place. */
struct coo_slices {
    struct bucket_plan plan;
    struct coo *slice;
    int64_t count;
    uint32_t *first; /* of all slices, one after the other */
    atomic_llong next;
    atomic_bool memory_short;
};

static bool slices_cut(struct coo_slices *s, const struct coo *part, int64_t parts, struct err *e)
{
    size_t lists = (size_t)s->plan.buckets + 1;

    for (int64_t c = 0; c < parts; c++)
        s->count += (part[c].count + SLICE - 1) / SLICE;
    s->slice = calloc((size_t)s->count + 1, sizeof *s->slice);
    s->first = malloc(((size_t)s->count * lists + 1) * sizeof *s->first);
    if (!s->slice || !s->first)
        return err_nomem(e, "sorting the entries", (uint64_t)s->count * lists * sizeof *s->first);
    struct coo *x = s->slice;
    for (int64_t c = 0; c < parts; c++)
        for (int64_t at = 0; at < part[c].count; at += SLICE, x++) {
            int64_t left = part[c].count - at;
            x->count = left < SLICE ? left : SLICE;
            x->first = s->first + (size_t)(x - s->slice) * lists;
            x->row = part[c].row + at;
            x->col = part[c].col + at;
            x->val = part[c].val ? part[c].val + at : NULL;
        }
    return true;
}

/* One thread's loop: takes a slice, copies it, and writes it back sorted. */
static void slices_sort(struct coo_slices *s)
{
    struct coo copy = { 0 };

    if (!coo_room(&copy, SLICE, true, false, NULL))
        s->memory_short = true;
    for (int64_t c; !s->memory_short && (c = atomic_fetch_add(&s->next, 1)) < s->count;) {
        struct coo *x = &s->slice[c], from = copy;
        from.val = x->val ? copy.val : NULL;
        coo_copy(x, 0, x->count, &from);
        bucket_count(&s->plan, &from, x->first);
        bucket_put(&s->plan, &from, x);
    }
    coo_free(&copy);
}

bool coo_assemble(struct coo *part, int64_t parts, int64_t m, int64_t n, const struct progress *p, struct csr *a,
                  int64_t *duplicates, struct err *e)
{
    struct coo_slices s = { 0 };
    int64_t entries = 0;

    *a = (struct csr){ 0 };
    *duplicates = 0;
    for (int64_t c = 0; c < parts; c++)
        entries += part[c].count;
    s.plan = bucket_plan(m, n, entries, MIRROR_NONE);
    bool ok = slices_cut(&s, part, parts, e);
    if (ok) {
#pragma omp parallel if (s.count > 1)
        slices_sort(&s);
        ok = !s.memory_short || err_nomem(e, "sorting the entries", SLICE * 16);
    }
    ok = ok && bucket_assemble(&s.plan, s.slice, s.count, false, p, a, duplicates, e);
    free(s.slice);
    free(s.first);
    return ok;
}

bool coo_takes(int64_t m, int64_t n, struct err *e)
{
    return (m <= INT32_MAX && n <= INT32_MAX) ||
           err_set(e, ERR_MEMORY,
                   "the matrix has more %s than 2^31 - 1, the most that 32-bit column numbers can address",
                   n > INT32_MAX ? "columns" : "rows");
}

uint64_t coo_peak_bytes(uint64_t m, uint64_t entries, bool pattern)
{
    uint64_t threads = (uint64_t)omp_get_max_threads();

    /* a thread's scratch, lists of buckets, the counters of a bucket's rows */
    uint64_t scratch = entries < 1 << 15 ? 64 * entries : 2 << 20;
    uint64_t more = size_add(size_mul(threads, scratch), size_mul(entries / SLICE, 4 * BUCKET_MAX));
    return size_add(size_add(size_mul(entries, pattern ? 8 : 16), size_csr(m, entries, 8)), more);
}
