/* SPDX-License-Identifier: GPL-3.0-or-later */
/* readme: prints a Markdown file with its lists of keys and commands written anew, between the lines that begin with
   `<!-- keys:` or `<!-- commands:` and `<!-- end -->`. */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "tui/input/keys.h"
#include "tui/input/options.h"

/* In a table `|` would end the cell. */
static void put_cell(const char *text)
{
    for (; *text; text++)
        if (*text == '|')
            fputs("\\|", stdout);
        else
            putchar(*text);
}

static void put_keys(void)
{
    printf("| key | in | does |\n|---|---|---|\n");
    for (int i = 0; i < key_bindings; i++) {
        const struct binding *b = &key_table[i];
        if (!b->help[0])
            continue;
        printf("| ");
        for (const char *p = b->keys; *p; p += strspn(p, " ")) {
            int n = (int)strcspn(p, " ");
            printf("%s`%.*s`", p == b->keys ? "" : " ", n, p);
            p += n;
        }
        printf(" | %s | ", b->view);
        put_cell(b->help);
        printf(" |\n");
    }
}

static void put_commands(void)
{
    static const struct {
        enum place place;
        const char *word;
    } places[] = { { SHELL, "shell" }, { PROMPT, "prompt" }, { SCREEN, "screen" } };
    printf("| command | where | does |\n|---|---|---|\n");
    for (int i = 0; i < CMD_COUNT; i++) {
        const struct tui_command_info *c = &tui_commands[i];
        const char *gap = "";
        if (!c->name[0])
            continue;
        printf("| `%s", c->name);
        if (c->arguments[0])
            printf(" ");
        put_cell(c->arguments);
        printf("` | ");
        for (size_t j = 0; j < sizeof places / sizeof *places; j++)
            if (c->where & places[j].place) {
                printf("%s%s", gap, places[j].word);
                gap = ", ";
            }
        printf(" | ");
        put_cell(c->help);
        printf(" |\n");
    }
}

int main(int argc, char **argv)
{
    char line[4096];
    bool skipping = false;
    FILE *f = argc == 2 ? fopen(argv[1], "r") : NULL;
    if (!f) {
        fprintf(stderr, "readme: name a Markdown file\n");
        return 2;
    }
    while (fgets(line, sizeof line, f)) {
        bool keys = strncmp(line, "<!-- keys:", 10) == 0, commands = strncmp(line, "<!-- commands:", 14) == 0;
        skipping &= strncmp(line, "<!-- end -->", 12) != 0;
        if (!skipping)
            fputs(line, stdout);
        if (keys)
            put_keys();
        if (commands)
            put_commands();
        skipping |= keys || commands;
    }
    fclose(f);
    return 0;
}
