/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sell_coded: sell_staged for matrices of few distinct values, which are stored as 8-bit codes. */
#include "gpu/mul/staged_plan.cuh"

/* 3 bytes an entry. */
static double expect(struct problem *p)
{
    return staged_expect<true>(p, 0.4);
}

template <class T>
static constexpr struct kernel table = {
    .name = "gpu.sell.coded",
    .what = "tiles as of gpu.sell.staged; values as 8-bit codes, when there are at most 256 different ones",
    .on = "cuda",
    .format = "sell.coded",
    .op = OP_MUL,
    .type = vtype_of<T>,
    .compressed = true,
    .params = staged_params,
    .supports = staged_supports<true>,
    .bytes = staged_bytes<T, true>,
    .expect = expect,
    .prepare = mul_prepare<staged_plan, staged_build<T, true>>,
    .run = staged_run<T, true>,
    .release = gpu_plan_release,
};

extern const struct kernel gpu_sell_coded_f64 = table<double>, gpu_sell_coded_f32 = table<float>;
