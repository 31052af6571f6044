/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/scrub.h"

size_t utf8_read(const unsigned char *s, size_t n, uint32_t *point)
{
    static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };
    size_t length = s[0] < 0x80 ? 1 : s[0] < 0xC2 ? 0 : s[0] < 0xE0 ? 2 : s[0] < 0xF0 ? 3 : s[0] < 0xF5 ? 4 : 0;

    if (length == 0 || length > n)
        return 0;
    uint32_t c = length == 1 ? s[0] : s[0] & (0x7Fu >> length);
    for (size_t i = 1; i < length; i++) {
        if ((s[i] & 0xC0) != 0x80)
            return 0;
        c = c << 6 | (s[i] & 0x3F);
    }
    *point = c;
    return c < least[length] || (c >= 0xD800 && c < 0xE000) || c > 0x10FFFF ? 0 : length;
}

/* Controls, line separators, and marks of text direction. */
static bool unfit(uint32_t c)
{
    return c < 0x20 || (c >= 0x7F && c < 0xA0) || c == 0x61C || c == 0xFEFF || (c >= 0x200B && c <= 0x200F) ||
           (c >= 0x2028 && c <= 0x202E) || (c >= 0x2060 && c <= 0x206F) || (c >= 0xFFF9 && c <= 0xFFFB);
}

static char *scrub(const char *in, size_t n, char *out, size_t size, bool path)
{
    const unsigned char *s = (const unsigned char *)in;
    size_t at = 0;

    for (size_t i = 0; i < n;) {
        uint32_t point = 0;
        size_t length = utf8_read(s + i, n - i, &point);
        bool bad = length == 0 || unfit(point);
        char odd[16];
        const char *put = in + i;
        size_t step = length ? length : 1, put_length = step;
        if (bad && path) {
            put_length = (size_t)snprintf(odd, sizeof odd, "%%%02X", s[i]);
            step = 1;
            put = odd;
        } else if (bad) {
            put = s[i] == '\t' ? " " : "\xEF\xBF\xBD";
            put_length = strlen(put);
        }
        if (at + put_length + 1 > size)
            break;
        memcpy(out + at, put, put_length);
        at += put_length;
        i += step;
    }
    if (size)
        out[at] = 0;
    return out;
}

char *scrub_text(const char *in, size_t n, char *out, size_t size)
{
    return scrub(in, n, out, size, false);
}

char *scrub_path(const char *in, char *out, size_t size)
{
    return scrub(in, strlen(in), out, size, true);
}
