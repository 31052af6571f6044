/* SPDX-License-Identifier: GPL-3.0-or-later */
/* merge_serial: pairs of sorted segments merged, entry by entry, by one thread. */
#include "cpu/lib/block_plan.h"
#include "cpu/lib/variant.h"

const struct kernel VARIANT(merge_serial) = {
    .name = "cpu.merge.serial",
    .what = "one thread: pairs of sorted segments merged, entry by entry",
    .on = "cpu",
    .format = "csr",
    .op = OP_MERGE,
    .type = VARIANT_TYPE,
    .layout = ROW_MAJOR,
    .serial = true,
    .params = block_plan_params,
    .bytes = block_plan_bytes,
    .prepare = block_plan_prepare,
    .run = block_plan_run,
    .release = block_plan_release,
    .verify = block_plan_verify,
};
