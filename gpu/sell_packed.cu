/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sell_packed: sell_sorted with columns as 16-bit distances within a slice, and values as 8-bit codes when there are at
   most 256 different ones. */
#include "gpu/expect.cuh"
#include "gpu/sell_plan.cuh"

static double expect(struct problem *p)
{
    return expect_local(p) ? expect_mul(p, 0.7, 3.0) : expect_mul(p, 1.05, 2.0); /* elsewhere it hardly ever fits */
}

const struct kernel gpu_sell_packed_f64 = {
    .name = "gpu.sell.packed",
    .what = "gpu.sell.sorted with 16-bit columns within slices, and 8-bit codes for up to 256 values (k = 1)",
    .source = "Kreutzer et al., SIAM J. Sci. Comput. 2014 (SELL-C-sigma)",
    .on = "gpu",
    .format = "sell",
    .op = OP_MUL,
    .type = VT_F64,
    .layout = ROW_MAJOR,
    .supports = sell_supports,
    .bytes = sell_bytes<double, true>,
    .expect = expect,
    .prepare = sell_prepare<double, true>,
    .run = sell_run<double, true>,
    .release = sell_release,
};

const struct kernel gpu_sell_packed_f32 = {
    .name = "gpu.sell.packed",
    .what = "gpu.sell.sorted with 16-bit columns within slices, and 8-bit codes for up to 256 values (k = 1)",
    .source = "Kreutzer et al., SIAM J. Sci. Comput. 2014 (SELL-C-sigma)",
    .on = "gpu",
    .format = "sell",
    .op = OP_MUL,
    .type = VT_F32,
    .layout = ROW_MAJOR,
    .supports = sell_supports,
    .bytes = sell_bytes<float, true>,
    .expect = expect,
    .prepare = sell_prepare<float, true>,
    .run = sell_run<float, true>,
    .release = sell_release,
};
