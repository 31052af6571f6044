/* SPDX-License-Identifier: GPL-3.0-or-later */
/* format_csr: compressed sparse rows: row pointers, column indices, values; nothing is padded. */
#include "core/base/limit.h"
#include "core/matrix/format.h"

static struct format_cost csr_cost(const struct csr *a, const struct stats *s, enum vtype type)
{
    (void)s;
    uint64_t entries = size_mul((uint64_t)a->nnz, 4 + vtype_size(type));
    return (struct format_cost){
        .bytes = size_add(format_pointer_bytes(a->m, a->nnz), entries),
        .slots = a->nnz,
    };
}

extern const struct format format_csr;
const struct format format_csr = {
    .name = "csr",
    .title = "CSR",
    .what = "compressed rows: a pointer per row, a column and a value per entry",
    .padded = false,
    .supports = format_takes_any,
    .cost = csr_cost,
};
