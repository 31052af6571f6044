/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/matrix/graph.h"

/* Merges row i of A and of Aᵀ into `out` (NULL: only counts). Returns the number of neighbours. */
static int64_t neighbours(const struct csr *a, const struct csr *t, int64_t i, int32_t *out)
{
    int64_t p = a->ptr[i], q = t->ptr[i], count = 0;
    while (p < a->ptr[i + 1] || q < t->ptr[i + 1]) {
        int32_t of_a = p < a->ptr[i + 1] ? a->ind[p] : INT32_MAX, of_t = q < t->ptr[i + 1] ? t->ind[q] : INT32_MAX;
        int32_t j = of_a < of_t ? of_a : of_t;
        p += of_a == j;
        q += of_t == j;
        if (j == i)
            continue;
        if (out)
            out[count] = j;
        count++;
    }
    return count;
}

static bool graph_merge(const struct csr *a, const struct csr *t, struct graph *g, struct err *e)
{
    g->ptr = malloc(((size_t)g->n + 1) * sizeof *g->ptr);
    if (!g->ptr)
        return err_nomem(e, "the graph", 8 * (uint64_t)g->n);
    g->ptr[0] = 0;
#pragma omp parallel for schedule(dynamic, 1024)
    for (int64_t i = 0; i < g->n; i++)
        g->ptr[i + 1] = neighbours(a, t, i, NULL);
    for (int64_t i = 0; i < g->n; i++)
        g->ptr[i + 1] += g->ptr[i];
    g->adj = malloc(((size_t)g->ptr[g->n] + 1) * sizeof *g->adj);
    if (!g->adj)
        return err_nomem(e, "the graph", 4 * (uint64_t)g->ptr[g->n]);
#pragma omp parallel for schedule(dynamic, 1024)
    for (int64_t i = 0; i < g->n; i++)
        neighbours(a, t, i, g->adj + g->ptr[i]);
    return true;
}

bool graph_make(const struct csr *a, struct graph *g, struct err *e)
{
    const struct csr pattern = { .m = a->m, .n = a->n, .nnz = a->nnz, .ptr = a->ptr, .ind = a->ind };
    struct csr t;
    *g = (struct graph){ .n = a->n };
    bool ok = csr_transpose(&pattern, &t, e) && graph_merge(a, &t, g, e);
    csr_free(&t);
    if (!ok)
        graph_free(g);
    return ok;
}

void graph_free(struct graph *g)
{
    free(g->adj);
    free(g->ptr);
    *g = (struct graph){ 0 };
}

/* An off-diagonal entry makes one neighbour if its mirror exists, else two. */
uint64_t graph_edges(const struct csr *a, const struct stats *s)
{
    double off = (double)(a->nnz - s->diagonal);
    return (uint64_t)(off * (2 - s->pattern_symmetry) + 0.5);
}

uint64_t graph_held(const struct csr *a, const struct stats *s)
{
    return size_add(size_mul(8, (uint64_t)a->n + 1), size_mul(4, graph_edges(a, s)));
}

uint64_t graph_bytes(const struct csr *a, const struct stats *s)
{
    uint64_t transposed = size_add(size_mul(8, (uint64_t)a->n + 1), size_mul(4, (uint64_t)a->nnz));
    return size_add(
        transposed,
        graph_held(a, s)); /* the transposition's counters are smaller than the lists, and freed before them */
}
