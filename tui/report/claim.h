/* SPDX-License-Identifier: GPL-3.0-or-later */
/* claim: whether a report's claims hold in the measurements and their intervals. */
#pragma once

#include "tui/report/report.h"
#include "tui/report/select.h"

enum claim_outcome { CLAIM_HOLDS, CLAIM_UNCLEAR, CLAIM_FAILS };
extern const char *const claim_word[]; /* "holds", "unclear", "fails" */

/* Whether `words` form a claim of this kind. ERR_INPUT. */
bool claim_check(enum report_kind, const char *words, struct err *);

/* Compares times per nonzero and column of X. Unclear if nothing could be compared. `evidence`: "17 of 21 faster, 2
   slower (cage4, olm1000), 2 unclear; 0.4 to 5.2 times". */
enum claim_outcome claim_judge(enum report_kind, const char *words, const struct pool *, char *evidence, size_t size);

/* All parts of a claim: holds if all hold, fails if one fails. */
enum claim_outcome claim_judge_all(const struct report_item *, const struct pool *, char *evidence, size_t size);
