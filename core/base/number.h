/* SPDX-License-Identifier: GPL-3.0-or-later */
/* number: decimal text to double and back, exactly rounded both ways, whatever the locale. */
#pragma once

#include "core/base/vtype.h"

/* Text that is read must go on for this many readable bytes after its last character, which ends a line. */
enum { NUMBER_PAD = 16 };

/* Reads a number in decimal notation, "inf", "infinity" or "nan" (any case, optional sign) at p, correctly rounded
   (ties to even). Returns where it ends, NULL when there is none. *overflow is set (else left alone) when a finite
   number is too large and became ±Inf. */
const char *number_read(const char *p, double *value, bool *overflow);

/* Reads [+-]digits as the nearest double. Returns where it ends, NULL when there is none. */
const char *number_read_integer(const char *p, double *value, bool *overflow);

/* Decimal digits with an optional sign, nothing else; false when text is none, or more than 64 bits. */
bool number_parse(const char *text, int64_t *out);

enum { NUMBER_TEXT = 40 };

/* Writes the shortest decimal that reads back as exactly this value of `type` (17 digits at most); "nan", "inf",
   "-inf". Returns the length; no 0 at the end. */
int number_write(double value, enum vtype type, char out[NUMBER_TEXT]);

/* Writes the digits of w; returns how many there are. */
int number_put(uint64_t w, char *out);

/* w·10^q as the nearest double when 64-bit arithmetic can tell which it is; false where it cannot, or where the
   result is not a normal number. */
bool number_from_decimal(uint64_t w, int q, double *value);

/* 10^q ≈ m·2^e with m in [2^63, 2^64), at most 2 units off, exact for 0 ≤ q ≤ 27; false outside -364 .. 335. */
bool number_power10(int q, uint64_t *m, int *e);
