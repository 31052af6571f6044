/* SPDX-License-Identifier: GPL-3.0-or-later */
/* twin: row lengths with the mean, deviation and maximum of a known matrix, columns placed as in its kind. */
#pragma once

#include "core/catalog/catalog.h"

/* How a kind of matrix places its columns. */
struct twin_kind {
    const char *name;
    int block;     /* unknowns per node: rows come in groups of this size, columns in runs of multiples */
    bool mesh;     /* runs around the neighbours in a 3-D grid; else by the shares below */
    double near;   /* share of a row's entries near the diagonal */
    int window;    /* and at least this far from it */
    bool skew;     /* the other entries prefer few columns */
    bool diagonal; /* every row has an entry on the diagonal */
    double spread; /* deviation over mean if the catalogue has none */
};

/* The kind of that name; an unstructured one for an unknown name. */
const struct twin_kind *twin_kind(const char *name);

/* Fills length[] with the lengths of c->rows rows, each at most c->cols, in no particular order. Their sum is c->nnz,
   the longest is c->row_max if known, and their deviation is c->row_std as nearly as integers allow; the kind supplies
   what the catalogue lacks. ERR_INPUT if there are no such lengths. */
bool twin_lengths(const struct catalog_entry *c, int32_t *length, struct err *e);

/* Fills ind with the `length` columns of row i of an m × n matrix, ascending; n ≥ length. */
void twin_columns(const struct twin_kind *k, uint64_t seed, int64_t m, int64_t n, int64_t i, int64_t length,
                  int32_t *ind);
