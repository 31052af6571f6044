/* SPDX-License-Identifier: GPL-3.0-or-later */
/* options: the words of a command, from the shell or from a prompt, checked against commands.list and options.list. */
#ifndef NZ_OPTIONS_H
#define NZ_OPTIONS_H

#include "core/base/err.h"
#include "tui/input/option_table.h"

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

#endif
