/* SPDX-License-Identifier: GPL-3.0-or-later */
/* option_table: commands.list and options.list as tables. */
#ifndef NZ_OPTION_TABLE_H
#define NZ_OPTION_TABLE_H

#include <stdbool.h>

/* Where a command can be said; bits. */
enum place { SHELL = 1, PROMPT = 2, SCREEN = 4 };

enum tui_command {
    CMD_screen, /* no command word: the screen */
#define COMMAND(name, where, arguments, help) CMD_##name,
#define GROUP(name)
#include "tui/input/commands.list"
#undef COMMAND
#undef GROUP
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
#undef OPTION
    OPT_COUNT
};

struct option_info {
    const char *name;
    char letter;                  /* 0: none */
    const char *value;            /* what its value is called; "" for none */
    bool commands[CMD_COUNT + 1]; /* those it belongs to; at CMD_COUNT: all of them */
    const char *help;
};
extern const struct option_info option_table[OPT_COUNT];

/* What `set` can set for the next bench. */
enum { OPTION_SETTABLE = 8 };
extern const enum option option_settable[OPTION_SETTABLE];

/* The command of that name that can be said there; CMD_COUNT: none. */
enum tui_command command_find(const char *name, enum place);

bool option_belongs(enum option, enum tui_command);
bool option_everywhere(enum option); /* belongs to every command */

/* As it is typed: "--cold", "-o". Returns out. */
enum { OPTION_TYPED = 40 };
const char *option_typed(enum option, char out[OPTION_TYPED]);

#endif
