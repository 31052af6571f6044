/* SPDX-License-Identifier: GPL-3.0-or-later */
/* symmetry: how much of a matrix is its own mirror image; a part of its statistics. */
#pragma once

#include "core/matrix/stats.h"

/* Fills diagonal, pattern_symmetry, value_symmetry and value_skew of *s, in O(m + n + nnz). Fails with ERR_MEMORY. */
bool symmetry_measure(const struct csr *a, struct stats *s, struct err *e);
