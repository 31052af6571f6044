/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mm_bad: what is wrong with an entry line. All are false, with ERR_INPUT. */
#pragma once

#include "core/io/mm_header.h"

/* What is at p is no index in 1 .. most; no value; nothing that belongs on the line. */
bool mm_bad_index(const char *p, int64_t most, const char *what, struct err *e);
bool mm_bad_value(const char *p, enum field field, const char *what, struct err *e);
bool mm_bad_rest(const char *p, struct err *e);
