/* SPDX-License-Identifier: GPL-3.0-or-later */
/* problem: in what runs differ, which were begun together, and what several have in common. */
#pragma once

#include "tui/model/model.h"

/* In what two runs can differ, as bits. */
enum {
    DIFFER_MATRIX = 1 << 0,
    DIFFER_ORDER = 1 << 1, /* of the rows */
    DIFFER_OP = 1 << 2,
    DIFFER_TYPE = 1 << 3,
    DIFFER_CACHE = 1 << 4,
    DIFFER_K = 1 << 5,
    DIFFER_THREADS = 1 << 6,
    DIFFER_KERNEL = 1 << 7,
    DIFFER_MACHINE = 1 << 8, /* this one, or that of a recording beside its runs */
    /* what is computed, of whatever matrix */
    DIFFER_WORK = DIFFER_OP | DIFFER_TYPE | DIFFER_CACHE | DIFFER_K,
    /* all but the kernel: kernels are compared on one problem */
    DIFFER_PROBLEM = DIFFER_MATRIX | DIFFER_ORDER | DIFFER_WORK | DIFFER_THREADS | DIFFER_MACHINE
};

/* The bits of these in which two runs differ. Threads count between runs of one kernel, and between kernels that have
   several: a serial one has no number of threads. */
unsigned problem_differ(const struct model_run *, const struct model_run *, unsigned bits);
/* The same of rows of a table, bit by bit: missing members are alike. */
unsigned problem_rows_differ(const json_t *, const json_t *, unsigned bits);
/* Whether they were given the same parameters, that of this name aside. */
bool problem_same_params(const struct model_run *, const struct model_run *, const char *but);
/* Whether the number of threads matters to the run: GPU kernels and serial ones ignore it. */
bool problem_has_team(const struct model_run *);
/* The first of the runs that were begun together and end before run `to`: they are numbered upwards. */
int problem_batch(const struct model *, int to);
/* Whether the run's problem is that of one of the runs from..to-1, the bits aside that are not given: with as many
   threads as a run that has several, if one has. */
bool problem_among(const struct model *, const struct model_run *, int from, int to, unsigned bits);

/* Appends "k=16 f32 ×4 cold rcm rec.": the run's own of these bits. */
void problem_tag(const struct model_run *, unsigned bits, char *out, size_t size);

/* Appends its parameters, that of this name aside, in which the runs of its kernel among these differ. */
void problem_tag_params(const struct model_run *, const struct model_run *const *run, int n, const char *but, char *out,
                        size_t size);

/* What runs have in common. All 0: there is none yet. */
struct common {
    const struct model_run *first, *team; /* team: the first that has one */
    unsigned differ;                      /* in what not all are alike */
};
void common_add(struct common *, const struct model_run *);
/* Appends "demo · mul · k=1 · f64 · 2 threads · rcm · cold": those of these bits in which all are alike. */
void common_text(const struct common *, unsigned bits, char *out, size_t size);
