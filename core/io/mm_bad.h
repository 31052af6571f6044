/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mm_bad: says what is wrong with an entry line: ERR_INPUT; all return false. */
#pragma once

#include "core/io/mm_header.h"

/* The text at p is no index in 1 .. most; no value; not allowed after an entry. */
bool mm_bad_index(const char *p, int64_t most, const char *what, struct err *e);
bool mm_bad_value(const char *p, enum field field, const char *what, struct err *e);
bool mm_bad_rest(const char *p, struct err *e);
