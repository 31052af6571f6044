/* SPDX-License-Identifier: GPL-3.0-or-later */
/* matrix_file: suffixes of matrix files, from readers.list. */
#pragma once

#include "core/base/std.h"

extern const char *const matrix_file_suffixes[]; /* those of packed files last; ends in NULL */

bool matrix_file_offered(const char *name);

/* Cuts off all suffixes, case ignored: "bcsstk13.mtx.gz" → "bcsstk13". */
void matrix_file_stem(char *name);
