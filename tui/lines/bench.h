/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bench: the requests to the engine, and what follows from its measurements: means, a verdict, pictures. */
#pragma once

#include "tui/lines/lines_parts.h"

struct model;
struct row_table;
struct summary;
struct pivot;

/* The options completed by `set`; an option of the command line overrides it. */
struct options bench_with_set(const struct lines *, const struct options *);
/* Whether their values are valid. False: *e. */
bool bench_check(struct lines *, const struct options *, struct err *);
/* The engine's command, of at most `size` bytes. ERR_USAGE: too long. */
bool bench_line(const struct options *, char *line, size_t size, struct err *);

/* A bench by this engine and by that of --compare-engine, in turns. ERR_SLOWER: this engine is slower by more than a
   share of the time (NAN: never). */
bool bench_builds(struct lines *, const struct options *, double threshold, struct err *);

struct summary *summary_new(const char *mean); /* "hmean": harmonic, "gmean": geometric; NULL: out of memory */
void summary_add(struct summary *, const json_t *measurement);

/* Adds one row for each kernel, operation, type, k, device, threads and parameters: `matrix` is the name of the mean,
   `samples` the number of matrices, gflops (gnnzs for a transposition) the mean, `status` is "summary". */
void summary_rows(struct summary *, struct row_table *);

/* How many such means there are, and the i-th as a measurement: as if of one matrix with the work of the first. */
int summary_groups(struct summary *);
json_t *summary_mean(struct summary *, int i);

/* The verdict on the means of a problem, at the i-th mean if that is the first of its operation, type and k: "hmean of
   6 matrices, mul f64 k=1: best cpu.csr.omp NZ_PER_CHUNK=4096, 3.21 GFLOPS", or that there is no best because intervals
   overlap; "" at other means, and if nothing is compared. Means over fewer matrices than others do not count. Sets
   *doubts if there is no best. False: there is no i-th. */
bool summary_best(struct summary *, int i, char *text, size_t size, bool *doubts);
void summary_free(struct summary *);

/* From an array of ok measurements of a matrix: notes below the table, one per problem and one for the rule; `matrix`
   is its event. False: the fastest of a problem are in doubt. */
bool verdict_write(const json_t *measured, const json_t *matrix, struct row_table *);

/* Which kernel to use, for each problem with several runs in the model, and, if that is unclear, a command that tells
   more than the options did. */
void bench_answer(const struct lines *, const struct options *, const struct model *, int width, FILE *);

/* The same bench with --until 1%. */
void bench_put_longer(FILE *, const struct lines *, const struct options *);

/* Draws the runs over `axes`, or (NULL) over the first of k, threads, the size and the parameters with several values:
   as SVG to a path that ends in .svg, else as text; "-": text on the standard output. ERR_INPUT, ERR_USAGE if nothing
   was measured. */
bool bench_plot(const struct model *, const char *axes, const char *path, struct err *);
/* Whether `axes`, "X,Y" or "X" from --axes, can be drawn. NULL: whatever varies, the rate. ERR_USAGE. */
bool bench_plot_check(const char *axes, struct err *);

/* As SVG, one file per table: A.svg, A-2.svg. ERR_INPUT, ERR_USAGE if nothing was measured. */
bool bench_group_write(struct pivot *, const char *path, struct err *);
