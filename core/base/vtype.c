/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/vtype.h"

struct vtype_row {
    const char *name;
    size_t size;
};

static const struct vtype_row vtypes[VT_COUNT] = {
    [VT_F64] = { .name = "f64", .size = sizeof(double) },
    [VT_F32] = { .name = "f32", .size = sizeof(float) },
};

size_t vtype_size(enum vtype type)
{
    return vtypes[type].size;
}

const char *vtype_name(enum vtype type)
{
    return vtypes[type].name;
}

bool vtype_parse(const char *name, enum vtype *type)
{
    for (int t = 0; t < VT_COUNT; t++)
        if (strcmp(name, vtypes[t].name) == 0) {
            *type = (enum vtype)t;
            return true;
        }
    return false;
}
