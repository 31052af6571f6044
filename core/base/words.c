/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/words.h"

static const char blanks[] = " \t\n\r";

/* Copies one word from *in to *out, quotes removed. False when a quote stays open. */
static bool copy_word(const char **in, char **out)
{
    const char *s = *in;
    char *d = *out, quote = 0;
    for (; *s && (quote || !strchr(blanks, *s)); s++)
        if (quote ? *s == quote : *s == '\'' || *s == '"')
            quote = quote ? 0 : *s;
        else if (*s == '\\' && s[1] && (!quote || (quote == '"' && strchr("\"\\", s[1]))))
            *d++ = *++s;
        else
            *d++ = *s;
    *d++ = 0;
    *in = s;
    *out = d;
    return !quote;
}

bool words_split(const char *line, struct words *w, struct err *e)
{
    size_t length = strlen(line);
    /* a word takes at least one byte and a blank or the end: at most length/2 + 1 words */
    *w = (struct words){ .word = calloc(length / 2 + 2, sizeof *w->word), .text = malloc(length + 2) };
    if (!w->word || !w->text) {
        words_free(w);
        return err_nomem(e, "a command line", length);
    }
    char *out = w->text;
    for (;;) {
        line += strspn(line, blanks);
        if (!*line || *line == '#')
            return true;
        w->word[w->count++] = out;
        if (!copy_word(&line, &out)) {
            words_free(w);
            return err_set(e, ERR_USAGE, "unclosed quote");
        }
    }
}

void words_free(struct words *w)
{
    free(w->text);
    free(w->word);
    *w = (struct words){ 0 };
}
