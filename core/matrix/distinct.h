/* SPDX-License-Identifier: GPL-3.0-or-later */
/* distinct: how many different keys there are, in time and memory that follow their number and not their range. */
#ifndef NZ_DISTINCT_H
#define NZ_DISTINCT_H

#include <stdint.h>

#include "core/base/err.h"

/* Brings equals of n keys together, where they stand; *count is how many differ, *most how often the most frequent one
   occurs. O(n) time, 8n bytes more. ERR_MEMORY. */
bool distinct_count(uint32_t *key, int64_t n, int64_t *count, int64_t *most, struct err *e);

#endif
