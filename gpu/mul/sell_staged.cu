/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sell_staged: sliced ELLPACK in tiles that share rows of X: these are copied to shared memory once per tile, and
   addressed there by 16-bit indices; rows in threes with equal columns share every index and every load of X. */
#include "gpu/mul/staged_plan.cuh"

static const char name[] = "gpu.sell.staged";
/* 10 bytes an entry in f64. */
static double expect(struct problem *p)
{
    return staged_expect<false>(p, 0.85);
}

template <class T>
static constexpr struct kernel table = mul_table<T>({
    .name = name,
    .what = "tiles of rows that share columns: X in shared memory, 16-bit indices into it",
    .format = "sell.staged",
    .compressed = true,
    .params = staged_params,
    .supports = staged_supports<false>,
    .bytes = staged_bytes<T, false>,
    .expect = expect,
    .prepare = mul_prepare<staged_plan, staged_build<T, false>>,
    .run = mul_run<name, staged_plan, staged_run<T, false>>,
});

extern const struct kernel gpu_sell_staged_f64 = table<double>, gpu_sell_staged_f32 = table<float>;
