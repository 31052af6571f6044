/* SPDX-License-Identifier: GPL-3.0-or-later */
/* inputs: what kernels are given and checked against, made once per matrix and type and kept. */
#pragma once

#include "core/engine/session.h"

/* A, in the order in force too, and what the operation is given and checked against for k columns at least. */
bool inputs_make(struct session *, enum op, enum vtype, int64_t k, struct err *);
/* Bytes that inputs_make will still allocate. */
uint64_t inputs_wanted(const struct session *, enum op, enum vtype, int64_t k);
void inputs_forget(struct session *);
