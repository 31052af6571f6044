/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cost: the bytes that a product moves in a format, divided by what they are for, and what follows from them. */
#ifndef NZ_COST_H
#define NZ_COST_H

#include "tui/model/model.h"

enum cost_part { COST_VALUES, COST_INDICES, COST_PADDING, COST_X, COST_Y, COST_PARTS };

/* Bytes of one product. Padding: the share of the slots that hold no entry, of all bytes of A. */
struct cost {
    double part[COST_PARTS], sum;
    double a, csr;     /* of A in this format and in CSR */
    double slots, nnz; /* value slots and entries */
    double best;       /* GFLOPS when all of that moves at the bandwidth of the device; NaN: that is not known */
};

/* NULL: the engine does not know this format, or not what it costs here. */
const struct model_format *cost_format(const struct model *, const char *name);
struct cost_wish {
    const char *type; /* of values; NULL: that of the settings */
    int64_t k;        /* columns of X */
    double gbs;       /* the bandwidth; 0: not known */
};

/* False: nothing is known. */
bool cost_of(const struct model *, const struct model_format *, const struct cost_wish *, struct cost *);
/* "ell stores 18,100 × 902 slots; 98.5% are padding; 65× the bytes of CSR". */
void cost_text(const struct model *, const struct model_format *, const struct cost *, char *out, size_t size);

#endif
