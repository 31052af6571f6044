/* SPDX-License-Identifier: GPL-3.0-or-later */
/* file_word: words in a command to the engine, and which of them names a file. */
#include "core/protocol/command.h"
#include "tui/link/upload.h"

bool file_word_find(const char *line, size_t *from, size_t *to)
{
    static const struct {
        const char *verb, *before;
    } reading[] = {
        { "open ", " " }, { "show ", " " }, { "mul ", " x=" }, { "write ", " spec=" }, { "pack ", " spec=" },
    };
    for (size_t i = 0; i < COUNT(reading); i++) {
        const bool is = strncmp(line, reading[i].verb, strlen(reading[i].verb)) == 0;
        const char *at = is ? strstr(line, reading[i].before) : NULL;
        if (!at)
            continue;
        *from = (size_t)(at - line) + strlen(reading[i].before);
        while (strncmp(line + *from, "lower:", 6) == 0) /* the triangle of a file that is sent in full */
            *from += 6;
        *to = *from + strcspn(line + *from, " ");
        return true;
    }
    return false;
}

char *link_word(const char *word, char *out, size_t size)
{
    size_t n = 0;
    for (const unsigned char *s = (const unsigned char *)word; *s && n + 4 <= size; s++)
        if (*s <= ' ' || *s == 127 || *s == '%' || *s == '=')
            n += (size_t)snprintf(out + n, size - n, "%%%02X", *s);
        else
            out[n++] = (char)*s;
    out[n] = 0;
    return out;
}

void file_word_plain(const char *word, char *out, size_t size)
{
    snprintf(out, size, "%.*s", (int)strcspn(word, " "), word);
    command_unescape(out, NULL);
}
