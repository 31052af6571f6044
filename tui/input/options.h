/* SPDX-License-Identifier: GPL-3.0-or-later */
/* options: commands.list and options.list as tables, and the words of a command checked against them. */
#pragma once

#include "tui/link/take.h"

/* Where a command is available; bits. */
enum context { SHELL = 1, PROMPT = 2, SCREEN = 4 };

enum tui_command {
    CMD_screen, /* no command word: the screen */
#define COMMAND(name, where, arguments, help) CMD_##name,
#include "tui/input/commands.list"
    CMD_COUNT
};

struct tui_command_info {
    const char *name; /* "" for the screen */
    unsigned where;
    const char *arguments, *help;
};
extern const struct tui_command_info tui_commands[CMD_COUNT];

/* The lines of commands.list: a command, or the heading of those that follow. */
struct command_row {
    const char *group; /* NULL: a command */
    enum tui_command command;
};
extern const struct command_row command_row[];
extern const int command_rows;

enum option {
#define OPTION(id, name, letter, value, commands, help) OPT_##id,
#include "tui/input/options.list"
    OPT_COUNT
};

struct option_info {
    const char *name;
    char letter;                  /* 0: none */
    const char *value;            /* the name of its value; "" for none */
    bool commands[CMD_COUNT + 1]; /* the commands it belongs to; at CMD_COUNT: all */
    const char *help;
};
extern const struct option_info option_table[OPT_COUNT];

/* What `set` can set for the next bench. */
enum { OPTION_SETTABLE = 8 };
extern const enum option option_settable[OPTION_SETTABLE];

/* The command of that name that is available there; CMD_COUNT: none. */
enum tui_command command_find(const char *name, enum context);

/* The available command nearest to a mistyped name; NULL: none is near. */
const char *command_near(const char *name, enum context);

/* The index of a word among the choices of a command, "[a|b|c]"; -1: not a choice; 0 if other words also fit. */
int command_choice(enum tui_command, const char *word);

/* Whether all n words after this name have a use; `wants` like "[SETTING [LIST] | size LIST SPEC]": 3. ERR_USAGE. */
bool command_uses(const char *name, const char *wants, char *const *word, int n, struct err *);

/* The same for a command of the screen; the first word must also be one of its choices. */
bool command_check(enum tui_command, char *const *word, int n, struct err *);

/* The equivalent of a command, perhaps with its first word, in the other context, screen or prompt: "bench -k 1..64x2"
   for sweep, with `to` PROMPT; NULL: none. */
const char *command_there(const char *line, enum context to);

bool option_belongs(enum option, enum tui_command);
bool option_everywhere(enum option); /* belongs to every command */

/* The option typed this way, "--cold" or "-o"; OPT_COUNT: none. */
enum option option_find(const char *typed);
/* As typed. Returns out. */
enum { OPTION_TYPED = 40 };
const char *option_typed(enum option, char out[OPTION_TYPED]);

enum { OPTIONS_SETS = 16 };

struct options {
    enum tui_command command;
    const char *value[OPT_COUNT];  /* NULL: absent; "" for one without a value. The last one counts */
    const char *set[OPTIONS_SETS]; /* every --set */
    int sets;
    char **word; /* the other words, `words` of them, then NULL */
    int words;
};

/* Parses the words after the program's name (from the shell) or of a line. They must outlive *o. In a shell, a first
   word that is not a command is a matrix for the screen. ERR_USAGE, with the nearest name if there is one. */
bool options_parse(char *const *word, int words, enum context, struct options *o, struct err *);
void options_free(struct options *);

/* An equivalent command line, without a line end, quoted for a shell. */
void options_put(FILE *, const struct options *, enum context);
