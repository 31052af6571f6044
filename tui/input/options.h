/* SPDX-License-Identifier: GPL-3.0-or-later */
/* options: commands.list and options.list as tables; the words of a command, checked against them; help and completion;
   whether a command overwrites what it reads. */
#pragma once

#include "tui/link/take.h"

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

/* The name of a command that can be said there which is nearest to a mistyped one; NULL: none is near. */
const char *command_near(const char *name, enum place);

/* The place of a word among the choices of a command, "[a|b|c]"; -1: it is none of them; 0 where others also fit. */
int command_choice(enum tui_command, const char *word);

/* Whether there is a use for all n words after this name, "[SETTING [LIST] | size LIST SPEC]" being what it wants: 3.
   ERR_USAGE. */
bool command_uses(const char *name, const char *wants, char *const *word, int n, struct err *);

/* The same of a command of the screen, and whether the first word is one of its choices. */
bool command_check(enum tui_command, char *const *word, int n, struct err *);

/* What a command of the screen, or of the prompt, is called at the other place: "bench -k 1..64x2" for sweep, where
   `to` is PROMPT; NULL: it has no such name there. */
const char *command_there(const char *name, enum place to);

bool option_belongs(enum option, enum tui_command);
bool option_everywhere(enum option); /* belongs to every command */

/* As it is typed: "--cold", "-o". Returns out. */
enum { OPTION_TYPED = 40 };
const char *option_typed(enum option, char out[OPTION_TYPED]);

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

/* A command line that says the same, without an end of line: quoted for a shell. */
void options_put(FILE *, const struct options *, enum place);

/* Help on one command with its options, or (CMD_screen) the overview of those that can be said there. */
void help_print(FILE *, enum tui_command, enum place);

/* Calls add(word) for every word that can stand at `start` of `line`; PROMPT_PATHS where files can. `kernels`: the
   `kernel` events, an array; NULL: not known. */
void grammar_words(enum place, const char *line, int start, const json_t *kernels, void (*add)(const char *word));

/* Whether `kernels` matters at this place: an engine has to be asked for them. */
bool grammar_asks_kernels(const char *line, int start);

/* Whether everything that a command writes is apart from what it reads and from its other outputs; from the script and
   the recording of its session, the command line that nzscope was started with (NULL: this one); from the open matrix
   (NULL or "": none); and from former results. --force, here or there, permits all but two outputs in one file.
   ERR_USAGE. */
bool outputs_check(const struct options *, const struct options *session, const char *open, struct err *);

/* The same for one file that no option names. `session` may be NULL. */
bool outputs_check_file(const char *path, const struct options *session, const char *open, struct err *);

/* Whether a file may have this name: other programs go by it, and none reads text from a file of another format.
   ERR_USAGE says that the command writes `text`, and what to call it. */
bool outputs_named_as_text(const char *path, const struct options *, const char *text, const char *suffix,
                           struct err *);
