/* SPDX-License-Identifier: GPL-3.0-or-later */
/* problem: how runs differ, which were started together, and what several have in common. */
#pragma once

#include "tui/model/model.h"

/* How two runs can differ, as bits. */
enum {
    DIFFER_MATRIX = 1 << 0,
    DIFFER_ORDER = 1 << 1, /* of the rows */
    DIFFER_OP = 1 << 2,
    DIFFER_TYPE = 1 << 3,
    DIFFER_CACHE = 1 << 4,
    DIFFER_K = 1 << 5,
    DIFFER_THREADS = 1 << 6,
    DIFFER_KERNEL = 1 << 7,
    DIFFER_MACHINE = 1 << 8, /* this one, or a recording's */
    /* what is computed, for any matrix */
    DIFFER_WORK = DIFFER_OP | DIFFER_TYPE | DIFFER_CACHE | DIFFER_K,
    /* all but the kernel: kernels are compared on one problem */
    DIFFER_PROBLEM = DIFFER_MATRIX | DIFFER_ORDER | DIFFER_WORK | DIFFER_THREADS | DIFFER_MACHINE
};

/* The bits of these in which two runs differ. Threads count between runs of one kernel, and between kernels that have
   several: a serial one has no number of threads. */
unsigned problem_differ(const struct model_run *, const struct model_run *, unsigned bits);
/* The same for rows of a table, bit by bit; missing members are equal. */
unsigned problem_rows_differ(const json_t *, const json_t *, unsigned bits);
/* Whether they were given the same parameters, except `but`. */
bool problem_same_params(const struct model_run *, const struct model_run *, const char *but);
/* Whether the number of threads matters to the run: GPU kernels and serial ones ignore it. */
bool problem_has_team(const struct model_run *);
/* The first of the runs that were started together and end before run `to`: their numbers ascend. */
int problem_batch(const struct model *, int to);
/* Whether the run's problem, in these bits, is that of one of the runs from..to-1; thread counts must agree with a run
   that has a team, if there is one. */
bool problem_among(const struct model *, const struct model_run *, int from, int to, unsigned bits);

/* Appends "k=16 f32 ×4 cold rcm rec.": the run's own of these bits. */
void problem_tag(const struct model_run *, unsigned bits, char *out, size_t size);

/* Appends its parameters, except `but`, in which the runs of its kernel among these differ. */
void problem_tag_params(const struct model_run *, const struct model_run *const *run, int n, const char *but, char *out,
                        size_t size);

/* What runs have in common. All 0: no runs yet. */
struct common {
    const struct model_run *first, *team; /* team: the first with a team */
    unsigned differ;                      /* bits in which they differ */
};
void common_add(struct common *, const struct model_run *);
/* Appends "demo · mul · k=1 · f64 · 2 threads · rcm · cold": those of these bits in which all agree. */
void common_text(const struct common *, unsigned bits, char *out, size_t size);
