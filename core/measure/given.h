/* SPDX-License-Identifier: GPL-3.0-or-later */
/* given: what an operation is given and checked against in one value type, on the host: made once and kept. */
#pragma once

#include "core/measure/check.h"

/* All zero: nothing is there. Does not move once it is made: the reference points into it. */
struct given {
    int64_t k;            /* columns that can be checked */
    struct dense x;       /* without data: the operation has no X */
    struct reference ref; /* of Y */
    struct csr expect;    /* Aᵀ */
};

/* Makes a random X of k columns, if the operation has one, and what results are checked against. A outlives *g.
   ERR_MEMORY or ERR_CANCELLED. */
bool given_make(const struct operation *, const struct csr *a, int64_t k, struct given *g, const struct progress *,
                struct err *);
void given_free(struct given *g);

/* Bytes that given_make allocates, about; of A only the sizes and the type count. */
uint64_t given_bytes(const struct operation *, const struct csr *a, int64_t k);
