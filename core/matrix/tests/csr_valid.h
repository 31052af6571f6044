/* SPDX-License-Identifier: GPL-3.0-or-later */
/* csr_valid: whether the invariants of a csr hold. */
#pragma once

#include <inttypes.h>

#include "core/matrix/csr.h"

/* Says which one does not. */
static inline bool csr_valid(const struct csr *a, struct err *e)
{
    if (a->m < 0 || a->n < 0 || a->n > INT32_MAX || !a->ptr || !a->ind || !a->val)
        return err_set(e, ERR_CHECK, "sizes or arrays of the matrix are missing");
    if (a->ptr[0] != 0 || a->ptr[a->m] != a->nnz)
        return err_set(e, ERR_CHECK, "row pointers run from %" PRId64 " to %" PRId64 ", not from 0 to %" PRId64,
                       a->ptr[0], a->ptr[a->m], a->nnz);
    for (int64_t i = 0; i < a->m; i++) {
        if (a->ptr[i + 1] < a->ptr[i])
            return err_set(e, ERR_CHECK, "row %" PRId64 " has a negative length", i);
        for (int64_t p = a->ptr[i]; p < a->ptr[i + 1]; p++)
            if (a->ind[p] < 0 || a->ind[p] >= a->n || (p > a->ptr[i] && a->ind[p] <= a->ind[p - 1]))
                return err_set(e, ERR_CHECK, "row %" PRId64 ": column %" PRId32 " is out of range or order", i,
                               a->ind[p]);
    }
    return true;
}
