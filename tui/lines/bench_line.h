/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bench_line: what a bench asks the engine for. */
#ifndef NZ_BENCH_LINE_H
#define NZ_BENCH_LINE_H

#include "tui/lines/lines_state.h"

/* The options with what `set` has set; an option of the command line overrides that. */
struct options bench_with_set(const struct lines *, const struct options *);
/* Whether their values can be asked for. False: *e. */
bool bench_check(struct lines *, const struct options *, struct err *);
/* The command for the engine, of `size` bytes. ERR_USAGE: it would be too long. */
bool bench_line(const struct options *, char *line, size_t size, struct err *);

#endif
