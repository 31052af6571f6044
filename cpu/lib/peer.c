/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cpu/lib/peer.h"

#include "cpu/device/memory.h"

bool peer_fits(const struct problem *p, const char *library, struct err *why)
{
    const struct csr *a = p->a;

    if (a->m >= INT32_MAX || a->n >= INT32_MAX || a->nnz >= INT32_MAX)
        return err_set(why, ERR_UNSUPPORTED, "%s counts rows, columns and nonzeros with 32 bits", library);
    if (p->x.ld >= INT32_MAX || p->y.ld >= INT32_MAX)
        return err_set(why, ERR_UNSUPPORTED, "%s counts the columns of X with 32 bits", library);
    return true;
}

bool peer_fits_filled(const struct problem *p, const char *library, bool entries, struct err *why)
{
    if (p->a->m == 0 || p->a->n == 0)
        return err_set(why, ERR_UNSUPPORTED, "%s requires at least one row and one column", library);
    if (entries && p->a->nnz == 0)
        return err_set(why, ERR_UNSUPPORTED, "%s requires at least one entry", library);
    return peer_fits(p, library, why);
}

void peer_take(const struct compressed *t, enum vtype type, const struct peer_arrays *from, int threads)
{
    const int32_t *ptr = from->ptr;

    if (t->wide) /* only in tests: a matrix within the library's limits has fewer than 2^31 entries */
        for (int64_t j = 0; j <= t->lines; j++)
            compressed_set_ptr(t, j, ptr[j]);
    else
        memory_copy(t->ptr, ptr, ((uint64_t)t->lines + 1) * sizeof *ptr, threads);
    memory_copy(t->ind, from->ind, (uint64_t)t->nnz * sizeof(int32_t), threads);
    memory_copy(t->val, from->val, (uint64_t)t->nnz * vtype_size(type), threads);
}
