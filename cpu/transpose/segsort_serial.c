/* SPDX-License-Identifier: GPL-3.0-or-later */
/* segsort_serial: each segment of the column indices sorted by the C library, by one thread. */
#include "cpu/lib/block_plan.h"
#include "cpu/lib/variant.h"

const struct kernel VARIANT(segsort_serial) = {
    .name = "cpu.segsort.serial",
    .what = "one thread: each segment of the column indices sorted by the C library",
    .on = "cpu",
    .format = "csr",
    .op = OP_SEGSORT,
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
