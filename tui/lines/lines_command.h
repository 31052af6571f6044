/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lines_command: the commands, one function each, the long ones in lines_NAME.c, their table, and what they share. */
#pragma once

#include "core/catalog/published.h"
#include "tui/lines/lines_parts.h"

/* Whether the command belongs to this front end and accepts this many words. ERR_USAGE. */
bool lines_check(const struct options *, struct err *);

/* Whether `complete` needs the engine, for names of kernels. */
bool lines_complete_asks(const struct options *);
/* Whether the word may be a name of the engine: of a kernel, or of a parameter. */
bool lines_help_asks(const struct options *);

/* Executes one parsed command. False: e->code is the exit status, and e->text is for the user unless printed. */
bool lines_do(struct lines *, const struct options *, struct err *);

typedef bool lines_command(struct lines *, const struct options *, struct err *);
lines_command lines_info, lines_bench, lines_advise, lines_mul, lines_transpose, lines_show, lines_gen, lines_pack,
    lines_list, lines_reorder, lines_open_command, lines_close_command, lines_prompt, lines_diff, lines_complete,
    lines_report, lines_help;

/* Does it with each matrix that the words name, or with the open one; one that fails does not stop the others, and the
   first error is the status. With --json it fills `list`, which is printed at the end. */
typedef bool lines_one(struct lines *, const struct options *, const char *matrix, json_t *list, struct err *);
bool lines_each(struct lines *, const struct options *, lines_one *, struct err *);

/* The default of a kernel's parameter: its choice where it has choices, else the number. A new reference. */
json_t *lines_initial(const json_t *param);

/* Published measurements, as in `list published`: a new array; NULL: *e says why. */
json_t *lines_published(struct lines *, struct err *);

/* The name under which results on this matrix are published (published_name). */
const char *lines_published_name(const struct published *, const char *name, const json_t *matrix);
/* Those on the open matrix; NULL: none. The same as a table below the matrix's facts, the rule of thumb checked. */
json_t *lines_published_here(const struct lines *);
void lines_print_published(const json_t *, const json_t *matrix);
