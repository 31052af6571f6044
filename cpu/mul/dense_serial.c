/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dense_serial: Y = A·X from dense A, for small matrices. A zero times Inf or NaN is NaN; sparse kernels skip it. */
#include "cpu/lib/variant.h"

struct dense_plan {
    struct plan_held held;
    int64_t m, n;
    T *a; /* m × n, row-major */
    struct plan_vectors v;
};

/* 2²⁷ numbers are 1 GB, written in a second and read in a tenth. */
static bool supports(const struct problem *p, struct err *why)
{
    uint64_t work = size_mul(size_mul((uint64_t)p->a->m, (uint64_t)p->a->n), (uint64_t)p->x.k);

    return work <= UINT64_C(1) << 27 ||
           err_set(why, ERR_UNSUPPORTED, "only for small matrices: rows × columns × k ≤ 2^27, not %.3g", (double)work);
}

static uint64_t bytes(const struct problem *p)
{
    return size_mul(size_mul((uint64_t)p->a->m, (uint64_t)p->a->n), sizeof(T));
}

static bool prepare(const struct problem *p, struct plan *out, struct err *e)
{
    const struct csr *a = p->a;
    const T *val = a->val;
    struct dense_plan *plan = plan_new(sizeof *plan, e);

    if (!plan)
        return false;
    *plan = (struct dense_plan){ .m = a->m, .n = a->n, .v = plan_vectors_of(p) };
    if (!(plan->a = plan_memory(plan, bytes(p), "the dense matrix", e)))
        return plan_end(plan, false, 0, out);
    memset(plan->a, 0, bytes(p));
    for (int64_t i = 0; i < a->m; i++)
        for (int64_t s = a->ptr[i]; s < a->ptr[i + 1]; s++)
            plan->a[i * a->n + a->ind[s]] = val[s];
    plan_end(plan, true, bytes(p), out);
    out->slots = (uint64_t)(a->m * a->n);
    return true;
}

/* y[i][c] = Σ_j a[i][j]·x[j][c] */
static bool run(void *plan_data, struct err *e)
{
    const struct dense_plan *p = plan_data;
    const T *restrict a = p->a, *restrict x = p->v.x;
    T *restrict y = p->v.y;

    for (int64_t i = 0; i < p->m; i++)
        for (int64_t c = 0; c < p->v.k; c++) {
            T sum = 0;
            for (int64_t j = 0; j < p->n; j++)
                sum += a[i * p->n + j] * x[j * p->v.ldx + c];
            y[i * p->v.ldy + c] = sum;
        }
    return true;
}

const struct kernel VARIANT(dense_serial) = {
    CPU_PRODUCT,
    .name = "cpu.dense.serial",
    .what = "one thread, the dense matrix with its zeros",
    .source = "textbook",
    .format = "dense",
    .serial = true,
    .supports = supports,
    .bytes = bytes,
    .prepare = prepare,
    .run = run,
};
