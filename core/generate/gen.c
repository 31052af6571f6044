/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/minmax.h"
#include "core/base/scrub.h"
#include "core/generate/gen_spec.h"
#include "core/matrix/coo.h"

/* STRIDE: rows or entries generated between reports of progress. */
enum { STRIDE = 1 << 18, SMALL = 1 << 12 };

/* Writes the lengths of m rows to ptr[i + 1], or, once a has arrays, entries to where ptr says; `done` of 2m steps. */
static bool make_rows(const struct generator *g, const struct gen_args *arg, struct csr *a, int64_t *ptr, int64_t m,
                      int64_t done, const struct progress *p, struct err *e)
{
    for (int64_t lo = 0; lo < m; lo += STRIDE) {
        const int64_t hi = min64(lo + STRIDE, m);
#pragma omp parallel for schedule(dynamic, 256) if (hi - lo > SMALL)
        for (int64_t i = lo; i < hi; i++) {
            struct gen_row r = { .args = arg, .i = i };
            if (a->ind) {
                r.ind = a->ind + ptr[i];
                r.val = (double *)a->val + ptr[i];
            }
            g->row(&r);
            if (!a->ind)
                ptr[i + 1] = r.count;
        }
        if (!progress_step(p, "generating", (uint64_t)(done + lo), 2 * (uint64_t)m, e))
            return false;
    }
    return true;
}

static bool make_by_rows(const struct generator *g, const struct gen_args *arg, int64_t m, int64_t n,
                         const struct progress *p, struct matrix *a, struct err *e)
{
    int64_t *ptr = calloc((size_t)m + 1, sizeof *ptr);

    if (!ptr)
        return err_nomem(e, "the row pointers", 8 * (uint64_t)m);
    bool ok = make_rows(g, arg, &(struct csr){ 0 }, ptr, m, 0, p, e);
    for (int64_t i = 0; i < m; i++)
        ptr[i + 1] += ptr[i];
    ok = ok && csr_alloc(&a->csr, m, n, ptr[m], VT_F64, e);
    if (ok)
        memcpy(a->csr.ptr, ptr, ((size_t)m + 1) * sizeof *ptr);
    ok = ok && make_rows(g, arg, &a->csr, ptr, m, m, p, e);
    a->stored = a->csr.nnz;
    free(ptr);
    return ok;
}

static bool make_by_entries(const struct generator *g, const struct gen_args *arg, const struct gen_size *size,
                            const struct progress *p, struct matrix *a, struct err *e)
{
    int64_t count = (int64_t)size->nnz, parts = count / STRIDE + 1;
    struct coo *part = calloc((size_t)parts, sizeof *part);
    bool ok = true;

    if (!part)
        return err_nomem(e, "the entries", (uint64_t)parts * sizeof *part);
    for (int64_t c = 0; ok && c < parts; c++) {
        struct coo *x = &part[c];
        int64_t here = c + 1 == parts ? count - c * STRIDE : STRIDE;
        ok = coo_room(x, here, true, false, e);
        x->count = ok ? here : 0;
#pragma omp parallel for schedule(static) if (x->count > SMALL)
        for (int64_t k = 0; k < x->count; k++)
            g->entry(arg, c * STRIDE + k, &x->row[k], &x->col[k], &x->val[k]);
        ok = ok && progress_step(p, "generating", (uint64_t)(c * STRIDE), size->nnz, e);
    }
    a->stored = count;
    ok = ok && coo_assemble(part, parts, (int64_t)size->m, (int64_t)size->n, p, &a->csr, &a->duplicates, e);
    for (int64_t c = 0; c < parts; c++)
        coo_free(&part[c]);
    free(part);
    return ok;
}

static struct gen_size usual_size(const struct gen_args *arg)
{
    const struct generator *g = arg->family;
    uint64_t n = (uint64_t)arg->value[0], m = n;

    if (g->entry)
        return (struct gen_size){ n, (uint64_t)arg->value[1], (uint64_t)arg->value[2] };
    for (int d = 1; d < g->dimensions; d++)
        m = size_mul(m, n);
    return (struct gen_size){ m, m, size_mul(m, g->per_row ? (uint64_t)g->per_row : (uint64_t)arg->value[1]) };
}

/* Refuses what does not fit before anything is allocated. */
static bool check_size(const struct generator *g, const struct gen_size *size, uint64_t limit, struct err *e)
{
    uint64_t bytes = g->row ? size_add(size_csr(size->m, size->nnz, 8), size_mul(8, size->m))
                            : coo_peak_bytes(size->m, size->nnz, false);

    return ((size->m <= INT32_MAX && size->n <= INT32_MAX) ||
            err_set(e, ERR_MEMORY, "more %s than 2^31 - 1", size->n > INT32_MAX ? "columns" : "rows")) &&
           limit_check(bytes, limit, "the matrix", e);
}

static bool make(const struct gen_args *arg, uint64_t limit, const struct progress *p, struct matrix *a, struct err *e)
{
    const struct generator *g = arg->family;
    const struct gen_size size = g->size ? g->size(arg) : usual_size(arg);

    if (!check_size(g, &size, limit, e))
        return err_prefix(e, "gen:%s", g->name);
    a->field = arg->count > gen_spec_words(g, false) ? g->field_optional : g->field;
    scrub_text(g->what, strlen(g->what), a->title, sizeof a->title);
    return g->row ? make_by_rows(g, arg, (int64_t)size.m, (int64_t)size.n, p, a, e)
                  : make_by_entries(g, arg, &size, p, a, e);
}

bool gen_make(const char *spec, uint64_t limit, const struct progress *p, struct matrix *a, struct err *e)
{
    struct gen_args arg;
    char text[GEN_SPEC];

    *a = (struct matrix){ 0 };
    if (!gen_spec_parse(spec, &arg, text, e))
        return false;
    const struct generator *g = arg.family;
    bool ok = g->make ? g->make(text, arg.seed, limit, p, a, e) || err_prefix(e, "gen:%s", g->name)
                      : make(&arg, limit, p, a, e);
    if (!ok)
        matrix_free(a);
    return ok;
}
