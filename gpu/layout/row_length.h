/* SPDX-License-Identifier: GPL-3.0-or-later */
/* row_length: the entries of a row. */
#ifndef NZ_ROW_LENGTH_H
#define NZ_ROW_LENGTH_H

#include "core/matrix/csr.h"

static inline int64_t row_length(const struct csr *a, int64_t i)
{
    return a->ptr[i + 1] - a->ptr[i];
}

#endif
