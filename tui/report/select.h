/* SPDX-License-Identifier: GPL-3.0-or-later */
/* select: selects measurements: "cpu.csr.*,gpu.* k=64 threads={cores} row_mean>=8". A word without a comparison is a
   list of kernels, globs allowed. Other words compare a column of bench, a parameter of the kernel, or a fact of the
   matrix (row_mean, row_std, row_max; spread: deviation over mean) with a number or with names; = accepts several.
   Threads are those of the CPU: on a GPU any number matches. Also: which published result stands beside a measurement,
   and whether a report's claim holds. */
#pragma once

#include <jansson.h>

#include "core/catalog/published.h"
#include "tui/report/report.h"

/* Measurements, each with the event of its matrix, and the value of {cores}: the processors of their machine. */
struct pool {
    json_t *pair; /* [measurement, matrix]… */
    int cores;
};

const json_t *pool_run(const struct pool *, size_t i); /* the i-th measurement */

bool select_check(const char *text, struct err *);
/* Whether pair i of the pool is selected. */
bool select_pair(const char *text, const struct pool *, size_t i);
/* Whether the text compares this name with anything. */
bool select_names(const char *text, const char *name);

/* The published results of a source ("*": any) as measurements: times are taken as exact; `published` of each is its
   row. `cores`: the most threads of any. */
struct pool beside_published(const struct published *, const char *source);

/* The published result for pair i of ours: the same matrix (or our twin of it), operation, k and kernel, with the
   parameters that make it the report's; of several selected numbers of threads (select.h), the largest. NULL: none. */
const struct published_row *beside_row(const struct published *, const char *source, const struct pool *ours,
                                       const char *meant, size_t i);

/* Uses the base of published speedups for ours: the serial kernel of the same format, if it was measured. */
void beside_base(struct pool *);

enum claim_outcome { CLAIM_HOLDS, CLAIM_UNCLEAR, CLAIM_FAILS };
extern const char *const claim_word[]; /* "holds", "unclear", "fails" */

/* Whether `words` form a claim of this kind. ERR_INPUT. */
bool claim_check(enum report_kind, const char *words, struct err *);

/* Compares times per nonzero and column of X. Unclear if nothing could be compared. `evidence`: "17 of 21 faster, 2
   slower (cage4, olm1000), 2 unclear; 0.4 to 5.2 times". */
enum claim_outcome claim_judge(enum report_kind, const char *words, const struct pool *, char *evidence, size_t size);

/* All parts of a claim: holds if all hold, fails if one fails. */
enum claim_outcome claim_judge_all(const struct report_item *, const struct pool *, char *evidence, size_t size);
