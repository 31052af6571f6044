/* SPDX-License-Identifier: GPL-3.0-or-later */
/* help: the help of a command and the overview of all, from the lists of commands and options. */
#include "tui/input/options.h"

#include <string.h>

#include "core/base/matrix_file.h"
#include "tui/canvas/canvas.h"

/* Text that begins in column `from`, over lines of 80 columns. */
static void put_wrapped(FILE *f, int from, const char *text)
{
    int used, shown;
    for (; *text; text += used) {
        used = canvas_line(text, 80 - from, &shown);
        fprintf(f, "%.*s\n%*s", shown, text, text[used] ? from : 0, "");
    }
}

static void help_option(FILE *f, enum option i)
{
    char left[64];
    int n = option_table[i].letter ? snprintf(left, sizeof left, "-%c, ", option_table[i].letter) : 0;
    snprintf(left + n, sizeof left - (size_t)n, "--%s %s", option_table[i].name, option_table[i].value);
    if (strlen(option_table[i].name) == 1)
        snprintf(left, sizeof left, "-%c %s", option_table[i].letter, option_table[i].value);
    fprintf(f, "  %-22s ", left);
    put_wrapped(f, 25, option_table[i].help);
}

static void help_overview(FILE *f, enum place place)
{
    if (place == SHELL) {
        fputs("nzscope shows sparse matrices in the terminal, and runs kernels on them,\n"
              "checked, live on CPU and GPU.\n\n"
              "nzscope [MATRIX...]    the screen (? there explains it); with no argument, its picker\n"
              "MATRIX: a file (",
              f);
        for (const char *const *s = matrix_file_suffixes; *s; s++)
            fprintf(f, "%s%s", *s, s[1] ? ", " : "");
        fputs("),\n        a name of the catalogue (nzscope list matrices), for info and bench\n"
              "        also a set of it, S0 to S4, or gen:SPEC: gen:demo, gen:stencil5:100\n"
              "        lower:MATRIX: its lower triangle alone, as symmetric files store it\n\n",
              f);
    }
    for (enum tui_command c = CMD_screen + 1; c < CMD_COUNT; c++) {
        const struct tui_command_info *t = &tui_commands[c];
        if (t->where & place) {
            char left[96];
            snprintf(left, sizeof left, "%s %s", t->name, t->arguments);
            fprintf(f, strlen(left) > 24 ? "  %s\n%27s" : "  %-24s%.0s ", left, "");
            put_wrapped(f, 27, t->help);
        }
    }
    if (place == SHELL) {
        fputs("\nWith any of them:\n", f);
        for (enum option i = 0; i < OPT_COUNT; i++)
            if (option_everywhere(i))
                help_option(f, i);
        fputs("\n`nzscope help COMMAND` tells the options of a command.\n", f);
    }
}

void help_print(FILE *f, enum tui_command c, enum place place)
{
    if (c != CMD_screen) {
        const struct tui_command_info *t = &tui_commands[c];
        fprintf(f, "%s%s%s%s%s\n    ",
                place == SHELL    ? "nzscope "
                : place == SCREEN ? ":"
                                  : "",
                t->name, *t->arguments ? " " : "", t->arguments,
                place == SHELL    ? ""
                : place == SCREEN ? "   (on the screen)"
                                  : "   (a line of nzscope prompt)");
        put_wrapped(f, 4, t->help);
    } else {
        help_overview(f, place);
    }
    bool any = false;
    for (enum option i = 0; i < OPT_COUNT && (place == SHELL || c != CMD_screen); i++) {
        if (option_belongs(i, c) && !option_everywhere(i)) {
            fputs(any ? "" : c == CMD_screen ? "\nOptions of the screen:\n" : "\n", f);
            help_option(f, i);
            any = true;
        }
    }
}
