/* SPDX-License-Identifier: GPL-3.0-or-later */
/* format_hyb: hybrid: ELLPACK as wide as two rows in three need, the rest of longer rows in coordinates
   (Bell and Garland, SC 2009). */
#include "core/base/limit.h"
#include "core/matrix/format.h"

static struct format_cost hyb_cost(const struct csr *a, const struct stats *s, enum vtype type)
{
    uint64_t slots = size_mul((uint64_t)a->m, (uint64_t)s->hyb_width), tail = (uint64_t)s->hyb_tail;
    uint64_t v = vtype_size(type);
    return (struct format_cost){
        .bytes = size_add(size_mul(slots, 4 + v), size_mul(tail, 8 + v)),
        .slots = format_slots(size_add(slots, tail)),
    };
}

extern const struct format format_hyb;
const struct format format_hyb = {
    .name = "hyb",
    .title = "HYB",
    .what = "ELLPACK for what two rows in three need, coordinates for the overflow",
    .padded = true,
    .supports = format_takes_rows32,
    .cost = hyb_cost,
};
