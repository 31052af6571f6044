/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cpu/lib/peer.h"

#include "cpu/device/memory.h"

bool peer_threads(int n, struct err *e)
{
    return threads_ready(1, e) && threads_ready(n, e);
}

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
        return err_set(why, ERR_UNSUPPORTED, "%s takes no matrix without rows or columns", library);
    if (entries && p->a->nnz == 0)
        return err_set(why, ERR_UNSUPPORTED, "%s takes no matrix without entries", library);
    return peer_fits(p, library, why);
}

uint64_t peer_wide_bytes(const struct problem *p)
{
    const struct csr *a = p->a;

    return size_add(size_mul((uint64_t)a->m + 1, sizeof(uint64_t)),
                    size_mul((uint64_t)a->nnz, sizeof(uint64_t) + vtype_size(a->type)));
}

/* to = from, integers of either width */
static void copy_integers(void *to, bool to_wide, const void *from, bool from_wide, int64_t count, int threads)
{
    const int64_t *from64 = from;
    const int32_t *from32 = from;
    int64_t *to64 = to;
    int32_t *to32 = to;

    if (to_wide == from_wide) {
        memory_copy(to, from, (uint64_t)count * (to_wide ? sizeof *to64 : sizeof *to32), threads);
        return;
    }
#pragma omp parallel for num_threads(threads) schedule(static)
    for (int64_t s = 0; s < count; s++)
        if (to_wide)
            to64[s] = from32[s];
        else
            to32[s] = (int32_t)from64[s];
}

void peer_take(const struct compressed *t, enum vtype type, const struct peer_arrays *from, int threads)
{
    copy_integers(t->ptr, t->wide, from->ptr, from->wide_ptr, t->lines + 1, threads);
    copy_integers(t->ind, false, from->ind, from->wide_ind, t->nnz, threads);
    memory_copy(t->val, from->val, (uint64_t)t->nnz * vtype_size(type), threads);
}
