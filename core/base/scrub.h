/* SPDX-License-Identifier: GPL-3.0-or-later */
/* scrub: makes text from outside safe to show; used once, where it enters. */
#pragma once

#include "core/base/std.h"

/* Copies n bytes as valid UTF-8 without control and bidirectional characters: a tab becomes a blank, whatever else is
   not fit to show U+FFFD. Cut between characters to fit `size`; always ends in a 0. Returns out. */
char *scrub_text(const char *in, size_t n, char *out, size_t size);

enum { SCRUB_GROWTH = 3 }; /* a bad byte becomes the three of U+FFFD */

/* The same for a file name or path, but an odd byte is shown as %XX. */
char *scrub_path(const char *in, char *out, size_t size);
