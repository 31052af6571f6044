/* SPDX-License-Identifier: GPL-3.0-or-later */
/* vtype: the types of values: double and single precision. */
#pragma once

#include "core/base/c_names.h"
#include "core/base/std.h"

C_NAMES_BEGIN

enum vtype { VT_F64, VT_F32, VT_COUNT };

size_t vtype_size(enum vtype type);               /* bytes of one value */
const char *vtype_name(enum vtype type);          /* "f64", "f32" */
bool vtype_parse(const char *name, enum vtype *); /* false: no such type */

C_NAMES_END
