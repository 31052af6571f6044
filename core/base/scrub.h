/* SPDX-License-Identifier: GPL-3.0-or-later */
/* scrub: makes foreign text safe to display; called once, where the text enters. */
#pragma once

#include "core/base/std.h"

/* Reads one character; returns its length, 0 where the bytes are not valid UTF-8 (RFC 3629). */
size_t utf8_read(const unsigned char *s, size_t n, uint32_t *point);

/* Copies n bytes as valid UTF-8 without control and bidirectional characters: a tab becomes a blank, any other unfit
   byte becomes U+FFFD. Cut between characters to fit `size`, terminated by a 0. Returns out. */
char *scrub_text(const char *in, size_t n, char *out, size_t size);

enum { SCRUB_GROWTH = 3 }; /* a bad byte becomes the three bytes of U+FFFD */

/* The same for a path, but bad bytes become %XX. */
char *scrub_path(const char *in, char *out, size_t size);
