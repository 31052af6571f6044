/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sell_sorted: y = A x on sliced ELLPACK: rows of like length side by side within windows, so that little is padded and
   Y stays in the caches; more lanes to longer rows, the longest cut; one launch. */
#include "gpu/lib/expect.cuh"
#include "gpu/mul/sell_plan.cuh"

static double expect(struct problem *p)
{
    return 0.9 * expect_mul(p, 1.05, 2.0);
}

template <class T>
static constexpr struct kernel table = {
    .name = "gpu.sell.sorted",
    .what = "sliced ELLPACK, rows sorted by length within windows; long rows cut (k = 1)",
    .source = "Kreutzer et al., SIAM J. Sci. Comput. 2014 (SELL-C-sigma)",
    .on = "cuda",
    .format = "sell",
    .op = OP_MUL,
    .type = vtype_of<T>,
    .supports = sell_supports,
    .bytes = sell_bytes<T, false>,
    .expect = expect,
    .prepare = mul_prepare<sell_plan, sell_build<T, false>, sell_release>,
    .run = sell_run<T, false>,
    .release = sell_release,
};

extern const struct kernel gpu_sell_sorted_f64 = table<double>, gpu_sell_sorted_f32 = table<float>;
