/* SPDX-License-Identifier: GPL-3.0-or-later */
/* twin: row lengths with the mean, the deviation and the maximum of a known matrix, and the kind of place their columns
   have. */
#pragma once

#include "core/catalog/catalog.h"

/* How the columns of a kind of matrix lie. */
struct twin_kind {
    const char *name;
    int block;     /* unknowns a node: rows come in groups of so many, columns in runs of multiples */
    bool mesh;     /* runs at the places of the neighbours in a 3-D grid; else the shares below */
    double near;   /* share of a row's entries that lie around the diagonal */
    int window;    /* and how far from it, at least */
    bool skew;     /* the other entries prefer few columns */
    bool diagonal; /* every row has an entry on the diagonal */
    double spread; /* deviation over mean where the catalogue does not know it */
};

/* The kind of that name; one without structure for a name that is not known. */
const struct twin_kind *twin_kind(const char *name);

/* Lengths of the m = c->rows rows, each at most c->cols, into length[], in no order that means anything. Their sum is
   c->nnz, the longest is c->row_max where that is known, and the deviation is c->row_std, as near as whole numbers
   come; what the catalogue does not know is derived from the kind. ERR_INPUT when no such lengths exist. */
bool twin_lengths(const struct catalog_entry *c, int32_t *length, struct err *e);

/* Mean, deviation and maximum of m lengths. */
struct twin_moments {
    double mean, std;
    int64_t max;
};
struct twin_moments twin_measure(const int32_t *length, int64_t m);

/* The columns of row i of an m × n matrix, `length` of them, ascending, into ind; n ≥ length. */
void twin_columns(const struct twin_kind *k, uint64_t seed, int64_t m, int64_t n, int64_t i, int64_t length,
                  int32_t *ind);
