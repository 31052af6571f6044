/* SPDX-License-Identifier: GPL-3.0-or-later */
/* show: a small matrix or vector as text, every entry of it. */
#pragma once

#include "core/io/mm_write.h"

enum { SHOW_COLUMNS = 20, SHOW_ENTRIES = 100000 };

/* Whether it is small enough to be printed; else ERR_USAGE. */
bool show_allowed(const struct matrix *, struct err *);

/* One line that says what it is; then rows and columns, with '.' where there is no entry, while there are at most
   SHOW_COLUMNS columns; else one line "row column value" for each entry, numbered from 1. */
bool show_matrix(const struct matrix *, struct mm_sink, struct err *);
