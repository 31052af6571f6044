/* SPDX-License-Identifier: GPL-3.0-or-later */
/* base64: bytes as one word of text (RFC 4648, without padding). */
#pragma once

#include "core/base/std.h"

/* Characters for n bytes, the terminating 0 included. */
#define BASE64_SIZE(n) (((n) + 2) / 3 * 4 + 1)

/* Writes BASE64_SIZE(n) characters at most; returns out. */
char *base64_encode(const void *bytes, size_t n, char *out);
/* Decodes text in place into *n bytes; false: it is not base64. */
bool base64_decode(char *text, size_t *n);
