/* SPDX-License-Identifier: GPL-3.0-or-later */
/* armour: bytes as base64 text without padding, in one word; and a checksum. */
#pragma once

#include "core/base/std.h"

/* Characters for n bytes, the terminating 0 included. */
#define ARMOUR_SIZE(n) (((n) + 2) / 3 * 4 + 1)

/* Writes n bytes as text; returns out. */
char *armour_put(const void *bytes, size_t n, char *out);
/* Decodes text in place into *n bytes; false: it is not base64. */
bool armour_take(char *text, size_t *n);

/* 64-bit FNV-1a, continued over n more bytes from the sum of those before; ARMOUR_SUM is the sum of no bytes. */
#define ARMOUR_SUM UINT64_C(0xcbf29ce484222325)
uint64_t armour_sum(uint64_t sum, const void *bytes, size_t n);
