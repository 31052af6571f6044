/* SPDX-License-Identifier: GPL-3.0-or-later */
/* armour: bytes as characters that can stand in a word (base64 without padding), and a sum of bytes. */
#pragma once

#include "core/base/std.h"

/* Characters for n bytes, the final 0 included. */
#define ARMOUR_SIZE(n) (((n) + 2) / 3 * 4 + 1)

/* Writes n bytes as text; returns out. */
char *armour_put(const void *bytes, size_t n, char *out);
/* Reads text back in place, *n bytes; false: it is no such text. */
bool armour_take(char *text, size_t *n);

/* FNV-1a of 64 bits over n more bytes: `sum` is that of the bytes before them, ARMOUR_SUM that of none. */
#define ARMOUR_SUM UINT64_C(0xcbf29ce484222325)
uint64_t armour_sum(uint64_t sum, const void *bytes, size_t n);
