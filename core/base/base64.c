/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/base64.h"

static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

char *base64_encode(const void *bytes, size_t n, char *out)
{
    const unsigned char *b = bytes;
    char *to = out;
    for (size_t i = 0; i < n; i += 3) {
        const size_t left = n - i < 3 ? n - i : 3;
        uint32_t three = (uint32_t)b[i] << 16;
        three |= left > 1 ? (uint32_t)b[i + 1] << 8 : 0;
        three |= left > 2 ? b[i + 2] : 0;
        for (size_t j = 0; j <= left; j++)
            *to++ = digits[three >> (18 - 6 * j) & 63];
    }
    *to = 0;
    return out;
}

bool base64_decode(char *text, size_t *n)
{
    const size_t length = strlen(text);
    char *to = text;
    for (size_t i = 0; i < length; i += 4) {
        const size_t left = length - i < 4 ? length - i : 4;
        uint32_t three = 0;
        for (size_t j = 0; j < left; j++) {
            const char *digit = strchr(digits, text[i + j]);
            if (!digit || left == 1) /* a single character holds no whole byte */
                return false;
            three |= (uint32_t)(digit - digits) << (18 - 6 * j);
        }
        for (size_t j = 0; j + 1 < left; j++)
            *to++ = (char)(three >> (16 - 8 * j));
    }
    *n = (size_t)(to - text);
    return true;
}
