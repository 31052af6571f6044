/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cpu/lib/transposed.h"

#include <omp.h>

#include "core/base/clock.h"
#include "core/measure/duel.h"
#include "cpu/device/memory.h"
#include "cpu/device/threads.h"
#include "cpu/lib/plan_similar.h"

struct transposed_plan {
    const struct kernel *kernel;
    struct csr a; /* Aᵀ; all zero if `kernel` takes A itself */
    struct similar_order order;
    struct plan plan;
};

/* An upper bound of the inner plan: its candidates are unknown until Aᵀ exists. Of two, one may search for an order. */
static uint64_t inner_bytes(const struct problem *p)
{
    const struct csr turned = { .m = p->a->n, .n = p->a->m, .nnz = p->a->nnz, .type = p->a->type };
    const struct problem inner = { .a = &turned };
    const uint64_t x = size_mul((uint64_t)p->a->m, (uint64_t)p->x.k * vtype_size(p->a->type) + MEMORY_LINE);

    return size_add(size_add(size_mul(3, csr_transposed_bytes(p->a)), plan_order_bytes(&inner, true)),
                    size_add(x, 1 << 20));
}

uint64_t transposed_bytes(const struct problem *p)
{
    return size_add(csr_transposed_bytes(p->a), inner_bytes(p));
}

void transposed_release(void *plan_data)
{
    struct transposed_plan *t = plan_data;

    if (!t)
        return;
    if (t->plan.data)
        t->kernel->release(t->plan.data);
    csr_free(&t->a);
    free(t->order.row);
    free(t);
}

/* csr_transpose uses smaller teams. When a team grows again, its new threads stay on their creator's processor. */
static bool turn(const struct problem *p, struct csr *turned, struct stats *stats, struct err *e)
{
    threads_release();
    omp_set_num_threads(p->threads);
    return csr_transpose(p->a, turned, e) && stats_compute(turned, stats, e);
}

bool transposed_prepare(const struct kernel *inner, const struct problem *p, struct plan *out, struct err *e)
{
    struct transposed_plan *t = calloc(1, sizeof *t);
    struct problem own = *p;
    struct stats stats;

    if (!t)
        return err_nomem(e, "the plan", sizeof *t);
    t->kernel = inner;
    own.op = OP_MUL;
    own.a = &t->a;
    own.stats = &stats;
    own.order = &t->order;
    own.limit = size_add(inner_bytes(p), kernel_operand_bytes(p));
    if (!threads_ready(p->threads, e) || !turn(p, &t->a, &stats, e) || !inner->prepare(&own, &t->plan, e)) {
        transposed_release(t);
        return false;
    }
    *out = t->plan;
    out->data = t;
    out->bytes += csr_transposed_bytes(p->a);
    if (*t->plan.choice)
        snprintf(out->choice, sizeof out->choice, "A^T:%.90s", t->plan.choice);
    return true;
}

/* Whether `one` is faster than `other`, run in turns. */
static bool is_faster(const struct transposed_plan *one, const struct transposed_plan *other, struct device *d,
                      bool *won, struct err *e)
{
    struct rival a = { .run = one->kernel->run, .data = one->plan.data },
                 b = { .run = other->kernel->run, .data = other->plan.data };
    const double budget_ms = 100; /* not measured */
    double spent = 0;

    if (!rival_time(&a, d, 1, &a.about_ms, e) || !rival_time(&b, d, 1, &b.about_ms, e) ||
        !duel(&a, &b, d, budget_ms, &spent, e))
        return false;
    *won = a.again_ms < b.ms;
    return true;
}

bool transposed_unless(const struct kernel *other, const struct problem *p, struct plan *out, struct err *e)
{
    struct transposed_plan *t = out->data, *second = calloc(1, sizeof *second);
    const double begin = clock_ms();
    struct err why;
    bool won = false, ok = true;

    if (!second)
        return true;
    second->kernel = other;
    if (other->prepare(p, &second->plan, &why))
        ok = is_faster(second, t, p->device, &won, e);
    out->choosing_ms += clock_ms() - begin;
    if (won) {
        out->data = second;
        out->bytes = second->plan.bytes;
        out->traffic = kernel_compulsory_bytes(p);
        snprintf(out->choice, sizeof out->choice, "%s", other->name);
    }
    transposed_release(won ? t : second);
    return ok;
}

bool transposed_run(void *plan_data, struct err *e)
{
    struct transposed_plan *t = plan_data;

    return t->kernel->run(t->plan.data, e);
}
