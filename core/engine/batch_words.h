/* SPDX-License-Identifier: GPL-3.0-or-later */
/* batch_words: parses the operations, the type and the spread of a command. */
#pragma once

#include "core/measure/registry.h"
#include "core/protocol/command.h"

/* op= and type=, or their defaults; operations as a bit set. ERR_USAGE. */
bool batch_ops(const struct command *, unsigned *ops, struct err *);
bool batch_op(const struct command *, enum op *, struct err *);
bool batch_type(const struct command *, enum vtype *, struct err *);

/* Always false: no kernel that the globs (NULL: any) choose has the parameter; ERR_USAGE names those that they have. */
bool batch_no_param(const struct registry *, const char *globs, const char *name, struct err *);

/* until=: "1%" or "0.01"; 0 if absent. */
bool batch_until(const struct command *, double *until, struct err *);
