/* SPDX-License-Identifier: GPL-3.0-or-later */
/* multi_auto: Y = A·X on several GPUs, each of which multiplies its rows by what gpu.auto chooses for them. */
#include "gpu/candidates.cuh"
#include "gpu/multi/multi_plan.cuh"

extern const struct kernel gpu_auto_f64, gpu_auto_f32;

enum { TRIALS, BUDGET, PRODUCTS, PARTS };

static const struct param params[] = {
    candidates_params[TRIALS],
    candidates_params[BUDGET],
    candidates_params[PRODUCTS],
    param_number("PARTS", "parts that A is cut into; 0: one a GPU, at least two", 0, HALO_PARTS, 0),
    {},
};

static int parts_of(const struct problem *p)
{
    const int count = gpus_of(p->device)->count;
    return p->param[PARTS] > 0 ? (int)p->param[PARTS] : count > 1 ? count : 2;
}

/* The same on one GPU. */
static struct problem on_one(const struct problem *p)
{
    struct problem one = *p;
    one.device = gpus_of(p->device)->gpu[0];
    return one;
}

static bool supports(const struct problem *p, struct err *why)
{
    const struct problem one = on_one(p);
    return candidates_supports(&one, why);
}

/* A as one GPU would store it, Y, and for each part all of X and the little that its kernels need besides A. */
static uint64_t bytes(const struct problem *p)
{
    const uint64_t piece = 16 << 10;
    const struct problem one = on_one(p);
    const uint64_t parts = (uint64_t)parts_of(p), own = size_add(kernel_operand_bytes(p), HALO_PIECES * piece);
    return size_add(candidates_bytes(&one), size_mul(parts, own));
}

/* In the same way as halo_build. */
static void divide(const struct problem *p, struct division *d)
{
    division_by_work(p, d);
    d->rule = "equal shares of rows and entries";
    d->worker = gpus_of(p->device)->count < parts_of(p) ? "part" : "GPU";
    d->units = parts_of(p);
    d->apart = true;
}

template <class T> static bool prepare(const struct problem *p, struct plan *out, struct err *e)
{
    return multi_plan_make(p, parts_of(p), sizeof(T) == sizeof(double) ? &gpu_auto_f64 : &gpu_auto_f32, out, e);
}

template <class T>
static constexpr struct kernel table = {
    .name = "multi.auto",
    .what = "rows of A on each GPU, multiplied as gpu.auto would, while rows of X are exchanged",
    .family = "gpus",
    .format = "auto",
    .op = OP_MUL,
    .type = vtype_of<T>,
    .not_repeatable = true, /* like gpu.auto */
    .params = params,
    .supports = supports,
    .bytes = bytes,
    .prepare = prepare<T>,
    .run = multi_plan_run,
    .release = multi_plan_release,
    .divide = divide,
    .parts = multi_plan_parts,
};

extern const struct kernel gpu_multi_auto_f64 = table<double>, gpu_multi_auto_f32 = table<float>;
