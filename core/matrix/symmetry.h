/* SPDX-License-Identifier: GPL-3.0-or-later */
/* symmetry: how far a matrix equals its transpose. */
#pragma once

#include "core/matrix/stats.h"

/* Fills diagonal, pattern_symmetry, value_symmetry and value_skew of *s in O(m + n + nnz). ERR_MEMORY. */
bool symmetry_measure(const struct csr *a, struct stats *s, struct err *e);
