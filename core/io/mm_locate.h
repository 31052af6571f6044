/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mm_locate: the line of an entry, found by reading the file once more. */
#pragma once

#include "core/base/std.h"

/* The line of entry number k, from 0, of a file; 0 when it cannot be told. */
int64_t mm_locate_entry(const char *path, int64_t k);

/* The line at which both (i, j) and (j, i) have been met, 0-based. */
int64_t mm_locate_pair(const char *path, int32_t i, int32_t j);
