/* SPDX-License-Identifier: GPL-3.0-or-later */
/* csr: the sparse matrix in compressed rows, from which everything else is made. */
#pragma once

#include "core/base/limit.h"
#include "core/base/vtype.h"

C_NAMES_BEGIN

/* A, m × n. Row i holds entries ptr[i] .. ptr[i+1]-1; within a row `ind` ascends strictly. Immutable once built. */
struct csr {
    int64_t m, n, nnz;
    int64_t *ptr; /* m + 1 */
    int32_t *ind; /* nnz, 0-based columns */
    void *val;    /* nnz values of `type` */
    enum vtype type;
    bool shares; /* ptr and ind belong to another csr, which outlives this one */
};

static inline int64_t row_length(const struct csr *a, int64_t i)
{
    return a->ptr[i + 1] - a->ptr[i];
}

/* Allocates arrays for an m × n matrix of nnz entries, contents undefined. ERR_MEMORY. */
bool csr_alloc(struct csr *a, int64_t m, int64_t n, int64_t nnz, enum vtype type, struct err *e);
void csr_free(struct csr *a); /* leaves *a zeroed; shared arrays stay */

/* b = a with its values rounded to `type`, f32 or a's own; b shares a's ptr and ind. */
bool csr_cast(const struct csr *a, enum vtype type, struct csr *b, struct err *e);

/* b = Aᵀ, rows sorted within each column; without values where a has none (NULL). A counting sort, O(m + n + nnz). */
bool csr_transpose(const struct csr *a, struct csr *b, struct err *e);

uint64_t csr_transposed_bytes(const struct csr *a);

/* b = PA: row i of b is row row[i] of a. In parallel; ERR_MEMORY. */
bool csr_gather(const struct csr *a, const int32_t *row, struct csr *b, struct err *e);

/* Drops the entries above the diagonal, in place; a must own its arrays. */
void csr_keep_lower(struct csr *a);

/* The row of entry p. */
int64_t csr_row(const struct csr *a, int64_t p);

/* The first row of part `part` when the rows are cut into `parts` parts of about equal entries; m for `parts`. */
int64_t csr_cut(const struct csr *a, int part, int parts);

/* The first entry of row i in a column ≥ j; ptr[i + 1] if there is none. */
int64_t csr_search(const struct csr *a, int64_t i, int64_t j);

/* The length of the longest row; 0 without rows. */
int64_t csr_row_max(const struct csr *a);

C_NAMES_END
