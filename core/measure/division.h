/* SPDX-License-Identifier: GPL-3.0-or-later */
/* division: how a kernel divides the rows of A among threads or thread blocks, to show users. */
#pragma once

#include "core/measure/problem.h"

C_NAMES_BEGIN

/* Units of consecutive rows. rows > 0: of `rows` rows each (fewer in the last). Else rows plus entries are divided
   equally, to within a row, or exactly where units begin inside rows. */
struct division {
    const char *rule, *worker; /* "equal shares of rows and entries", "thread" */
    int64_t units, rows;
    bool inside, dealt; /* dealt: a free worker takes the next unit, so its owner is not known beforehand */
    bool apart;         /* one unit per worker, each with its own memory: X is distributed over them, too */
};

/* For `divide` in a kernel's table: one unit per thread, with equal rows or equal work. */
void division_by_rows(const struct problem *, struct division *);
void division_by_work(const struct problem *, struct division *);
/* `each` pieces of equal work per thread; more than one are dealt. */
void division_by_pieces(const struct problem *, int64_t each, struct division *);
struct division division_chunks(const struct problem *, int64_t rows, bool dealt);
/* Thread blocks of `rows` rows on a GPU. */
struct division division_blocks(const struct problem *, int64_t rows);

/* The row in which unit u begins, 0 ≤ u ≤ units. */
int64_t division_row(const struct division *, const struct csr *, int64_t u);
int64_t division_entries(const struct division *, const struct csr *, int64_t u);

/* The rows of X that units need from others: in all, and the most of any. X is cut like A if square, else evenly. */
bool division_halo(const struct division *, const struct csr *, int64_t *all, int64_t *most, struct err *);

C_NAMES_END
