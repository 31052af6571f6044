/* SPDX-License-Identifier: GPL-3.0-or-later */
/* format_sell: SELL-C-σ with C = 32 and σ = 1024 (Kreutzer, Hager, Wellein, Fehske, Bishop, SISC 2014). */
#include "core/base/limit.h"
#include "core/matrix/format.h"

/* Slots of 4 + v bytes, a pointer per chunk of 32 rows, and the permutation that sorted them: 4 bytes a row. */
static struct format_cost sell_cost(const struct csr *a, const struct stats *s, enum vtype type)
{
    int64_t chunks = a->m / 32 + (a->m % 32 != 0);
    uint64_t slots = size_mul((uint64_t)s->sell_slots, 4 + vtype_size(type));
    uint64_t pointers = format_pointer_bytes(chunks, s->sell_slots);
    return (struct format_cost){
        .bytes = size_add(size_add(slots, pointers), size_mul(4, (uint64_t)a->m)),
        .slots = s->sell_slots,
    };
}

extern const struct format format_sell;
const struct format format_sell = {
    .name = "sell",
    .title = "SELL-32-1024",
    .what = "rows sorted by length in windows of 1024, then ELLPACK chunks of 32 rows",
    .padded = true,
    .supports = format_takes_rows32,
    .cost = sell_cost,
};
