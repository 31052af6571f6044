/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cpu/mul/csr_runs_sweep.h"

/* Examines the longest of AROUND rows at each of PLACES; distances may differ by one part in UNLIKE. */
enum { AROUND = 64, PLACES = 3, UNLIKE = 20 };

/* The groups of a row's columns, separated by wide gaps. */
struct planes {
    int64_t groups, distance, span; /* largest distance between middles; widest span */
};

static int64_t l2_bytes(void)
{
    long bytes = sysconf(_SC_LEVEL2_CACHE_SIZE);

    return bytes > 0 ? bytes : 1 << 20;
}

static int64_t widest_gap(const int32_t *ind, int64_t len)
{
    int64_t gap = 0;

    for (int64_t s = 1; s < len; s++)
        gap = ind[s] - ind[s - 1] > gap ? ind[s] - ind[s - 1] : gap;
    return gap;
}

/* A gap of more than half the widest one separates two groups. */
static struct planes planes_of(const int32_t *ind, int64_t len)
{
    const int64_t gap = widest_gap(ind, len);
    struct planes p = { 0 };
    int64_t begin = 0, middle = 0;

    for (int64_t s = 1; s <= len; s++) {
        if (s < len && 2 * ((int64_t)ind[s] - ind[s - 1]) <= gap)
            continue;
        int64_t here = ((int64_t)ind[begin] + ind[s - 1]) / 2, span = (int64_t)ind[s - 1] - ind[begin];
        if (p.groups++ && here - middle > p.distance)
            p.distance = here - middle;
        p.span = span > p.span ? span : p.span;
        middle = here;
        begin = s;
    }
    return p;
}

static struct planes planes_near(const struct csr *a, int64_t row)
{
    int64_t longest = row;

    for (int64_t i = row; i < row + AROUND && i < a->m; i++)
        if (row_length(a, i) > row_length(a, longest))
            longest = i;
    return planes_of(a->ind + a->ptr[longest], row_length(a, longest));
}

struct sweep sweep_find(const struct problem *problem, enum sweep_when when)
{
    const struct csr *a = problem->a;
    const int64_t line = problem->x.k * (int64_t)vtype_size(a->type), room = l2_bytes() / 4 * 3;
    const bool large = line > 0 && a->n > (int64_t)problem->device->cache / line;
    const struct sweep none = { 0 };
    struct planes p = { 0 };

    if (a->m == 0 || line == 0 || when == SWEEP_NEVER || (when == SWEEP_AUTO && !large))
        return none;
    for (int i = 0; i < PLACES; i++) {
        struct planes here = planes_near(a, a->m * (i + 1) / (PLACES + 1));
        if (i > 0 && (here.groups != p.groups || llabs(here.distance - p.distance) > p.distance / UNLIKE))
            return none;
        p = (struct planes){ here.groups, i ? p.distance : here.distance, here.span > p.span ? here.span : p.span };
    }
    if (p.groups < 3)
        return none;
    int64_t band = room / (p.groups * line) - p.span;
    if (when == SWEEP_ALWAYS)
        return (struct sweep){ p.distance, band > 0 && band < p.distance ? band : p.distance / 2 + 1 };
    return band > 0 && band >= p.span && band < p.distance ? (struct sweep){ p.distance, band } : none;
}
