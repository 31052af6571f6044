/* SPDX-License-Identifier: GPL-3.0-or-later */
/* inputs: inputs and references of operations, made once per matrix and type. */
#pragma once

#include "core/engine/session.h"

/* Makes A in this type, in the current order too, and the operation's inputs and reference for at least k columns. */
bool inputs_make(struct session *, enum op, enum vtype, int64_t k, struct err *);
/* Bytes that inputs_make would still allocate. */
uint64_t inputs_wanted(const struct session *, enum op, enum vtype, int64_t k);
void inputs_forget(struct session *);
