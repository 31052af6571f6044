/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sell_sorted: y = A x on sliced ELLPACK: rows of similar length side by side within windows, so that little is padded
   and Y stays in the caches; longer rows get more lanes, the longest are cut; one launch. */
#include "core/measure/similar_order.h"
#include "gpu/lib/expect.cuh"
#include "gpu/mul/sell_plan.cuh"

static const char name[] = "gpu.sell.sorted";
/* A search for another order needs more entries than this (not measured), and this many per row: rows of Y are then
   written out of order, 8 of 32 bytes each. H100, nearest neighbours in random order, k = 1: 4 a row 0.207, cuSPARSE
   0.093; 8 a row 0.045 and 0.077. */
enum { SEARCH_LEAST = 1 << 20, ENTRIES_LEAST = 6 };
/* Cost if there may be such an order: low enough that gpu.csr.equal is tried, too. */
static const double ORDERED = 0.7;

/* Away from the diagonal, only rows of similar length pay: with others gpu.csr.equal took as long or 3 to 20% less
   (R-MAT, web, circuit, lp; 10M entries), and a search for an order is in vain. */
static bool is_even(const struct problem *p)
{
    return (double)p->stats->row_max <= 8 * p->stats->row_mean && 8 * p->stats->empty_rows <= p->a->m;
}

/* With all of A in the L2 other lengths pay, too: 1.6M entries, circuit 0.0112 → 0.0089, lp 0.0115 → 0.0084, R-MAT
   0.0156 → 0.0136. */
static bool is_cached(const struct problem *p)
{
    return kernel_csr_bytes(p->a) <= p->device->cache / 2;
}

static double expect(struct problem *p)
{
    const double cost = expect_mul(p, 1.05, 2.0);
    if (expect_local(p)) /* gpu.sell.packed never took longer */
        return expect_packs(p) ? INFINITY : 0.9 * cost;
    p->param[PARAM_ORDER] = p->a->nnz > SEARCH_LEAST && p->stats->row_mean >= (double)ENTRIES_LEAST && is_even(p) &&
                            similar_order_promises(p);
    return !is_even(p) && !is_cached(p) ? INFINITY : p->param[PARAM_ORDER] ? ORDERED * cost : 0.9 * cost;
}

static const char *const order_choices[] = { "file", "similar", NULL };

static const struct param params[] = {
    param_choice("ORDER",
                 "rows of A inside the plan: the file's, or such that neighbours share columns, if that is found",
                 order_choices, 0),
    {},
};

template <class T>
static constexpr struct kernel table = mul_table<T>({
    .name = name,
    .what = "sliced ELLPACK, rows sorted by length within windows; long rows cut (k = 1)",
    .source = "Kreutzer et al., SIAM J. Sci. Comput. 2014 (SELL-C-sigma)",
    .format = "sell",
    .params = params,
    .supports = sell_supports,
    .bytes = sell_bytes<T, false>,
    .expect = expect,
    .prepare = mul_prepare<sell_plan, sell_build<T, false>>,
    .run = mul_run<name, sell_plan, sell_run<T, false>>,
});

extern const struct kernel gpu_sell_sorted_f64 = table<double>, gpu_sell_sorted_f32 = table<float>;
