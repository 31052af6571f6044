/* SPDX-License-Identifier: GPL-3.0-or-later */
/* strided: a multivector in host memory with both strides, for loops too hot to call dense_get. */
#pragma once

#include "core/matrix/dense.h"

/* Element (i, j) is data[i*si + j*sj]. */
struct strided {
    const void *data;
    int64_t si, sj;
    enum vtype type;
};

static inline struct strided strided_of(const struct dense *x)
{
    bool rows = x->layout == ROW_MAJOR;
    return (struct strided){ .data = x->data, .si = rows ? x->ld : 1, .sj = rows ? 1 : x->ld, .type = x->type };
}

static inline double strided_get(struct strided x, int64_t i, int64_t j)
{
    return vtype_get(x.data, i * x.si + j * x.sj, x.type);
}
