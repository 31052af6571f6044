/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bench: the requests to the engine, and what follows from its measurements: an answer, pictures. */
#pragma once

#include "tui/lines/lines_parts.h"

struct model;

/* The options completed by `set`; an option of the command line overrides it. */
struct options bench_with_set(const struct lines *, const struct options *);
/* Whether their values are valid. False: *e. */
bool bench_check(struct lines *, const struct options *, struct err *);
/* The engine's command, of at most `size` bytes. ERR_USAGE: too long. */
bool bench_line(const struct options *, char *line, size_t size, struct err *);

/* A bench by this engine and by that of --compare-engine, in turns. ERR_SLOWER: this engine is slower by more than a
   share of the time (NAN: never). */
bool bench_builds(struct lines *, const struct options *, double threshold, struct err *);

/* Which kernel to use, for each problem with several runs in the model, and, if that is unclear, a command that tells
   more than the options did. */
void bench_answer(const struct lines *, const struct options *, const struct model *, int width, FILE *);

/* A bench of only this problem in which two kernels take turns, if that tells more. False: it does not. NULL: prints
   nothing. */
struct answer;
bool bench_put_turns(FILE *, int width, const struct lines *, const struct options *, const struct answer *);

/* The same bench with --until 1%. */
void bench_put_longer(FILE *, const struct lines *, const struct options *);

/* Draws the runs over `axes`, or (NULL) over the first of k, threads, the size and the parameters with several values:
   as SVG to a path that ends in .svg, else as text; "-": text on the standard output. ERR_INPUT, ERR_USAGE if nothing
   was measured. */
bool bench_plot(const struct model *, const char *axes, const char *path, struct err *);
/* The same for the rows of a table, as --plot and --axes say; those of the other engine are left out. */
bool bench_plot_rows(const json_t *rows, const struct options *, struct err *);
/* Whether the files of --plot and --group, and "X,Y" or "X" of --axes, can be drawn. Without the latter: whatever
   varies, the rate. ERR_USAGE. */
bool bench_plot_check(const struct options *, struct err *);
