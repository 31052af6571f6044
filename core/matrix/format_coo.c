/* SPDX-License-Identifier: GPL-3.0-or-later */
/* format_coo: coordinates: a row, a column and a value per entry. */
#include "core/base/limit.h"
#include "core/matrix/format.h"

static struct format_cost coo_cost(const struct csr *a, const struct stats *s, enum vtype type)
{
    (void)s;
    return (struct format_cost){ .bytes = size_mul((uint64_t)a->nnz, 8 + vtype_size(type)), .slots = a->nnz };
}

extern const struct format format_coo;
const struct format format_coo = {
    .name = "coo",
    .title = "COO",
    .what = "coordinates: a row, a column and a value per entry",
    .padded = false,
    .supports = format_takes_rows32,
    .cost = coo_cost,
};
