/* SPDX-License-Identifier: GPL-3.0-or-later */
/* answer_parts: properties of runs that both the choice and its text need. */
#pragma once

#include "core/measure/interval.h"
#include "tui/verdict/answer.h"

/* Its name with the parameters that are not at their defaults: "cpu.csr.block ORDER=similar". */
enum { ANSWER_NAME = 200 };
void answer_whole_name(const struct model_run *, char out[ANSWER_NAME]);
bool answer_is_right(const struct model_run *);
/* Right, and with an interval. */
bool answer_is_solid(const struct model_run *);
bool answer_same_device(const struct model_run *, const struct model_run *);
/* Whether one run repeats the other; a kernel that chooses repeats its choice. */
bool answer_repeats(const struct model_run *, const struct model_run *);
/* Whether it says, besides, what to use on CSR alone. */
bool answer_offers_csr(const struct answer *);
bool answer_among(const struct answer_few *, const struct model_run *);
/* Whether the kernel of a run, or its choice, uses CSR. */
bool answer_run_takes_csr(const struct model *, const struct model_run *);
/* Whether its plan has A's rows in an order of its own. */
bool answer_is_ordered(const struct model_run *);
/* By their intervals; without, whether they are far apart all the same. */
enum compared answer_compare(const struct model_run *, const struct model_run *);
/* Drops candidates that lost a paired comparison; by: the number of the winner. */
void answer_settle(const struct model *, const struct model_run *const *, bool *candidate, int *by, int n);
/* The simplest of those that may be the fastest, on the device of the first: by CSR, else what is prepared fastest;
   none whose preparing takes thousands of products. NULL: there is but one. */
const struct model_run *answer_plain(const struct answer *);
/* Of the runs of this kernel with these parameters, the one that it prepared fastest: other programs only stretch that.
 */
const struct model_run *answer_prepared(const struct answer *, const struct model_run *);
/* What that cost, without choosing, in ms. NaN: unknown. */
double answer_cost(const struct answer *, const struct model_run *);
/* Appends that: after how many products it pays off against CSR, and against the library (", pays after 98 products
   against cpu.csr.block, after 41 against peer.mkl"), or, if that may never happen, how many products take as
   long (", preparing takes 2.00 ms, some 1.7 products of peer.mkl"). */
void answer_prepare_text(const struct answer *, const struct model_run *, char *out, size_t size);
