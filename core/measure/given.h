/* SPDX-License-Identifier: GPL-3.0-or-later */
/* given: inputs and reference of an operation in a value type, on the host, made once and kept. */
#pragma once

#include "core/measure/check.h"

/* Zeroed at first. Must not move once made: the reference points into it. */
struct given {
    int64_t k;             /* columns that the reference covers */
    struct dense x;        /* no data: the operation has no X */
    struct reference ref;  /* of Y */
    struct csr transposed; /* Aᵀ, or what else the reference is made from; no arrays: A itself */
};

/* Makes X at random, if the operation has one, and the reference. A must outlive *g. ERR_MEMORY, ERR_CANCELLED. */
bool given_make(const struct operation *, const struct csr *a, int64_t k, struct given *g, const struct progress *,
                struct err *);
void given_free(struct given *g);

/* Approximate bytes that given_make allocates; needs only the sizes and type of A. */
uint64_t given_bytes(const struct operation *, const struct csr *a, int64_t k);
