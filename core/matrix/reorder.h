/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reorder: a matrix with its rows, or rows and columns, permuted to suit kernels better. */
#pragma once

#include "core/base/progress.h"
#include "core/matrix/stats.h"

/* A way of finding an order. */
struct reorder {
    const char *name, *what;
    const char *source; /* where the method comes from; NULL: folklore */
    bool both;          /* PAPᵀ, for square matrices, from the pattern of A + Aᵀ; else PA */
    /* Whether the library it needs is installed; else says which is missing. NULL: it needs none. */
    bool (*ready)(struct err *why);
    /* Bytes that find allocates at its peak, about. */
    uint64_t (*bytes)(const struct csr *a, const struct stats *s);
    /* order[i] becomes the row of A that moves to place i. Deterministic. NULL: the identity. Fails with ERR_MEMORY,
     * ERR_UNSUPPORTED or ERR_CANCELLED. */
    bool (*find)(const struct csr *a, int32_t *order, const struct progress *p, struct err *e);
};

#define REORDERING(id, name) extern const struct reorder reorder_##id;
#include "core/matrix/reorderings.list"
#undef REORDERING
extern const struct reorder *const reorders[]; /* from reorderings.list, "none" first; ends in NULL */

/* The method of this name; NULL with ERR_USAGE and the names there are. */
const struct reorder *reorder_find(const char *name, struct err *e);

/* Place i of the reordered matrix holds row row[i], and place j of its columns column col[j], of A. */
struct reordering {
    int64_t m, n;
    int32_t *row, *col; /* col NULL: columns as they were; else the same array as row */
};

/* Whether the method can take the matrix, and always why not. Cheap. ERR_UNSUPPORTED. */
bool reorder_takes(const struct reorder *, const struct csr *a, struct err *why);

/* Bytes that reorder_make allocates at its peak, *r and *b included; 0 when none is to be found. */
uint64_t reorder_bytes(const struct reorder *, const struct csr *a, const struct stats *s);

/* Finds the order of a, whose values are f64, and makes b = PA or PAPᵀ: linear time beside what find takes. On failure
   nothing is left. */
bool reorder_make(const struct reorder *, const struct csr *a, const struct progress *, struct reordering *r,
                  struct csr *b, struct err *e);
void reordering_free(struct reordering *r);

/* Whether order[0..n-1] has each of 0 .. n-1 once. ERR_CHECK, or ERR_MEMORY. */
bool reorder_valid(const int32_t *order, int64_t n, struct err *e);

/* Fills order[0..n-1] with 0 .. n-1 such that key[] ascends, equal ones in their order: a counting sort. Keys are
   0 .. most. ERR_MEMORY. */
bool reorder_sort(const int32_t *key, int64_t n, int64_t most, int32_t *order, struct err *e);
