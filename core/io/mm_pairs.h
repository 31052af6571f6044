/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mm_pairs: whether a file of a symmetric kind stores both (i, j) and (j, i). */
#ifndef NZ_MM_PAIRS_H
#define NZ_MM_PAIRS_H

#include "core/matrix/bucket.h"

/* True when no pair is stored from both sides; else ERR_INPUT and one such pair, i < j, 0-based. */
bool mm_pairs_check(const struct bucket_plan *plan, const struct coo *part, int64_t parts, const char *symmetry,
                    int32_t *i, int32_t *j, struct err *e);

#endif
