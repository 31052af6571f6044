/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sell_coded: sell_staged for matrices with few distinct values, stored as 8-bit codes. */
#include "gpu/mul/staged_plan.cuh"

static const char name[] = "gpu.sell.coded";
/* 3 bytes an entry. */
static double expect(struct problem *p)
{
    return staged_expect<true>(p, 0.4);
}

template <class T>
static constexpr struct kernel table = mul_table<T>({
    .name = name,
    .what = "tiles as of gpu.sell.staged; values as 8-bit codes, when there are at most 256 different ones",
    .format = "sell.coded",
    .compressed = true,
    .params = staged_params,
    .supports = staged_supports<true>,
    .bytes = staged_bytes<T, true>,
    .expect = expect,
    .prepare = mul_prepare<staged_plan, staged_build<T, true>>,
    .run = mul_run<name, staged_plan, staged_run<T, true>>,
});

extern const struct kernel gpu_sell_coded_f64 = table<double>, gpu_sell_coded_f32 = table<float>;
