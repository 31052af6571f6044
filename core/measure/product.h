/* SPDX-License-Identifier: GPL-3.0-or-later */
/* product: shared by operations that compute a dense Y of k columns from A and a dense X. */
#pragma once

#include "core/measure/transfer.h"

/* X and Y in A's type. */
void product_shape(struct problem *, int64_t x_rows, int64_t y_rows, int64_t k, enum layout);

/* Members of struct operation. */
uint64_t product_operand_bytes(const struct problem *);
uint64_t product_compulsory_bytes(const struct problem *);
void product_moved_bytes(const struct problem *, uint64_t *in, uint64_t *out);
bool product_upload(struct transfer *, struct err *);
bool product_poison(struct transfer *, struct err *);
bool product_compare(struct transfer *, struct check *, struct err *);
bool product_hand_out(struct transfer *, struct result *, struct err *);

/* Common to their tables. */
#define PRODUCT                                                                                                        \
    .flops = 2, .columns = true, .operands = "X and Y", .operand_bytes = product_operand_bytes,                        \
    .compulsory_bytes = product_compulsory_bytes, .moved_bytes = product_moved_bytes, .upload = product_upload,        \
    .poison = product_poison, .compare = product_compare, .hand_out = product_hand_out
