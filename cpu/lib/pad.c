/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cpu/lib/pad.h"

#include "cpu/device/memory.h"
#include "cpu/device/threads.h"
#include "cpu/lib/split.h"

/* A row rounded up to half a cache line, or to whole lines. */
static uint64_t row_bytes(const struct problem *p)
{
    const uint64_t bytes = (uint64_t)p->x.k * vtype_size(p->a->type), half = MEMORY_LINE / 2;

    return bytes <= half ? half : (bytes + MEMORY_LINE - 1) / MEMORY_LINE * MEMORY_LINE;
}

/* Pays if vectors straddle lines, each row of X is read at least REUSE times, and the copy stays in the caches. */
static bool wanted(const struct problem *p, int64_t when)
{
    enum { REUSE = 64, PART = 2 };
    const uint64_t size = vtype_size(p->a->type), step = row_bytes(p);
    const bool aligned = (uint64_t)p->x.ld * size % (step < MEMORY_LINE ? step : MEMORY_LINE) == 0;

    if (p->x.k < 2 || when != PAD_AUTO)
        return p->x.k > 1 && when == PAD_ALWAYS;
    return !aligned && (uint64_t)p->x.k * size > MEMORY_LINE / 4 && p->a->nnz / REUSE >= p->a->n &&
           (uint64_t)p->a->n * step <= p->device->cache / PART;
}

uint64_t pad_bytes(const struct problem *p, int64_t when)
{
    return wanted(p, when) ? size_mul((uint64_t)p->a->n, row_bytes(p)) : 0;
}

/* The first row of thread t. */
static int64_t part(const struct plan_vectors *v, int t)
{
    return split_step(v->pad.rows, t, v->pad.threads);
}

/* The lanes from k on are 0, written once. */
static void rows_clear(const void *vectors, int t)
{
    const struct plan_vectors *v = vectors;

    memset(v->pad.copy + part(v, t) * v->pad.step, 0, (size_t)((part(v, t + 1) - part(v, t)) * v->pad.step));
}

static void rows_copy(const void *vectors, int t)
{
    const struct plan_vectors *v = vectors;

    for (int64_t i = part(v, t); i < part(v, t + 1); i++)
        memcpy(v->pad.copy + i * v->pad.step, v->pad.from + i * v->pad.from_step, v->pad.width);
}

bool pad_prepare(const struct problem *p, int64_t when, void *plan, struct plan_vectors *v, struct err *e)
{
    const size_t size = vtype_size(p->a->type);

    if (!wanted(p, when))
        return true;
    v->pad = (struct plan_pad){ .from = v->x, .rows = p->a->n, .threads = p->threads, .width = (size_t)v->k * size };
    v->pad.from_step = v->ldx * (int64_t)size;
    v->pad.step = (int64_t)row_bytes(p);
    if (!(v->pad.copy = plan_memory(plan, pad_bytes(p, when), "a copy of X", e)))
        return false;
    v->x = v->pad.copy;
    v->ldx = v->pad.step / (int64_t)size;
    return threads_share(p->threads, p->threads, rows_clear, v, e);
}

bool pad_fill(const struct plan_vectors *v, int threads, struct err *e)
{
    return !v->pad.copy || threads_share(threads, threads, rows_copy, v, e);
}
