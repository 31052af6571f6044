/* SPDX-License-Identifier: GPL-3.0-or-later */
/* show: prints a small matrix or vector in full. */
#pragma once

#include "core/io/mm_write.h"

enum { SHOW_COLUMNS = 20, SHOW_ENTRIES = 100000 };

/* Whether it is small enough; else ERR_USAGE. */
bool show_allowed(const struct matrix *, struct err *);

/* Prints a line that says what it is; then rows and columns with '.' for no entry, up to SHOW_COLUMNS columns, else a
   line "row column value" for each entry, counted from 1. */
bool show_matrix(const struct matrix *, struct mm_sink, struct err *);
