/* SPDX-License-Identifier: GPL-3.0-or-later */
/* division: how a kernel divides the rows of A among threads or blocks of threads, for people to look at. */
#pragma once

#include "core/measure/kernel.h"

C_NAMES_BEGIN

/* Units of consecutive rows. `rows` > 0: each has so many, the last one fewer. Else all hold as many rows and entries
   together, within one row, or exactly as many where units begin inside rows. */
struct division {
    const char *rule, *worker; /* "as many rows and entries a part", "thread" */
    int64_t units, rows;
    bool inside, dealt; /* dealt: whoever is free takes the next unit, so that no owner is known beforehand */
};

/* What kernels put into their table as `divide`: one unit a thread, of as many rows or of as much work each. */
void division_by_rows(const struct problem *, struct division *);
void division_by_work(const struct problem *, struct division *);
/* Units of `rows` rows. */
struct division division_chunks(const struct problem *, int64_t rows, bool dealt);
/* On a GPU: blocks of threads of `rows` rows each. */
struct division division_blocks(const struct problem *, int64_t rows);

/* The first row of unit u, 0 ≤ u ≤ units; the row inside which it begins. */
int64_t division_row(const struct division *, const struct csr *, int64_t u);
/* The entries of unit u. */
int64_t division_entries(const struct division *, const struct csr *, int64_t u);

C_NAMES_END
