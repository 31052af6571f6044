/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/vtype.h"

static const char *const names[VT_COUNT] = { [VT_F64] = "f64", [VT_F32] = "f32" };

size_t vtype_size(enum vtype type)
{
    return type == VT_F64 ? sizeof(double) : sizeof(float);
}

const char *vtype_name(enum vtype type)
{
    return names[type];
}

bool vtype_parse(const char *name, enum vtype *type)
{
    for (int t = 0; t < VT_COUNT; t++)
        if (strcmp(name, names[t]) == 0) {
            *type = (enum vtype)t;
            return true;
        }
    return false;
}
