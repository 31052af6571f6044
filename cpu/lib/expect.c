/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cpu/lib/expect.h"

#include "core/measure/kernel.h"

/* Costs in bytes read in the same time. Starting n threads takes 0.8 + 0.21 n µs at 35 GB/s a thread (products of 6,000
   to 16,000 entries, beyond their share of one thread's time, 16 cores of B; fewer threads are tried, more are not).
   CALL: starting one. A row costs ROW if lengths are alike, ROW_UNEVEN if the end of its loop is mispredicted. CACHED:
   cache over memory bandwidth. SERIAL_COLUMNS: the slowdown of one column at a time. All are fitted to the ranking in
   NOTES.md, cpu.auto. */
enum { START = 28000, START_EACH = 7350, CALL = 2000, ROW = 20, ROW_UNEVEN = 60, CACHED = 4, SERIAL_COLUMNS = 2 };

/* About the L2 of a core, which the written lines share with everything else. */
enum { WRITE_CACHE = 1 << 20, LINE = 64 };

double expect_rows(const struct problem *p)
{
    return (p->stats->row_std > p->stats->row_mean / 8 ? ROW_UNEVEN : ROW) * (double)p->a->m;
}

static double work(const struct problem *p)
{
    double fetched = p->x.k > 1 ? (double)p->a->nnz * (double)p->x.k * (double)vtype_size(p->a->type) : 0;

    return (double)kernel_compulsory_bytes(p) + expect_rows(p) + fetched / CACHED;
}

double expect_start(const struct problem *p)
{
    const double n = p->threads;

    return n > 1 ? n * (START + START_EACH * n) : CALL;
}

double expect_csr(const struct problem *p, bool whole)
{
    double nnz = (double)p->a->nnz, longest = (double)p->stats->row_max * (double)p->threads;

    return expect_start(p) + work(p) * (whole && longest > nnz && nnz > 0 ? longest / nnz : 1);
}

double expect_serial(struct problem *p)
{
    return CALL + (p->x.k > 1 ? SERIAL_COLUMNS : 1) * work(p);
}

/* The active columns lie within the band; a wide band makes them all active. */
double expect_transpose(const struct problem *p, double near, double far)
{
    double band = (double)(p->stats->bandwidth_lower + p->stats->bandwidth_upper), n = (double)p->a->n;
    double fronts = 2 * LINE * (band < n ? band : n);

    return (fronts > WRITE_CACHE ? far : near) * (double)kernel_compulsory_bytes(p);
}
