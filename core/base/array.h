/* SPDX-License-Identifier: GPL-3.0-or-later */
/* array: an array that grows by one element at a time. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* *array, a pointer to `count` elements of `width` bytes, NULL if there are none, gets room for one more. The room
   doubles when count is a power of two, and so need not be stored: no other function may give *array its memory.
   Returns false, and leaves *array as it was, when memory runs out. */
bool array_grow(void *array, int64_t count, size_t width);
