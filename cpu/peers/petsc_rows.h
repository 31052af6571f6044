/* SPDX-License-Identifier: GPL-3.0-or-later */
/* petsc_rows: one MPI rank's rows of A, and their products with X. */
#pragma once

#include <petscmat.h>
#include <stdint.h>

/* Y = A·X on vectors, or on dense matrices if X has several columns; the other two are NULL. */
struct product {
    Mat a;
    Vec x, y;
    Mat xs, ys;
};

struct petsc_rows {
    PetscInt k, first, rows, columns; /* columns of X; the first row of A, and how many; rows of X */
    int64_t m, n;
    int x_file, y_file;
    struct product whole; /* of all ranks */
    /* Its parts: the columns of A whose rows of X are here; the other columns; and, of all ranks, a matrix with one row
       per rank and an entry for each of its other columns: a product with it is the exchange of A, with no work. */
    struct product inner, outer, exchange;
};

/* Prints the reason and ends all ranks. */
void die(const char *format, ...) __attribute__((format(printf, 1, 2), noreturn));

/* Maps a .nzs file, whose header has this checksum, and takes this rank's rows from it. X and Y are files of k columns
   of doubles, one after another. */
void rows_open(struct petsc_rows *, const char *path, uint64_t sum, const char *x, const char *y, int64_t k);
/* Reads this rank's rows of X from the file into new memory; Y also gets new memory. */
void rows_load(struct petsc_rows *);
void rows_store(struct petsc_rows *);  /* Y to the file */
void rows_poison(struct petsc_rows *); /* Y = NaN */
void rows_split(struct petsc_rows *);  /* makes inner, outer and exchange */
void product_run(struct product *);
