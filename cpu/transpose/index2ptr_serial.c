/* SPDX-License-Identifier: GPL-3.0-or-later */
/* index2ptr_serial: column indices counted, then summed up, by one thread. */
#include "cpu/lib/block_plan.h"
#include "cpu/lib/variant.h"

const struct kernel VARIANT(index2ptr_serial) = {
    .name = "cpu.index2ptr.serial",
    .what = "one thread: column indices counted, then summed up",
    .on = "cpu",
    .format = "csr",
    .op = OP_INDEX2PTR,
    .type = VARIANT_TYPE,
    .layout = ROW_MAJOR,
    .serial = true,
    .bytes = block_plan_bytes,
    .prepare = block_plan_prepare,
    .run = block_plan_run,
    .release = block_plan_release,
    .verify = block_plan_verify,
};
