/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/input/help.h"

#include "core/base/matrix_file.h"
#include "tui/canvas/canvas.h"

/* Text that begins in column `at`, over lines of 80 columns; those that follow begin in column `from`. */
static void put_broken(FILE *f, int at, int from, const char *text)
{
    int used, shown;
    for (; *text; text += used, at = from) {
        used = canvas_line(text, 80 - at, &shown);
        fprintf(f, "%.*s\n%*s", shown, text, text[used] ? from : 0, "");
    }
}

/* "nzscope list kernels|operations|…", broken after a | where that is too long. */
static void put_usage(FILE *f, const char *before, const struct tui_command_info *t, const char *behind)
{
    char text[400];
    size_t n = (size_t)snprintf(text, sizeof text - 1, "%s%s%s%s%s", before, t->name, *t->arguments ? " " : "",
                                t->arguments, behind);
    if (n > 80 && n < sizeof text - 1)
        for (char *at = text + 79; at > text; at--)
            if (*at == '|') {
                memmove(at + 2, at + 1, strlen(at));
                at[1] = ' ';
                break;
            }
    put_broken(f, 0, (int)strlen(before) + 4, text);
}

static void help_option(FILE *f, enum option i)
{
    char left[64];
    int n = option_table[i].letter ? snprintf(left, sizeof left, "-%c, ", option_table[i].letter) : 0;
    snprintf(left + n, sizeof left - (size_t)n, "--%s %s", option_table[i].name, option_table[i].value);
    if (strlen(option_table[i].name) == 1)
        snprintf(left, sizeof left, "-%c %s", option_table[i].letter, option_table[i].value);
    fprintf(f, "  %-22s ", left);
    put_broken(f, 25, 25, option_table[i].help);
}

/* The first sentence: `help COMMAND` has the others. */
static void put_brief(FILE *f, int from, const char *text)
{
    char brief[400];
    const char *end = strstr(text, ". ");
    snprintf(brief, sizeof brief, "%.*s", end ? (int)(end - text) : (int)sizeof brief - 1, text);
    put_broken(f, from, from, brief);
}

static void help_overview(FILE *f, enum context context)
{
    if (context == SHELL) {
        char file[400] = "";
        for (const char *const *s = matrix_file_suffixes; *s; s++)
            text_join(file, sizeof file, ", ", "%s", *s);
        text_add(file, sizeof file, ")");
        fputs("nzscope shows sparse matrices in the terminal, and runs kernels on them,\n"
              "checked, live on CPU and GPU.\n\n"
              "nzscope [MATRIX...]    the screen (? there explains it); alone: its picker\n"
              "MATRIX: a file (",
              f);
        put_broken(f, 16, 8, file);
        fputs("        a name of the catalogue (nzscope list matrices), for info and bench\n"
              "        also a set of it, S0 to S4\n"
              "        gen:SPEC, a generated one: gen:demo, gen:stencil5:100\n"
              "        -, except on the screen: one that comes in a pipe\n"
              "        lower:MATRIX: its lower triangle alone, as symmetric files store it\n\n",
              f);
    }
    for (enum tui_command c = CMD_screen + 1; c < CMD_COUNT; c++) {
        const struct tui_command_info *t = &tui_commands[c];
        if (t->where & context) {
            char left[96];
            if (snprintf(left, sizeof left, "%s %s", t->name, t->arguments) > 24) {
                put_usage(f, "  ", t, "");
                fprintf(f, "%27s", "");
            } else {
                fprintf(f, "  %-24s ", left);
            }
            put_brief(f, 27, t->help);
        }
    }
    if (context == SHELL) {
        fputs("\nWith any of them:\n", f);
        for (enum option i = 0; i < OPT_COUNT; i++)
            if (option_everywhere(i))
                help_option(f, i);
        fputs("\n`nzscope help COMMAND` lists the options of a command.\n", f);
    }
}

void help_print(FILE *f, enum tui_command c, enum context context)
{
    static const char *const before[] = { [SHELL] = "nzscope ", [PROMPT] = "", [SCREEN] = ":" };
    static const char *const behind[] = {
        [SHELL] = "", [PROMPT] = "   (a line of nzscope prompt)", [SCREEN] = "   (on the screen)"
    };
    if (c != CMD_screen) {
        const struct tui_command_info *t = &tui_commands[c];
        put_usage(f, before[context], t, behind[context]);
        fputs("    ", f);
        put_broken(f, 4, 4, t->help);
    } else {
        help_overview(f, context);
    }
    bool any = false;
    for (enum option i = 0; i < OPT_COUNT && (context == SHELL || c != CMD_screen); i++)
        if (option_belongs(i, c) && !option_everywhere(i)) {
            fputs(any ? "" : c == CMD_screen ? "\nOptions of the screen:\n" : "\n", f);
            help_option(f, i);
            any = true;
        }
}
