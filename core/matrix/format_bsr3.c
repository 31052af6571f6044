/* SPDX-License-Identifier: GPL-3.0-or-later */
/* format_bsr3: compressed rows of dense 3×3 blocks, for three unknowns a node; sizes are padded up to multiples of 3.
 */
#include "core/base/limit.h"
#include "core/matrix/format.h"

static struct format_cost bsr3_cost(const struct csr *a, const struct stats *s, enum vtype type)
{
    int64_t lines = a->m / 3 + (a->m % 3 != 0);
    uint64_t blocks = size_mul((uint64_t)s->blocks3, 4 + 9 * vtype_size(type));
    return (struct format_cost){
        .bytes = size_add(format_pointer_bytes(lines, s->blocks3), blocks),
        .slots = format_slots(size_mul(9, (uint64_t)s->blocks3)),
    };
}

extern const struct format format_bsr3;
const struct format format_bsr3 = {
    .name = "bsr3",
    .title = "BSR 3×3",
    .what = "compressed rows of dense 3×3 blocks: one column index for nine values",
    .padded = true,
    .supports = format_takes_any,
    .cost = bsr3_cost,
};
