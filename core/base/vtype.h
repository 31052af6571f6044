/* SPDX-License-Identifier: GPL-3.0-or-later */
/* vtype: the types of values, double and single precision, and arrays of either. */
#pragma once

#include "core/base/c_names.h"
#include "core/base/std.h"

C_NAMES_BEGIN

enum vtype { VT_F64, VT_F32, VT_COUNT };

size_t vtype_size(enum vtype type);               /* bytes of one value */
const char *vtype_name(enum vtype type);          /* "f64", "f32" */
bool vtype_parse(const char *name, enum vtype *); /* false: no such type */

static inline double vtype_get(const void *array, int64_t p, enum vtype type)
{
    return type == VT_F64 ? ((const double *)array)[p] : (double)((const float *)array)[p];
}

static inline void vtype_set(void *array, int64_t p, enum vtype type, double value)
{
    if (type == VT_F64)
        ((double *)array)[p] = value;
    else
        ((float *)array)[p] = (float)value;
}

C_NAMES_END
