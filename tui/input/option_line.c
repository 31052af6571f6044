/* SPDX-License-Identifier: GPL-3.0-or-later */
/* option_line: options as a command line that can be pasted. */
#include "tui/input/options.h"

/* Quotes a word for a shell. */
static void put_word(FILE *f, const char *word)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./:=,+@%-";
    if (*word && strspn(word, plain) == strlen(word)) {
        fprintf(f, " %s", word);
        return;
    }
    fputs(" '", f);
    for (; *word; word++)
        fputs(*word == '\'' ? "'\\''" : (const char[2]){ *word }, f);
    putc('\'', f);
}

void options_put(FILE *f, const struct options *o, enum context context)
{
    const char *name = tui_commands[o->command].name; /* "": the screen */
    fprintf(f, "%s%s%s", context == SHELL ? "nzscope" : "", context == SHELL && *name ? " " : "", name);
    for (int i = 0; i < o->words; i++)
        put_word(f, o->word[i]);
    for (enum option i = 0; i < OPT_COUNT; i++) {
        for (int j = 0; i == OPT_SET && j < o->sets; j++) {
            fputs(" --set", f);
            put_word(f, o->set[j]);
        }
        if (!o->value[i] || i == OPT_SET)
            continue;
        if (option_table[i].letter)
            fprintf(f, " -%c", option_table[i].letter);
        else
            fprintf(f, " --%s", option_table[i].name);
        if (option_table[i].value[0])
            put_word(f, o->value[i]);
    }
}
