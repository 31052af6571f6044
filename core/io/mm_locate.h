/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mm_locate: finds the line of an entry by reading the file again. */
#pragma once

#include "core/base/std.h"

/* The line of entry number k, from 0; 0 if it cannot be found. */
int64_t mm_locate_entry(const char *path, int64_t k);

/* The line at which both (i, j) and (j, i), 0-based, have been read. */
int64_t mm_locate_pair(const char *path, int32_t i, int32_t j);
