/* SPDX-License-Identifier: GPL-3.0-or-later */
/* division: how a kernel divides the rows of A among threads or thread blocks, to show users. */
#pragma once

#include "core/measure/kernel.h"

C_NAMES_BEGIN

/* Units of consecutive rows: with `rows` > 0 of that many rows (fewer in the last); else of equally many rows and
   entries together, to within a row, or exactly where units begin inside rows. */
struct division {
    const char *rule, *worker; /* "equal shares of rows and entries", "thread" */
    int64_t units, rows;
    bool inside, dealt; /* dealt: a free worker takes the next unit, so owners are not known beforehand */
    bool apart;         /* a unit a worker, each with memory of its own: X is also spread over them */
};

/* For `divide` in a kernel's table: a unit per thread, with equally many rows or equal work. */
void division_by_rows(const struct problem *, struct division *);
void division_by_work(const struct problem *, struct division *);
/* `each` pieces a thread of equal work; more than one are dealt. */
void division_by_pieces(const struct problem *, int64_t each, struct division *);
/* Units of `rows` rows. */
struct division division_chunks(const struct problem *, int64_t rows, bool dealt);
/* On a GPU: thread blocks of `rows` rows. */
struct division division_blocks(const struct problem *, int64_t rows);

/* The first row of unit u, 0 ≤ u ≤ units; the row in which it begins. */
int64_t division_row(const struct division *, const struct csr *, int64_t u);
/* The entries of unit u. */
int64_t division_entries(const struct division *, const struct csr *, int64_t u);

/* The rows of X that units apart need of others: in all, and of the unit that needs most. If A is square, X is cut like
   A, else evenly. */
bool division_halo(const struct division *, const struct csr *, int64_t *all, int64_t *most, struct err *);

C_NAMES_END
