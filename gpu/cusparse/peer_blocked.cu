/* SPDX-License-Identifier: GPL-3.0-or-later */
/* peer_blocked: A in b × b blocks, on the host. */
#include "gpu/cusparse/peer_blocked.cuh"

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "core/base/limit.h"

bool blocked_supports(const struct problem *p, int64_t b, struct err *why)
{
    if (p->a->m % b != 0 || p->a->n % b != 0)
        return err_set(why, ERR_UNSUPPORTED,
                       "blocks of %lld do not divide %lld x %lld, and cuSPARSE would reach past the end of X and Y",
                       (long long)b, (long long)p->a->m, (long long)p->a->n);
    return peer_mul_supports(p, why);
}

uint64_t blocked_most(const struct csr *a, int64_t b)
{
    uint64_t all = size_mul((uint64_t)(a->m / b), (uint64_t)(a->n / b));
    return std::min((uint64_t)a->nnz, all);
}

/* The block columns of block row r, ascending, to `out`; seen[c] = r marks those found. Returns how many. */
static int64_t find_row(const struct csr *a, int64_t b, int64_t r, int64_t *seen, int32_t *out)
{
    int64_t found = 0;
    for (int64_t s = a->ptr[r * b]; s < a->ptr[(r + 1) * b]; s++) {
        int32_t c = (int32_t)(a->ind[s] / b);
        if (seen[c] != r)
            out[found++] = c;
        seen[c] = r;
    }
    std::sort(out, out + found);
    return found;
}

bool blocked_build(const struct csr *a, int64_t b, struct blocked *out, struct err *e)
{
    *out = {};
    out->b = b;
    out->rows = a->m / b;
    out->cols = a->n / b;
    uint64_t seen_bytes = (uint64_t)out->cols * sizeof(int64_t),
             ptr_bytes = ((uint64_t)out->rows + 1) * sizeof(int32_t);
    uint64_t ind_bytes = (uint64_t)a->nnz * sizeof(int32_t);
    int64_t *seen = static_cast<int64_t *>(malloc(seen_bytes + 1));
    out->ptr = static_cast<int32_t *>(malloc(ptr_bytes));
    out->ind = static_cast<int32_t *>(malloc(ind_bytes + 1));
    bool ok = seen && out->ptr && out->ind;
    if (ok) {
        std::fill(seen, seen + out->cols, -1);
        out->ptr[0] = 0;
        for (int64_t r = 0; r < out->rows; r++) {
            int64_t found = find_row(a, b, r, seen, out->ind + out->blocks);
            out->width = std::max(out->width, found);
            out->blocks += found;
            out->ptr[r + 1] = (int32_t)out->blocks;
        }
    } else {
        err_nomem(e, "blocks", seen_bytes + ptr_bytes + ind_bytes);
        blocked_release(out);
    }
    free(seen);
    return ok;
}

void blocked_release(struct blocked *s)
{
    free(s->ind);
    free(s->ptr);
    *s = {};
}

void *blocked_values(const struct csr *a, const struct blocked *s, blocked_slot *slot, uint64_t slots, struct err *e)
{
    size_t v = vtype_size(a->type);
    char *val = static_cast<char *>(calloc(slots + 1, v));
    if (!val) {
        err_nomem(e, "the values of blocks", size_mul(slots, v));
        return NULL;
    }
    for (int64_t i = 0; i < a->m; i++) {
        int64_t q = s->ptr[i / s->b];
        for (int64_t k = a->ptr[i]; k < a->ptr[i + 1]; k++) {
            while (s->ind[q] != a->ind[k] / s->b)
                q++;
            memcpy(val + (size_t)slot(s, i, a->ind[k], q) * v, (const char *)a->val + (size_t)k * v, v);
        }
    }
    return val;
}
