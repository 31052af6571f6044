/* SPDX-License-Identifier: GPL-3.0-or-later */
/* options: the words of a command, from the shell or from a prompt, checked against commands.list and options.list. */
#ifndef NZ_OPTIONS_H
#define NZ_OPTIONS_H

#include <stdint.h>
#include <stdio.h>

#include "core/base/err.h"

/* Where a command can be said; bits. */
enum place { SHELL = 1, PROMPT = 2, SCREEN = 4 };

enum tui_command {
    CMD_screen, /* no command word: the screen */
#define COMMAND(name, where, arguments, help) CMD_##name,
#include "tui/input/commands.list"
#undef COMMAND
    CMD_COUNT
};

struct tui_command_info {
    const char *name; /* "" for the screen */
    unsigned where;
    const char *arguments, *help;
};
extern const struct tui_command_info tui_commands[CMD_COUNT];

enum option {
#define OPTION(id, name, value, commands, help) OPT_##id,
#include "tui/input/options.list"
#undef OPTION
    OPT_COUNT
};

enum { OPTIONS_SETS = 16 };

struct options {
    enum tui_command command;
    const char *value[OPT_COUNT];  /* NULL: not given; "" for one without a value. The last one counts */
    const char *set[OPTIONS_SETS]; /* every --set */
    int sets;
    char **word; /* the other words, `words` of them, then NULL */
    int words;
};

/* Parses the words after the program's name (from the shell) or of a line. They must outlive *o. On the shell a first
   word that is no command belongs to the screen: a matrix. ERR_USAGE, with the nearest name where there is one. */
bool options_parse(char *const *word, int words, enum place, struct options *o, struct err *);
void options_free(struct options *);

/* Its name without dashes: "kernel", "k". */
const char *options_name(enum option);

/* A whole number in min..max, `fallback` when the option was not given. */
bool options_number(const struct options *, enum option, int64_t min, int64_t max, int64_t fallback, int64_t *out,
                    struct err *);

/* The value of --mem-limit: bytes ("8G", "1.5G", "500M", "8589934592"), or a share in (0, 1] ("50%"). */
bool options_size(const char *text, uint64_t *bytes, double *share, struct err *);

/* Help on one command with its options, or (CMD_screen) the overview of those that can be said there. */
void options_help(FILE *, enum tui_command, enum place);

/* The command of that name that can be said there; CMD_COUNT: none. */
enum tui_command options_command(const char *name, enum place);

/* Calls add("--name") for every option of the command, for completion. */
void options_complete(enum tui_command, void (*add)(const char *word));

#endif
