/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reorder_rcm: reverse Cuthill-McKee: each component breadth first, neighbours of low degree first, then reversed. */
#include "core/matrix/graph.h"
#include "core/matrix/reorder.h"

enum {
    TRIES = 8,       /* searches for the end of a component, at most: keeps the total linear */
    STRIDE = 1 << 16 /* vertices between reports of progress */
};

struct rcm {
    struct graph g; /* neighbours by ascending degree */
    int32_t *by_degree, *order;
    bool *seen;
    const struct progress *progress;
};

/* Taking vertices by ascending degree and appending each to its neighbours' lists leaves these sorted: O(n + edges). */
static bool neighbours_sort(struct rcm *w, struct err *e)
{
    struct graph *g = &w->g;
    int32_t *adj = malloc(((size_t)g->ptr[g->n] + 1) * sizeof *adj);
    int64_t *end = malloc(((size_t)g->n + 1) * sizeof *end);
    if (!adj || !end) {
        free(end);
        free(adj);
        return err_nomem(e, "the neighbours by degree", 4 * (uint64_t)g->ptr[g->n] + 8 * (uint64_t)g->n);
    }
    for (int64_t v = 0; v < g->n; v++)
        end[v] = g->ptr[v];
    for (int64_t i = 0; i < g->n; i++) {
        int32_t v = w->by_degree[i];
        for (int64_t p = g->ptr[v]; p < g->ptr[v + 1]; p++)
            adj[end[g->adj[p]]++] = v;
    }
    free(end);
    free(g->adj);
    g->adj = adj;
    return true;
}

static bool degrees_sort(struct rcm *w, struct err *e)
{
    int64_t n = w->g.n;
    int32_t *degree = malloc(((size_t)n + 1) * sizeof *degree), most = 0;
    if (!degree)
        return err_nomem(e, "the degrees", 4 * (uint64_t)n);
    for (int64_t v = 0; v < n; v++) {
        degree[v] = graph_degree(&w->g, v);
        most = degree[v] > most ? degree[v] : most;
    }
    bool ok = reorder_sort(degree, n, most, w->by_degree, e);
    free(degree);
    return ok;
}

/* The levels of a breadth-first search in order[begin .. end-1]. */
struct levels {
    int64_t begin, last, end; /* last: where the farthest level begins */
    int64_t depth;
};

static bool levels_walk(struct rcm *w, int32_t root, int64_t begin, struct levels *l, struct err *e)
{
    *l = (struct levels){ .begin = begin, .last = begin, .end = begin + 1 };
    w->order[begin] = root;
    w->seen[root] = true;
    for (int64_t q = begin, level_end = l->end; q < l->end; q++) {
        int32_t v = w->order[q];
        if (q == level_end) {
            l->last = q;
            l->depth++;
            level_end = l->end;
        }
        for (int64_t p = w->g.ptr[v]; p < w->g.ptr[v + 1]; p++) {
            int32_t u = w->g.adj[p];
            if (!w->seen[u]) {
                w->seen[u] = true;
                w->order[l->end++] = u;
            }
        }
        if (q % STRIDE == 0 && !progress_step(w->progress, "ordering (rcm)", (uint64_t)q, (uint64_t)w->g.n, e))
            return false;
    }
    return true;
}

/* A vertex of the lowest degree in the last level. */
static int32_t farthest(const struct rcm *w, const struct levels *l)
{
    int32_t best = w->order[l->last];
    for (int64_t q = l->last; q < l->end; q++)
        if (graph_degree(&w->g, w->order[q]) < graph_degree(&w->g, best))
            best = w->order[q];
    return best;
}

/* Orders the component of `root` from a pseudo-peripheral vertex (George & Liu): restarts from the far end of the last
   search while that gives more levels; the last search is the order. */
static bool component_order(struct rcm *w, int32_t root, struct levels *l, int64_t begin, struct err *e)
{
    if (!levels_walk(w, root, begin, l, e))
        return false;
    for (int tries = 1; tries < TRIES && l->depth > 0; tries++) {
        int64_t depth = l->depth;
        int32_t end = farthest(w, l);
        for (int64_t q = l->begin; q < l->end; q++)
            w->seen[w->order[q]] = false;
        if (!levels_walk(w, end, begin, l, e))
            return false;
        if (l->depth <= depth)
            break;
    }
    return true;
}

static bool components_order(struct rcm *w, struct err *e)
{
    struct levels l = { 0 };
    for (int64_t i = 0; i < w->g.n; i++) {
        int32_t v = w->by_degree[i];
        if (!w->seen[v] && !component_order(w, v, &l, l.end, e))
            return false;
    }
    for (int64_t i = 0, j = w->g.n - 1; i < j; i++, j--) {
        int32_t v = w->order[i];
        w->order[i] = w->order[j];
        w->order[j] = v;
    }
    return true;
}

static bool rcm_find(const struct csr *a, int32_t *order, const struct progress *p, struct err *e)
{
    struct rcm w = { .order = order, .progress = p };
    bool ok = false;
    if (!progress_step(p, "ordering (rcm)", 0, (uint64_t)a->n, e) || !graph_make(a, &w.g, e))
        return false;
    w.by_degree = malloc(((size_t)a->n + 1) * sizeof *w.by_degree);
    w.seen = calloc((size_t)a->n + 1, sizeof *w.seen);
    if (!w.by_degree || !w.seen)
        err_nomem(e, "the order", 5 * (uint64_t)a->n);
    else
        ok = degrees_sort(&w, e) && neighbours_sort(&w, e) && components_order(&w, e);
    free(w.seen);
    free(w.by_degree);
    graph_free(&w.g);
    return ok;
}

/* The graph and its sorted copy, cursors, degrees and marks. */
static uint64_t rcm_bytes(const struct csr *a, const struct stats *s)
{
    uint64_t sorting = size_add(size_mul(2, graph_held(a, s)), size_mul(9, (uint64_t)a->n));
    uint64_t making = graph_bytes(a, s);
    return sorting > making ? sorting : making;
}

const struct reorder reorder_rcm = {
    .name = "rcm",
    .what = "PAP': reverse Cuthill-McKee: entries close to the diagonal",
    .source = "Cuthill & McKee, ACM'69; George & Liu, ACM TOMS 5 (1979)",
    .both = true,
    .bytes = rcm_bytes,
    .find = rcm_find,
};
