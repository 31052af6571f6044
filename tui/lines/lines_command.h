/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lines_command: the commands, a function each in lines_NAME.c, and their table. */
#ifndef NZ_LINES_COMMAND_H
#define NZ_LINES_COMMAND_H

#include "tui/lines/lines_state.h"

/* Whether the command is one of this front end and takes so many words. ERR_USAGE. */
bool lines_check(const struct options *, struct err *);

/* Whether `complete` needs the engine: for names of kernels. */
bool lines_complete_asks(const struct options *);

/* One parsed command. Returns its exit status, with the text for the user in *e unless it is 0 or everything has been
   said. */
int lines_do(struct lines *, const struct options *, struct err *);

typedef int lines_command(struct lines *, const struct options *, struct err *);
lines_command lines_info, lines_bench, lines_advise, lines_mul, lines_transpose, lines_show, lines_gen, lines_get,
    lines_pack, lines_list, lines_reorder, lines_open_command, lines_close_command, lines_prompt, lines_replay,
    lines_set, lines_diff, lines_roof, lines_tour, lines_complete, lines_report;

#endif
