/* SPDX-License-Identifier: GPL-3.0-or-later */
/* open: from what a user names, a file, a matrix of the catalogue or gen:SPEC, to a matrix. */
#pragma once

#include "core/base/progress.h"
#include "core/matrix/matrix.h"

/* Opens a file, a matrix of the catalogue or gen:SPEC into *a, with at most `limit` bytes of memory. */
bool matrix_open(const char *spec, uint64_t limit, const struct progress *p, struct matrix *a, struct err *e);
