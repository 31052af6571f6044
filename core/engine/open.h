/* SPDX-License-Identifier: GPL-3.0-or-later */
/* open: opens what a user names: a file, a matrix of the catalogue, gen:SPEC or lower:MATRIX. */
#pragma once

#include "core/base/progress.h"
#include "core/matrix/matrix.h"

/* With at most `limit` bytes of memory. */
bool matrix_open(const char *spec, uint64_t limit, const struct progress *p, struct matrix *a, struct err *e);
