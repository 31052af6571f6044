/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ptr2index_serial: row by row, the row's number to each of its entries, by one thread. */
#include "cpu/lib/block_plan.h"
#include "cpu/lib/variant.h"

const struct kernel VARIANT(ptr2index_serial) = {
    .name = "cpu.ptr2index.serial",
    .what = "one thread: row by row, the row's number to each of its entries",
    .on = "cpu",
    .format = "csr",
    .op = OP_PTR2INDEX,
    .type = VARIANT_TYPE,
    .layout = ROW_MAJOR,
    .serial = true,
    .bytes = block_plan_bytes,
    .prepare = block_plan_prepare,
    .run = block_plan_run,
    .release = block_plan_release,
    .verify = block_plan_verify,
};
