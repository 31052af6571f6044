/* SPDX-License-Identifier: GPL-3.0-or-later */
/* turn: what the transpositions share: column pointers of either width, entries shared out equally to threads, and the
   plan of ScanTrans and of what comes of it. */
#ifndef NZ_CPU_TURN_H
#define NZ_CPU_TURN_H

#include "cpu/lib/plan.h"
#include "cpu/lib/split.h"

/* The column pointers of T, of either width. */
struct turn_ptr {
    int32_t *p32; /* NULL when the result is wide */
    int64_t *p64;
};

static inline struct turn_ptr turn_ptr(const struct compressed *t)
{
    return (struct turn_ptr){ t->wide ? NULL : t->ptr, t->wide ? t->ptr : NULL };
}

static inline int64_t turn_get(struct turn_ptr p, int64_t j)
{
    return p.p32 ? p.p32[j] : p.p64[j];
}

static inline void turn_put(struct turn_ptr p, int64_t j, int64_t value)
{
    if (p.p32)
        p.p32[j] = (int32_t)value;
    else
        p.p64[j] = value;
}

/* The row that entry e belongs to: the last one that begins at or before it. */
static inline int64_t turn_row(const struct plan_csr *a, int64_t e)
{
    int64_t low = 0, high = a->m;

    while (low < high) {
        int64_t i = low + (high - low) / 2;
        if (plan_begin(a, i + 1) <= e)
            low = i + 1;
        else
            high = i;
    }
    return low;
}

struct turn {
    struct plan_csr *a;
    int32_t *inter; /* threads × n: histograms of the columns */
    int32_t *intra; /* nnz: ranks of the entries; NULL without */
    int64_t *part;  /* threads + 1 */
};
bool turn_prepare(const struct problem *, bool ranks, struct plan *, struct err *);
void turn_release(void *turn);
uint64_t turn_bytes(const struct problem *, bool ranks);

/* Where the next entry goes that the worker of `inter` has in column j. Where T is wide, `inter` cannot hold places:
   there it is relative to the column. */
static inline int64_t turn_place(bool wide, struct turn_ptr ptr, const int32_t *inter, int64_t j)
{
    return wide ? ptr.p64[j] + inter[j] : inter[j];
}

/* Called by all threads of a team once the workers' histograms are there, worker w's count of column j at
   inter[w*n + j]: a prefix sum over the columns in two levels, and a vertical one over the workers. Afterwards
   turn_place says where the first entry of each column goes that a worker has, and T's pointers are there. Ends in a
   barrier. */
void turn_scan(const struct turn *);

#endif
