/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clipboard: ESC ] 52 ; c ; BASE64 BEL, xterm's control sequences. */
#include "core/base/base64.h"
#include "tui/screen/curses_screen.h"

char *clipboard_sequence(const char *text)
{
    static const char begin[] = "\033]52;c;";
    const size_t n = strlen(text);
    char *out = malloc(sizeof begin + BASE64_SIZE(n));
    if (!out)
        return NULL;
    strcpy(out, begin);
    base64_encode(text, n, out + strlen(begin));
    return strcat(out, n % 3 == 0 ? "\a" : n % 3 == 1 ? "==\a" : "=\a");
}
