/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clipboard: ESC ] 52 ; c ; BASE64 BEL, xterm's control sequences. */
#include "tui/screen/curses_screen.h"

char *clipboard_sequence(const char *text)
{
    static const char digit[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const unsigned char *at = (const unsigned char *)text;
    const size_t length = strlen(text), room = length / 3 * 4 + 16;
    char *out = malloc(room), *to = out;
    if (!out)
        return NULL;
    to += snprintf(out, room, "\033]52;c;");
    for (size_t i = 0; i < length; i += 3) {
        const unsigned rest = (unsigned)(length - i < 3 ? length - i : 3);
        const unsigned bits =
            (unsigned)at[i] << 16 | (rest > 1 ? (unsigned)at[i + 1] << 8 : 0) | (rest > 2 ? at[i + 2] : 0);
        for (unsigned d = 0; d < 4; d++)
            *to++ = d > rest ? '=' : digit[bits >> (18 - 6 * d) & 63];
    }
    strcpy(to, "\a");
    return out;
}
