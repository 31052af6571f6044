/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mm_bad: messages for bad entry lines: ERR_INPUT; all return false. */
#pragma once

#include "core/io/mm_header.h"

/* The text at p is not an index in 1 .. most; not a value; not allowed after an entry. */
bool mm_bad_index(const char *p, int64_t most, const char *what, struct err *e);
bool mm_bad_value(const char *p, enum field field, const char *what, struct err *e);
bool mm_bad_rest(const char *p, struct err *e);
