/* SPDX-License-Identifier: GPL-3.0-or-later */
/* strided: a multivector on the host as two strides, for loops in which a call per element would be what costs. */
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

/* Number p of an array of values. */
static inline double strided_value(const void *data, int64_t p, enum vtype type)
{
    return type == VT_F64 ? ((const double *)data)[p] : (double)((const float *)data)[p];
}

static inline double strided_get(struct strided x, int64_t i, int64_t j)
{
    return strided_value(x.data, i * x.si + j * x.sj, x.type);
}
