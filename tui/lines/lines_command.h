/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lines_command: the commands, a function each in lines_NAME.c, their table, and what they have of each other. */
#pragma once

#include "tui/lines/lines_parts.h"

/* Whether the command is one of this front end and takes so many words. ERR_USAGE. */
bool lines_check(const struct options *, struct err *);

/* Whether `complete` needs the engine: for names of kernels. */
bool lines_complete_asks(const struct options *);

/* One parsed command. False: e->code is the exit status, and e->text is for the user unless all has been said. */
bool lines_do(struct lines *, const struct options *, struct err *);

typedef bool lines_command(struct lines *, const struct options *, struct err *);
lines_command lines_info, lines_bench, lines_advise, lines_mul, lines_transpose, lines_show, lines_gen, lines_get,
    lines_pack, lines_list, lines_reorder, lines_open_command, lines_close_command, lines_prompt, lines_replay,
    lines_diff, lines_complete, lines_report;

/* Prints two to six matrices beside each other; where the terminal is narrow, the first one beside some of the others,
   and again beside the next ones. */
bool lines_beside(struct lines *, const struct options *, const struct matrix_words *, struct err *);

/* What reports have measured elsewhere, as `list published` shows it: a new array; NULL: *e says why. */
json_t *lines_published(struct lines *, struct err *);

/* The same on the open matrix; NULL: nothing. And as a table below what else is known of it, with what this says to the
   rule of thumb for such rows. */
json_t *lines_published_here(const struct lines *);
void lines_print_published(const json_t *, const json_t *matrix);

/* The processors as `list threads` shows them: a new array; NULL: *e says why. */
json_t *lines_processors(struct lines *, struct err *);

/* Adds what the engine has reported of a device's processors to its object. */
void lines_topology(const struct lines *, json_t *device);
