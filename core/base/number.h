/* SPDX-License-Identifier: GPL-3.0-or-later */
/* number: decimal text to double and back, correctly rounded both ways and independent of the locale. */
#pragma once

#include "core/base/vtype.h"

/* Input text must end with a line end, and this many bytes after it must be readable. */
enum { NUMBER_PAD = 16 };

/* Reads a decimal number, "inf", "infinity" or "nan" (any case, optional sign) at p, rounded to nearest, ties to even.
   Returns its end, NULL if there is none. Sets *overflow only where a finite number became ±Inf. */
const char *number_read(const char *p, double *value, bool *overflow);

/* Reads [+-]digits as the nearest double. Returns its end, NULL if there is none. */
const char *number_read_integer(const char *p, double *value, bool *overflow);

/* Parses a whole text as [-]digits; false if it is anything else, or exceeds 64 bits. */
bool number_parse(const char *text, int64_t *out);

/* Parses a whole text as a share, "3%" or "0.03"; false, leaving *out, if it is anything else. */
bool number_share(const char *text, double *out);

enum { NUMBER_TEXT = 40 };

/* Writes the shortest decimal that reads back as exactly this value, or "nan", "inf", "-inf"; returns its length. */
int number_write(double value, enum vtype type, char out[NUMBER_TEXT]);

/* Writes the digits of w; returns how many there are. */
int number_put(uint64_t w, char *out);

/* 10^q ≈ m·2^e with m in [2^63, 2^64), at most 2 units off, exact for 0 ≤ q ≤ 27; false outside -364 .. 335. */
bool number_power10(int q, uint64_t *m, int *e);
