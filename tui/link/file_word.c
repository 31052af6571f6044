/* SPDX-License-Identifier: GPL-3.0-or-later */
/* file_word: the name of a file in a command to the engine. */
#include "tui/link/upload.h"

#include <string.h>

bool file_word_find(const char *line, size_t *from, size_t *to)
{
    static const struct {
        const char *verb, *before;
    } reading[] = {
        { "open ", " " }, { "show ", " " }, { "mul ", " x=" }, { "write ", " spec=" }, { "pack ", " spec=" },
    };
    for (size_t i = 0; i < sizeof reading / sizeof *reading; i++) {
        const bool is = strncmp(line, reading[i].verb, strlen(reading[i].verb)) == 0;
        const char *at = is ? strstr(line, reading[i].before) : NULL;
        if (!at)
            continue;
        *from = (size_t)(at - line) + strlen(reading[i].before);
        *to = *from + strcspn(line + *from, " ");
        return true;
    }
    return false;
}

static int digit(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

void file_word_plain(const char *word, char *out, size_t size)
{
    size_t n = 0;
    for (; *word && *word != ' ' && n + 1 < size; word++) {
        const bool odd = *word == '%' && digit(word[1]) >= 0 && digit(word[2]) >= 0;
        out[n++] = odd ? (char)(16 * digit(word[1]) + digit(word[2])) : *word;
        word += odd ? 2 : 0;
    }
    out[n] = 0;
}
