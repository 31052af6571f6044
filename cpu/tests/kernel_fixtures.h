/* SPDX-License-Identifier: GPL-3.0-or-later */
/* kernel_fixtures: the matrices that every kernel is tested on, row by row. */
#pragma once

#include "core/base/hash.h"
#include "core/matrix/tests/fixture.h"
#include "core/tests/cmocka.h"

enum { ROW_ROOM = 70000 };

/* Writes the columns of row i, ascending, and their values; returns how many. */
typedef int64_t fixture_row(int64_t i, int64_t n, int32_t *ind, double *val);

struct kernel_fixture {
    const char *name;
    int64_t m, n;
    fixture_row *row;
    bool large;   /* for few k only */
    bool integer; /* X is whole numbers too: results must be exact */
    bool wild_x;  /* X holds NaN and Inf */
    bool every_k; /* tiny enough for widths of X one by one */
};

static inline int64_t row_none(int64_t i, int64_t n, int32_t *ind, double *val)
{
    return 0;
}

/* `count` different columns, spread over the row. */
static inline int64_t row_spread(int64_t i, int64_t n, int64_t count, int32_t *ind, double *val)
{
    count = count < n ? count : n;
    for (int64_t s = 0; s < count; s++) {
        int64_t from = n * s / count, to = n * (s + 1) / count;
        ind[s] = (int32_t)(from + (int64_t)(hash_at(1, (uint64_t)i, (uint64_t)s) % (uint64_t)(to - from)));
        val[s] = hash_signed(hash_at(2, (uint64_t)i, (uint64_t)s));
    }
    return count;
}

static inline int64_t row_full(int64_t i, int64_t n, int32_t *ind, double *val)
{
    return row_spread(i, n, n, ind, val);
}

static inline int64_t row_ten(int64_t i, int64_t n, int32_t *ind, double *val)
{
    return row_spread(i, n, 10, ind, val);
}

static inline int64_t row_every_second(int64_t i, int64_t n, int32_t *ind, double *val)
{
    return i % 2 ? row_spread(i, n, 5, ind, val) : 0;
}

static inline int64_t row_every_hundredth(int64_t i, int64_t n, int32_t *ind, double *val)
{
    return i % 100 == 99 ? row_spread(i, n, 3, ind, val) : 0;
}

static inline int64_t row_one_dense(int64_t i, int64_t n, int32_t *ind, double *val)
{
    return row_spread(i, n, i == 7 ? n : 2, ind, val);
}

/* All in the first row, a few in the last. */
static inline int64_t row_first(int64_t i, int64_t n, int32_t *ind, double *val)
{
    return i == 0 ? row_full(i, n, ind, val) : i == 2 ? row_ten(i, n, ind, val) : 0;
}

static inline int64_t row_dense_column(int64_t i, int64_t n, int32_t *ind, double *val)
{
    int64_t count = row_spread(i, n - 6, 1, ind, val);

    ind[0] += 6;
    ind[1] = ind[0];
    ind[0] = 5;
    val[1] = hash_signed(hash_at(3, (uint64_t)i, 0));
    return count + 1;
}

static inline int64_t row_diagonal(int64_t i, int64_t n, int32_t *ind, double *val)
{
    ind[0] = (int32_t)i;
    val[0] = hash_signed(hash_at(4, (uint64_t)i, 0));
    return 1;
}

/* Every length from 0 to 69, so every remainder of any unrolling. */
static inline int64_t row_lengths(int64_t i, int64_t n, int32_t *ind, double *val)
{
    return row_spread(i, n, i % 70, ind, val);
}

static inline int64_t row_integers(int64_t i, int64_t n, int32_t *ind, double *val)
{
    int64_t count = row_spread(i, n, 20, ind, val);

    for (int64_t s = 0; s < count; s++)
        val[s] = nearbyint(9 * val[s]);
    return count;
}

/* Exponents over most of the range of f32, subnormal products included. */
static inline int64_t row_exponents(int64_t i, int64_t n, int32_t *ind, double *val)
{
    int64_t count = row_spread(i, n, 15, ind, val);

    for (int64_t s = 0; s < count; s++)
        val[s] = ldexp(val[s], (int)(hash_at(5, (uint64_t)i, (uint64_t)s) % 240) - 140);
    return count;
}

static inline int64_t row_wild(int64_t i, int64_t n, int32_t *ind, double *val)
{
    int64_t count = row_spread(i, n, 6, ind, val);

    if (i % 5 == 1)
        val[2] = NAN;
    if (i % 5 == 2)
        val[0] = INFINITY;
    if (i % 5 == 3)
        val[1] = -INFINITY, val[4] = INFINITY;
    return count;
}

/* Seven points of a grid of a few planes: in each of its lines all rows but the first and last have the same columns
   relative to the diagonal. Of three lines, one has the same values in all rows, one differs in the fifth column, one
   in all columns. */
enum { PLANES = 6, SIDE = 40, GRID = PLANES * SIDE * SIDE };

static inline int64_t row_grid(int64_t i, int64_t n, int32_t *ind, double *val)
{
    const int64_t at[3] = { i / SIDE / SIDE, i / SIDE % SIDE, i % SIDE };
    const int64_t step[3] = { SIDE * SIDE, SIDE, 1 }, end[3] = { PLANES, SIDE, SIDE };
    int64_t count = 0;

    for (int p = 0; p < 7; p++) {
        int d = p < 3 ? p : 6 - p;
        if (p == 3 || (p < 3 ? at[d] > 0 : at[d] < end[d] - 1)) {
            ind[count] = (int32_t)(p == 3 ? i : p < 3 ? i - step[d] : i + step[d]);
            bool differs = i / SIDE % 3 == 0 || (i / SIDE % 3 == 1 && p == 4);
            val[count++] = differs ? hash_signed(hash_at(6, (uint64_t)i, (uint64_t)p)) : p - 2.5;
        }
    }
    return count;
}

/* Stars: in each group of STAR rows the first has an entry for each of them, the others for it and for themselves;
   symmetric. */
enum { STAR = 301 };

static inline int64_t row_star(int64_t i, int64_t n, int32_t *ind, double *val)
{
    int64_t centre = i - i % STAR, count = i == centre ? STAR : 2;

    for (int64_t s = 0; s < count; s++) {
        ind[s] = (int32_t)(i == centre ? centre + s : s == 0 ? centre : i);
        val[s] = hash_signed(hash_at(7, (uint64_t)i, (uint64_t)s));
    }
    return count;
}

/* Rows PANELS apart have the same columns: reordering brings them together. */
enum { PANELS = 125 };

static inline int64_t row_scattered(int64_t i, int64_t n, int32_t *ind, double *val)
{
    int64_t count = row_spread(i % PANELS, n, 9, ind, val);

    for (int64_t s = 0; s < count; s++)
        val[s] = hash_signed(hash_at(9, (uint64_t)i, (uint64_t)s));
    return count;
}

static const struct kernel_fixture kernel_fixtures[] = {
    { "0x0", 0, 0, .row = row_none },
    { "0x7", 0, 7, .row = row_none },
    { "7x0", 7, 0, .row = row_none },
    { "1x1", 1, 1, .row = row_full },
    { "1x1 empty", 1, 1, .row = row_none },
    { "no entries", 33, 17, .row = row_none },
    { "1x500", 1, 500, .row = row_full },
    { "500x1", 500, 1, .row = row_every_second },
    { "full 40x40", 40, 40, .row = row_full },
    { "diagonal", 257, 257, .row = row_diagonal },
    { "random", 500, 500, .row = row_ten },
    { "tall", 900, 60, .row = row_ten },
    { "flat", 60, 900, .row = row_ten },
    { "empty rows", 200, 150, .row = row_every_second },
    { "mostly empty rows", 3000, 40, .row = row_every_hundredth },
    { "one dense row", 300, 400, .row = row_one_dense },
    { "one dense column", 400, 300, .row = row_dense_column },
    { "every row length", 210, 333, .row = row_lengths, .every_k = true },
    { "whole numbers", 300, 300, .row = row_integers, .integer = true },
    { "wide exponents", 200, 200, .row = row_exponents },
    { "NaN and Inf in A", 60, 60, .row = row_wild },
    { "NaN and Inf in X", 120, 80, .row = row_lengths, .wild_x = true },
    { "grid", GRID, GRID, .row = row_grid },
    { "10 stars", 10 * STAR, 10 * STAR, .row = row_star },
    { "scattered panels", 12 * PANELS, 1300, .row = row_scattered },
    { "rows of 3000", 4, 3000, .row = row_full },
    { "rows of 5000", 5, 5000, .row = row_full, .large = true },
    { "row of 70000", 3, ROW_ROOM, .row = row_first, .large = true },
    { "70 stars", 70 * STAR, 70 * STAR, .row = row_star, .large = true },
    { "long diagonal", 66000, 66000, .row = row_diagonal, .large = true },
    { "many rows", 20000, 20000, .row = row_lengths, .large = true },
};
enum { KERNEL_FIXTURES = COUNT(kernel_fixtures) };

static inline struct csr kernel_fixture_make(const struct kernel_fixture *f, enum vtype type)
{
    int32_t *ind = malloc(ROW_ROOM * sizeof *ind);
    double *val = malloc(ROW_ROOM * sizeof *val);
    struct csr a;
    int64_t nnz = 0;

    assert_true(ind && val);
    for (int64_t i = 0; i < f->m; i++)
        nnz += f->row(i, f->n, ind, val);
    assert_true(csr_alloc(&a, f->m, f->n, nnz, type, NULL));
    a.ptr[0] = 0;
    for (int64_t i = 0; i < f->m; i++) {
        int64_t count = f->row(i, f->n, ind, val);
        memcpy(a.ind + a.ptr[i], ind, (size_t)count * sizeof *ind);
        for (int64_t s = 0; s < count; s++)
            vtype_set(a.val, a.ptr[i] + s, a.type, val[s]);
        a.ptr[i + 1] = a.ptr[i] + count;
    }
    free(val);
    free(ind);
    return a;
}

static inline void kernel_fixture_x(const struct kernel_fixture *f, struct dense *x)
{
    dense_random(x, 1);
    for (int64_t i = 0; i < x->n; i++) {
        for (int64_t c = 0; c < x->k; c++) {
            if (f->integer)
                dense_set(x, i, c, nearbyint(9 * dense_get(x, i, c)));
            if (f->wild_x && (i + 3 * c) % 31 == 0)
                dense_set(x, i, c, i % 2 ? (double)NAN : (double)INFINITY);
        }
    }
}
