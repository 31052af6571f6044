/* SPDX-License-Identifier: GPL-3.0-or-later */
/* format_dia: diagonals: each one that holds an entry is stored in full, m values and an offset. */
#include "core/base/limit.h"
#include "core/matrix/format.h"

static struct format_cost dia_cost(const struct csr *a, const struct stats *s, enum vtype type)
{
    uint64_t diagonals = (uint64_t)s->diagonals;
    uint64_t line = size_mul((uint64_t)a->m, vtype_size(type));
    return (struct format_cost){
        .bytes = size_mul(diagonals, size_add(line, 4)),
        .slots = format_slots(size_mul(diagonals, (uint64_t)a->m)),
    };
}

extern const struct format format_dia;
const struct format format_dia = {
    .name = "dia",
    .title = "DIA",
    .what = "whole diagonals: no column indices, but every diagonal in use is stored in full",
    .padded = true,
    .supports = format_takes_rows32,
    .cost = dia_cost,
};
