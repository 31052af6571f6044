/* SPDX-License-Identifier: GPL-3.0-or-later */
/* format_ell: ELLPACK: every row as wide as the longest, row after row (CPU). */
#include "core/base/limit.h"
#include "core/matrix/format.h"

struct format_cost format_ell_cost(const struct csr *a, const struct stats *s, enum vtype type)
{
    uint64_t slots = size_mul((uint64_t)a->m, (uint64_t)s->row_max);
    return (struct format_cost){
        .bytes = size_mul(slots, 4 + vtype_size(type)),
        .slots = format_slots(slots),
    };
}

extern const struct format format_ell;
const struct format format_ell = {
    .name = "ell",
    .title = "ELLPACK",
    .what = "every row padded to the longest, row after row",
    .padded = true,
    .supports = format_takes_any,
    .cost = format_ell_cost,
};
