/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reorder: permutes the rows of a matrix, or its rows and columns, to suit kernels better. */
#pragma once

#include "core/base/progress.h"
#include "core/matrix/stats.h"

/* A method. */
struct reorder {
    const char *name, *what;
    const char *source; /* the publication; NULL: folklore */
    bool both;          /* PAPᵀ, for square matrices, from the pattern of A + Aᵀ; else PA */
    /* Whether the library it needs is installed; else names it. NULL: needs none. */
    bool (*ready)(struct err *why);
    /* Approximate peak memory of `find` in bytes. */
    uint64_t (*bytes)(const struct csr *a, const struct stats *s);
    /* order[i]: the row of A that moves to place i. NULL: i. ERR_MEMORY, ERR_UNSUPPORTED, ERR_CANCELLED. */
    bool (*find)(const struct csr *a, int32_t *order, const struct progress *p, struct err *e);
};

#define REORDERING(id, name) extern const struct reorder reorder_##id;
#include "core/matrix/reorderings.list"
extern const struct reorder *const reorders[]; /* from reorderings.list, "none" first; ends in NULL */

/* The method of this name; NULL and ERR_USAGE with the known names. */
const struct reorder *reorder_find(const char *name, struct err *e);

/* Place i of the reordered matrix holds row row[i], and place j of its columns column col[j], of A. */
struct reordering {
    int64_t m, n;
    int32_t *row, *col; /* col: the same array as row, or NULL where columns stay */
};

/* Whether the method supports the matrix, else why not. Cheap. ERR_UNSUPPORTED. */
bool reorder_takes(const struct reorder *, const struct csr *a, struct err *why);

/* Peak memory of reorder_make in bytes, *r and *b included; 0 for "none". */
uint64_t reorder_bytes(const struct reorder *, const struct csr *a, const struct stats *s);

/* Finds an order of a, whose values are f64, and makes b = PA or PAPᵀ in linear time. On failure nothing is left. */
bool reorder_make(const struct reorder *, const struct csr *a, const struct progress *, struct reordering *r,
                  struct csr *b, struct err *e);
void reordering_free(struct reordering *r);

/* order[i] = i. */
void reorder_identity(int32_t *order, int64_t n);

/* Whether order[0..n-1] is a permutation of 0 .. n-1. ERR_CHECK, or ERR_MEMORY. */
bool reorder_valid(const int32_t *order, int64_t n, struct err *e);

/* Sorts 0 .. n-1 by key[], each 0 .. most, into order[]: a stable counting sort. ERR_MEMORY. */
bool reorder_sort(const int32_t *key, int64_t n, int64_t most, int32_t *order, struct err *e);
