/* SPDX-License-Identifier: GPL-3.0-or-later */
/* command: a parsed line of the protocol: a verb, words, name=value arguments, lists of numbers. */
#pragma once

#include "core/base/err.h"

enum verb {
#define COMMAND(verb, arguments, help) VERB_##verb,
#include "core/protocol/commands.list"
    VERB_COUNT
};

struct command_info {
    const char *verb, *arguments, *help;
    bool look; /* also answered between two runs */
};
extern const struct command_info command_table[VERB_COUNT];

/* Whether the line, which need not be parsed, is such a command. */
bool command_is_look(const char *line);

enum { COMMAND_LINE_MAX = 1 << 20, COMMAND_ARGUMENTS = 64, COMMAND_LIST = 256 };

/* The largest numbers in commands: columns of X, threads, bins of `histogram`. */
enum { COMMAND_K_MAX = 1 << 20, COMMAND_THREADS_MAX = 1024, COMMAND_BINS_MAX = 256 };

struct command {
    int number;     /* its number among the lines sent, from 1 */
    enum verb verb; /* VERB_COUNT: an invalid line, see `wrong` */
    struct err wrong;
    size_t size; /* bytes that it takes in the queue */
    int words, arguments;
    char *word[COMMAND_ARGUMENTS];
    struct {
        char *name, *value;
    } argument[COMMAND_ARGUMENTS];
    struct command *next;
    char text[]; /* what the pointers above point to */
};

/* Parses a line of `length` arbitrary bytes, without the newline. NULL: blank, or out of memory. An invalid line is
   also a command, and is answered in turn. */
struct command *command_parse(const char *line, size_t length);

/* Decodes the %XX of a word in place; the result must not contain a NUL byte. ERR_USAGE. */
bool command_unescape(char *word, struct err *);

/* A command that only carries an error. */
struct command *command_wrong(const char *why);
void command_free(struct command *);

/* The value of an argument, the last one if repeated; NULL if absent. */
const char *command_value(const struct command *, const char *name);

/* An integer in min..max; `fallback` if absent. */
bool command_number(const struct command *, const char *name, int64_t min, int64_t max, int64_t fallback, int64_t *out,
                    struct err *);

/* Two integers "I,J" ≥ 0; *out is unchanged if absent. */
bool command_pair(const struct command *, const char *name, int64_t out[2], struct err *);

struct list {
    int count;
    int64_t value[COMMAND_LIST];
};

/* "1,2,4", "1..16", "1..256x2" (1, 2, 4, … 256) or a mix, all in min..max. With `choices`, ending in NULL: names of 0,
   1, … instead of numbers. `name` is for messages. */
bool list_parse(const char *name, const char *text, int64_t min, int64_t max, const char *const *choices,
                struct list *out, struct err *);
