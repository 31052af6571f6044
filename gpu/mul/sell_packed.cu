/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sell_packed: sell_sorted with columns as 16-bit distances within a slice, and values as 8-bit codes if at most 256
   differ. */
#include <cmath>

#include "gpu/lib/expect.cuh"
#include "gpu/mul/sell_plan.cuh"

static const char name[] = "gpu.sell.packed";
/* Elsewhere the columns of a slice are too far apart for 16 bits, if there are that many. */
static double expect(struct problem *p)
{
    if (expect_local(p))
        return expect_mul(p, 0.7, 3.0);
    return p->a->n <= UINT16_MAX ? expect_mul(p, 1.05, 2.0) : INFINITY;
}

template <class T>
static constexpr struct kernel table = mul_table<T>({
    .name = name,
    .what = "gpu.sell.sorted with 16-bit columns within slices, and 8-bit codes for up to 256 values (k = 1)",
    .source = "Kreutzer et al., SIAM J. Sci. Comput. 2014 (SELL-C-sigma)",
    .format = "sell.packed",
    .compressed = true,
    .supports = sell_supports,
    .bytes = sell_bytes<T, true>,
    .expect = expect,
    .prepare = mul_prepare<sell_plan, sell_build<T, true>>,
    .run = mul_run<name, sell_plan, sell_run<T, true>>,
});

extern const struct kernel gpu_sell_packed_f64 = table<double>, gpu_sell_packed_f32 = table<float>;
