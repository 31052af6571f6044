/* SPDX-License-Identifier: GPL-3.0-or-later */
/* scan_serial: exclusive prefix sum of the column indices, by one thread. */
#include "cpu/lib/block_plan.h"
#include "cpu/lib/variant.h"

const struct kernel VARIANT(scan_serial) = {
    .name = "cpu.scan.serial",
    .what = "one thread: exclusive prefix sum of the column indices",
    .on = "cpu",
    .format = "csr",
    .op = OP_SCAN,
    .type = VARIANT_TYPE,
    .layout = ROW_MAJOR,
    .serial = true,
    .bytes = block_plan_bytes,
    .prepare = block_plan_prepare,
    .run = block_plan_run,
    .release = block_plan_release,
    .verify = block_plan_verify,
};
