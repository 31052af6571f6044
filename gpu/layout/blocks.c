/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gpu/layout/blocks.h"

#include "core/base/ascending.h"

uint64_t blocks_most(const struct csr *a, int64_t b)
{
    uint64_t all = size_mul((uint64_t)(a->m / b), (uint64_t)(a->n / b));
    return all < (uint64_t)a->nnz ? all : (uint64_t)a->nnz;
}

/* The block columns of block row r, ascending, to `out`; seen[c] = r marks those found. Returns how many. */
static int64_t find_row(const struct csr *a, int64_t b, int64_t r, int64_t *seen, int32_t *out)
{
    int64_t found = 0;
    for (int64_t p = a->ptr[r * b]; p < a->ptr[(r + 1) * b]; p++) {
        int32_t c = (int32_t)(a->ind[p] / b);
        if (seen[c] != r)
            out[found++] = c;
        seen[c] = r;
    }
    qsort(out, (size_t)found, sizeof *out, ascending_int32);
    return found;
}

bool blocks_find(const struct csr *a, int64_t b, struct block_pattern *out, struct err *e)
{
    *out = (struct block_pattern){ .b = b, .rows = a->m / b, .cols = a->n / b };
    uint64_t seen_bytes = (uint64_t)out->cols * sizeof(int64_t), ind_bytes = (uint64_t)a->nnz * sizeof(int32_t);
    uint64_t ptr_bytes = ((uint64_t)out->rows + 1) * sizeof(int32_t);
    int64_t *seen = malloc(seen_bytes + 1);
    out->ptr = malloc(ptr_bytes);
    out->ind = malloc(ind_bytes + 1);
    if (!seen || !out->ptr || !out->ind) {
        free(seen);
        blocks_release(out);
        return err_nomem(e, "blocks", seen_bytes + ptr_bytes + ind_bytes);
    }
    memset(seen, -1, seen_bytes);
    out->ptr[0] = 0;
    for (int64_t r = 0; r < out->rows; r++) {
        int64_t found = find_row(a, b, r, seen, out->ind + out->blocks);
        out->width = found > out->width ? found : out->width;
        out->blocks += found;
        out->ptr[r + 1] = (int32_t)out->blocks;
    }
    free(seen);
    return true;
}

void blocks_release(struct block_pattern *s)
{
    free(s->ind);
    free(s->ptr);
    *s = (struct block_pattern){ 0 };
}

/* The index among the values of entry (i, c), which lies in block q. */
typedef int64_t place(const struct block_pattern *s, int64_t i, int64_t c, int64_t q);

static int64_t bsr_place(const struct block_pattern *s, int64_t i, int64_t c, int64_t q)
{
    return (q * s->b + i % s->b) * s->b + c % s->b;
}

static int64_t ell_place(const struct block_pattern *s, int64_t i, int64_t c, int64_t q)
{
    return (i * s->width + q - s->ptr[i / s->b]) * s->b + c % s->b;
}

/* Values of `blocks` blocks, zero elsewhere. */
static void *values(const struct csr *a, const struct block_pattern *s, place *at, int64_t blocks, struct err *e)
{
    size_t v = vtype_size(a->type);
    uint64_t slots = (uint64_t)(blocks * s->b * s->b);
    char *val = calloc(slots + 1, v);
    if (!val) {
        err_nomem(e, "the values of blocks", size_mul(slots, v));
        return NULL;
    }
    for (int64_t i = 0; i < a->m; i++) {
        int64_t q = s->ptr[i / s->b];
        for (int64_t p = a->ptr[i]; p < a->ptr[i + 1]; p++) {
            while (s->ind[q] != a->ind[p] / s->b)
                q++;
            memcpy(val + (size_t)at(s, i, a->ind[p], q) * v, (const char *)a->val + (size_t)p * v, v);
        }
    }
    return val;
}

void *blocks_bsr_values(const struct csr *a, const struct block_pattern *s, struct err *e)
{
    return values(a, s, bsr_place, s->blocks, e);
}

void *blocks_ell_values(const struct csr *a, const struct block_pattern *s, struct err *e)
{
    return values(a, s, ell_place, s->rows * s->width, e);
}

int32_t *blocks_ell_columns(const struct block_pattern *s, struct err *e)
{
    uint64_t count = (uint64_t)(s->rows * s->width);
    int32_t *ind = malloc(count * sizeof *ind + 1);
    if (!ind) {
        err_nomem(e, "block columns", count * sizeof *ind);
        return NULL;
    }
    for (int64_t r = 0; r < s->rows; r++)
        for (int64_t t = 0; t < s->width; t++)
            ind[r * s->width + t] = t < s->ptr[r + 1] - s->ptr[r] ? s->ind[s->ptr[r] + t] : -1;
    return ind;
}
