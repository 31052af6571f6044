/* SPDX-License-Identifier: GPL-3.0-or-later */
/* symmetry: each entry (i, j) below the diagonal searches for (j, i). Rows are visited in order, so the search position
   in row j only moves right: a cursor per row finds all mirrors in one pass. */
#include "core/matrix/symmetry.h"

#include <omp.h>

/* What is counted: entries on the diagonal, and pairs of mirrored ones. */
enum { DIAGONAL, MIRRORED, EQUAL, OPPOSITE, TALLIES };

static double value(const struct csr *a, int64_t p)
{
    return vtype_get(a->val, p, a->type);
}

/* Moves the cursor of row j to the first column ≥ i. It holds 1 + its entry, or 0 before its first use, when bisection
   finds it: a thread starts in the middle of other rows. */
static int64_t cursor_move(const struct csr *a, int64_t *cursor, int64_t j, int64_t i)
{
    int64_t q = cursor[j] ? cursor[j] - 1 : csr_search(a, j, i), end = a->ptr[j + 1];
    while (q < end && a->ind[q] < i)
        q++;
    cursor[j] = q + 1;
    return q;
}

static void rows_match(const struct csr *a, int64_t from, int64_t to, int64_t *cursor, int64_t *tally)
{
    for (int64_t i = from; i < to; i++) {
        for (int64_t p = a->ptr[i]; p < a->ptr[i + 1] && a->ind[p] <= i; p++) {
            int64_t j = a->ind[p];
            if (j == i) {
                tally[DIAGONAL]++;
                continue;
            }
            int64_t q = cursor_move(a, cursor, j, i);
            if (q == a->ptr[j + 1] || a->ind[q] != i)
                continue;
            tally[MIRRORED]++;
            tally[EQUAL] += value(a, p) == value(a, q);
            tally[OPPOSITE] += value(a, p) == -value(a, q);
        }
    }
}

static bool square_measure(const struct csr *a, int64_t tally[TALLIES], struct err *e)
{
    /* each thread has its own cursors; together they take less than 2 bytes an entry, or one thread does everything */
    int64_t room = a->nnz / (4 * (a->n + 1));
    int threads = omp_get_max_threads();
    threads = room < threads ? (int)room : threads;
    threads = threads < 1 ? 1 : threads;
    uint64_t bytes = size_mul(size_mul((uint64_t)threads, (uint64_t)a->n), sizeof(int64_t));
    int64_t *cursor = calloc((size_t)threads * (size_t)a->n + 1, sizeof *cursor);
    if (!cursor)
        return err_nomem(e, "the symmetry", bytes);
#pragma omp parallel for num_threads(threads) schedule(static) reduction(+ : tally[:TALLIES])
    for (int part = 0; part < threads; part++)
        rows_match(a, csr_cut(a, part, threads), csr_cut(a, part + 1, threads), cursor + part * a->n, tally);
    free(cursor);
    return true;
}

static int64_t diagonal_count(const struct csr *a)
{
    int64_t count = 0;
    for (int64_t i = 0; i < a->m && i < a->n; i++) {
        int64_t p = csr_search(a, i, i);
        count += p < a->ptr[i + 1] && a->ind[p] == i;
    }
    return count;
}

bool symmetry_measure(const struct csr *a, struct stats *s, struct err *e)
{
    if (a->m != a->n) {
        s->diagonal = diagonal_count(a);
        s->pattern_symmetry = s->value_symmetry = s->value_skew = -1;
        return true;
    }
    int64_t tally[TALLIES] = { 0 };
    if (!square_measure(a, tally, e))
        return false;
    s->diagonal = tally[DIAGONAL];
    double off = (double)(a->nnz - tally[DIAGONAL]);
    s->pattern_symmetry = off > 0 ? 2 * (double)tally[MIRRORED] / off : 1;
    s->value_symmetry = off > 0 ? 2 * (double)tally[EQUAL] / off : 1;
    s->value_skew = off > 0 ? 2 * (double)tally[OPPOSITE] / off : 0;
    return true;
}
