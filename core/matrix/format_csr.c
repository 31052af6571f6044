/* SPDX-License-Identifier: GPL-3.0-or-later */
/* format_csr: compressed sparse rows: row pointers, column indices, values; nothing is padded. */
#include <stdlib.h>
#include <string.h>

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

static bool csr_copy(const struct csr *a, struct csr *b, struct err *e)
{
    if (!csr_alloc(b, a->m, a->n, a->nnz, a->type, e))
        return false;
    memcpy(b->ptr, a->ptr, ((size_t)a->m + 1) * sizeof *a->ptr);
    if (a->nnz) {
        memcpy(b->ind, a->ind, (size_t)a->nnz * sizeof *a->ind);
        memcpy(b->val, a->val, (size_t)a->nnz * vtype_size(a->type));
    }
    return true;
}

static void csr_destroy(void *built)
{
    csr_free(built);
    free(built);
}

static bool csr_build(const struct csr *a, void **out, struct err *e)
{
    struct csr *b = calloc(1, sizeof *b);
    if (!b)
        return err_nomem(e, "CSR", sizeof *b);
    if (!csr_copy(a, b, e)) {
        free(b);
        return false;
    }
    *out = b;
    return true;
}

static bool csr_to_csr(const void *built, struct csr *a, struct err *e)
{
    return csr_copy(built, a, e);
}

extern const struct format format_csr;
const struct format format_csr = {
    .name = "csr",
    .title = "CSR",
    .what = "compressed rows: a pointer per row, a column and a value per entry",
    .padded = false,
    .supports = format_takes_any,
    .cost = csr_cost,
    .build = csr_build,
    .to_csr = csr_to_csr,
    .free = csr_destroy,
};
