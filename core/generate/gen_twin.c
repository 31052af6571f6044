/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gen_twin: a synthetic stand-in for a matrix of the catalogue that is not on this machine. */
#include "core/catalog/twin.h"
#include "core/generate/gen.h"

/* Rows generated between reports of progress. */
enum { STRIDE = 1 << 17 };

/* Sets a->ptr from the lengths, shuffled (Fisher & Yates) in groups of `block` rows: rows of a node are alike. */
static void lay_out(const struct twin_kind *k, uint64_t seed, int32_t *length, struct csr *a)
{
    int64_t b = k->block;

    for (int64_t g = a->m / b - 1; g > 0; g--) {
        int64_t h = (int64_t)((hash_mix(seed + (uint64_t)g) >> 32) * (uint64_t)(g + 1) >> 32);
        for (int64_t r = 0; r < b; r++) {
            int32_t other = length[h * b + r];
            length[h * b + r] = length[g * b + r];
            length[g * b + r] = other;
        }
    }
    a->ptr[0] = 0;
    for (int64_t i = 0; i < a->m; i++)
        a->ptr[i + 1] = a->ptr[i] + length[i];
}

static void fill_row(const struct twin_kind *k, uint64_t seed, const struct csr *a, int64_t i)
{
    int64_t from = a->ptr[i], length = a->ptr[i + 1] - from;
    uint64_t bits = hash_at(~seed, (uint64_t)i, 0);
    double *val = a->val;

    twin_columns(k, seed, a->m, a->n, i, length, a->ind + from);
    for (int64_t p = from; p < from + length; p++) {
        val[p] = hash_signed(hash_mix(bits + (uint64_t)a->ind[p]));
        if (a->ind[p] == i)
            val[p] += (double)length;
    }
}

static bool fill(const struct twin_kind *k, uint64_t seed, const struct progress *p, struct csr *a, struct err *e)
{
    for (int64_t from = 0; from < a->m; from += STRIDE) {
        int64_t to = from + STRIDE < a->m ? from + STRIDE : a->m;
#pragma omp parallel for schedule(dynamic, 256)
        for (int64_t i = from; i < to; i++)
            fill_row(k, seed, a, i);
        if (!progress_step(p, "generating", (uint64_t)a->ptr[to], (uint64_t)a->nnz, e))
            return false;
    }
    return true;
}

static bool make(const char *name, uint64_t seed, uint64_t limit, const struct progress *p, struct matrix *a,
                 struct err *e)
{
    struct catalog_entry c;

    if (!catalog_find(name, &c, e))
        return false;
    uint64_t bytes = size_add(size_csr((uint64_t)c.rows, (uint64_t)c.nnz, 8), size_mul(4, (uint64_t)c.rows));
    if (!limit_check(bytes, limit, "the twin", e))
        return false;
    const struct twin_kind *k = twin_kind(c.kind);
    int32_t *length = malloc(((size_t)c.rows + 1) * sizeof *length);
    bool ok = length ? twin_lengths(&c, length, e) : err_nomem(e, "the row lengths", 4 * (uint64_t)c.rows);
    ok = ok && csr_alloc(&a->csr, c.rows, c.cols, c.nnz, VT_F64, e);
    if (ok) {
        lay_out(k, hash_mix(seed), length, &a->csr);
        ok = fill(k, seed, p, &a->csr, e);
    }
    free(length);
    a->stored = a->csr.nnz;
    snprintf(a->title, sizeof a->title, "twin of %s (synthetic, not symmetric): its size and row lengths, kind %s",
             c.name, *c.kind ? c.kind : "unknown");
    return ok;
}

const struct generator gen_twin = {
    GEN_FORM("twin", ":NAME"),
    .help = "NAME of a matrix in the catalogue",
    .example = "twin:bcsstk17",
    .what = "synthetic, in place of a matrix that is not here: its size, row lengths and kind of places",
    .make = make,
};
