/* SPDX-License-Identifier: GPL-3.0-or-later */
/* made_device: a device whose clock is a number, and kernels on it that are right, wrong, slow or broken. */
#pragma once

#include "core/base/clock.h"
#include "core/matrix/tests/fixture.h"
#include "core/measure/measure.h"
#include "core/tests/cmocka.h"

/* ---- a device whose clock is a number: kernels say how long they "took" ---- */

static int plans; /* alive */

struct fake {
    double clock_ms, started_ms;
    int allocated, flushes, moves, plans, runs, batches, largest_batch, batch;
    int largest_team; /* that a run began with */
    uint64_t touched; /* bytes written while there was no plan */
    bool broken;      /* every wait fails */
};

static inline struct fake *fake_of(struct device *d)
{
    return d->data;
}

static inline bool fake_alloc(struct device *d, uint64_t bytes, void **out, struct err *e)
{
    *out = malloc(bytes);
    fake_of(d)->allocated += *out != NULL;
    return *out || err_nomem(e, "a test", bytes);
}

static inline void fake_free(struct device *d, void *memory)
{
    fake_of(d)->allocated--;
    free(memory);
}

static inline bool fake_upload(struct device *d, void *to, const void *host, uint64_t bytes, struct err *e)
{
    memcpy(to, host, bytes);
    return true;
}

static inline bool fake_download(struct device *d, void *host, const void *from, uint64_t bytes, struct err *e)
{
    memcpy(host, from, bytes);
    return true;
}

static inline bool fake_fill(struct device *d, void *memory, int byte, uint64_t bytes, struct err *e)
{
    memset(memory, byte, bytes);
    fake_of(d)->touched += plans == 0 ? bytes : 0;
    return true;
}

static inline bool fake_sync(struct device *d, struct err *e)
{
    return !fake_of(d)->broken || err_set(e, ERR_DEVICE, "the device has fallen off the bus");
}

static inline bool fake_start(struct device *d, struct err *e)
{
    fake_of(d)->started_ms = fake_of(d)->clock_ms;
    fake_of(d)->batch = 0;
    fake_of(d)->largest_team = d->team > fake_of(d)->largest_team ? d->team : fake_of(d)->largest_team;
    return true;
}

static inline bool fake_stop(struct device *d, double *ms, struct err *e)
{
    struct fake *f = fake_of(d);
    *ms = f->clock_ms - f->started_ms;
    f->batches++;
    f->largest_batch = f->batch > f->largest_batch ? f->batch : f->largest_batch;
    return fake_sync(d, e);
}

static inline bool fake_flush(struct device *d, struct err *e)
{
    fake_of(d)->flushes++;
    return true;
}

static const struct device_ops fake_ops = {
    .alloc = fake_alloc,
    .free = fake_free,
    .upload = fake_upload,
    .download = fake_download,
    .fill = fake_fill,
    .sync = fake_sync,
    .start = fake_start,
    .stop = fake_stop,
    .flush = fake_flush,
};

static inline bool fake_move(struct device *d, void *memory, uint64_t bytes, struct err *e)
{
    fake_of(d)->moves++;
    return true;
}

/* ---- kernels ---- */

struct work {
    struct problem problem;
    struct fake *fake;
    double ms;  /* paced_run: what a run takes */
    bool wrong; /* and whether it is */
};

static inline bool work_prepare(const struct problem *p, struct plan *plan, struct err *e)
{
    struct work *w = malloc(sizeof *w);
    if (!w)
        return err_nomem(e, "a test", sizeof *w);
    *w = (struct work){ .problem = *p, .fake = fake_of(p->device) };
    *plan = (struct plan){ .data = w, .upload_ms = 0, .bytes = 1000 };
    plans++;
    return true;
}

static inline bool upload_prepare(const struct problem *p, struct plan *plan, struct err *e)
{
    if (!work_prepare(p, plan, e))
        return false;
    plan->upload_ms = 1e6; /* more than has passed: preparation without upload is never negative */
    return true;
}

static inline bool choosing_prepare(const struct problem *p, struct plan *plan, struct err *e)
{
    if (!work_prepare(p, plan, e))
        return false;
    snprintf(plan->choice, sizeof plan->choice, "fake.best");
    return true;
}

/* A plan for two threads, however many are asked for. */
static inline bool frugal_prepare(const struct problem *p, struct plan *plan, struct err *e)
{
    bool ok = work_prepare(p, plan, e);
    plan->threads = 2;
    return ok;
}

/* Plan 1 takes 2 ms, plan 2 2.1 ms, plan 3 2.2 ms, plan 4 2 ms … */
static inline bool paced_prepare(const struct problem *p, struct plan *plan, struct err *e)
{
    if (!work_prepare(p, plan, e))
        return false;
    struct work *w = plan->data;
    w->ms = 2 + 0.1 * (w->fake->plans++ % 3);
    return true;
}

/* Plans 3, 6 … are wrong. */
static inline bool unlucky_prepare(const struct problem *p, struct plan *plan, struct err *e)
{
    if (!paced_prepare(p, plan, e))
        return false;
    struct work *w = plan->data;
    w->wrong = w->fake->plans % 3 == 0;
    return true;
}

/* Between 2 and 2.2 ms, all over. */
static inline bool noisy_prepare(const struct problem *p, struct plan *plan, struct err *e)
{
    if (!paced_prepare(p, plan, e))
        return false;
    struct work *w = plan->data;
    w->ms = 2 + 0.2 * fmod(w->fake->plans * 0.618033988749895, 1);
    return true;
}

static inline bool failing_prepare(const struct problem *p, struct plan *plan, struct err *e)
{
    return err_set(e, ERR_MEMORY, "no room for the plan");
}

static inline void work_release(void *data)
{
    plans--;
    free(data);
}

static inline void took(struct work *w, double ms)
{
    w->fake->clock_ms += ms;
    w->fake->runs++;
    w->fake->batch++;
}

/* Y = A·X. */
static inline void multiply(const struct work *w)
{
    const struct csr *a = w->problem.a;
    struct dense y = w->problem.y;
    for (int64_t i = 0; i < a->m; i++) {
        for (int64_t c = 0; c < y.k; c++) {
            double sum = 0;
            for (int64_t p = a->ptr[i]; p < a->ptr[i + 1]; p++) {
                double v = vtype_get(a->val, p, a->type);
                sum += v * dense_get(&w->problem.x, a->ind[p], c);
            }
            dense_set(&y, i, c, sum);
        }
    }
}

/* Computes into a poisoned Y alone, so that its thousands of runs take no real time. */
static inline bool quick_run(void *data, struct err *e)
{
    struct work *w = data;
    if (w->problem.a->m > 0 && isnan(dense_get(&w->problem.y, 0, 0)))
        multiply(w);
    took(w, 0.01);
    return true;
}

/* Takes what the plan says. */
static inline bool paced_run(void *data, struct err *e)
{
    struct work *w = data;
    if (isnan(dense_get(&w->problem.y, 0, 0)))
        multiply(w);
    if (w->wrong)
        dense_set(&w->problem.y, 2, 0, dense_get(&w->problem.y, 2, 0) + 1e-6);
    took(w, w->ms);
    return true;
}

/* 2 ms, and 0.05 ms more for every move of an operand. */
static inline bool moved_run(void *data, struct err *e)
{
    struct work *w = data;
    if (isnan(dense_get(&w->problem.y, 0, 0)))
        multiply(w);
    took(w, 2 + 0.05 * w->fake->moves);
    return true;
}

/* 2 ms, but every tenth run 12 ms: the median does not mind. */
static inline bool bumpy_run(void *data, struct err *e)
{
    struct work *w = data;
    multiply(w);
    took(w, w->fake->runs % 10 == 9 ? 12 : 2);
    return true;
}

static inline bool slow_run(void *data, struct err *e)
{
    struct work *w = data;
    multiply(w);
    took(w, 5000);
    return true;
}

static inline bool wrong_run(void *data, struct err *e)
{
    struct work *w = data;
    quick_run(data, e);
    dense_set(&w->problem.y, 2, 0, dense_get(&w->problem.y, 2, 0) + 1e-6);
    return true;
}

static inline bool lazy_run(void *data, struct err *e)
{
    took(data, 0.01); /* Y stays as it was: poisoned */
    return true;
}

/* Right in the first run only. */
static inline bool decaying_run(void *data, struct err *e)
{
    struct work *w = data;
    return w->fake->runs < 1 ? quick_run(data, e) : wrong_run(data, e);
}

static inline bool failing_run(void *data, struct err *e)
{
    took(data, 0.01);
    return err_set(e, ERR_DEVICE, "illegal address");
}

static inline bool breaking_run(void *data, struct err *e)
{
    ((struct work *)data)->fake->broken = true;
    return failing_run(data, e);
}

static inline bool never_supports(const struct problem *p, struct err *why)
{
    return err_set(why, ERR_UNSUPPORTED, "only on Sundays");
}

static inline uint64_t plan_bytes(const struct problem *p)
{
    return 12400000000;
}

static inline uint64_t thousand_bytes(const struct problem *p)
{
    return 1000;
}

/* T = Aᵀ by counting, through the csr that the test made. */
static inline bool transpose_run(void *data, struct err *e)
{
    struct work *w = data;
    struct csr b;
    if (!csr_transpose(w->problem.a, &b, e))
        return false;
    for (int64_t j = 0; j <= b.m; j++)
        compressed_set_ptr(&w->problem.t, j, b.ptr[j]);
    memcpy(w->problem.t.ind, b.ind, (size_t)b.nnz * sizeof *b.ind);
    memcpy(w->problem.t.val, b.val, (size_t)b.nnz * vtype_size(b.type));
    csr_free(&b);
    took(w, 4);
    return true;
}

/* A building block checks itself: right as long as it has run no more than 1000 times. */
static inline bool block_verify(void *data, struct check *c, struct err *e)
{
    struct work *w = data;
    *c = (struct check){ .passed = w->fake->runs > 0 && w->fake->runs <= 1000 };
    snprintf(c->text, sizeof c->text, "element 7 is wrong");
    return true;
}

static inline bool unable_verify(void *data, struct check *c, struct err *e)
{
    return err_set(e, ERR_MEMORY, "no room to compare");
}

static inline bool quick_block_run(void *data, struct err *e)
{
    took(data, 0.01); /* so short that the samples take more than 1000 of them */
    return true;
}

static inline bool block_run(void *data, struct err *e)
{
    took(data, 2);
    return true;
}

static inline struct kernel kernel_of(bool (*run)(void *, struct err *))
{
    return (struct kernel){
        .name = "fake.csr.test",
        .what = "for this test",
        .family = "cpu",
        .format = "csr",
        .op = OP_MUL,
        .type = VT_F64,
        .layout = ROW_MAJOR,
        .prepare = work_prepare,
        .run = run,
        .release = work_release,
    };
}
