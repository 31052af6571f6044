/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reorder_metis: nested dissection and k-way partition by METIS, loaded at its first use. */
#include "core/matrix/reorder.h"

enum { PART_ROWS = 4096, PARTS_MAX = 4096 };

#ifndef HAVE_METIS

static bool metis_ready(struct err *why)
{
    return err_set(why, ERR_UNSUPPORTED, "built without METIS: make deps, then make");
}

static uint64_t metis_bytes(const struct csr *a, const struct stats *s)
{
    return 0;
}

static bool metis_find(const struct csr *a, int64_t parts, int32_t *order, const struct progress *p, struct err *e)
{
    return metis_ready(e);
}

#else

#include <dlfcn.h>
#include <metis.h>

#include "core/base/apart.h"
#include "core/matrix/graph.h"

enum { SEED = 1 };

struct library {
    void *handle;
    int (*options)(idx_t *);
    int (*nd)(idx_t *, idx_t *, idx_t *, idx_t *, idx_t *, idx_t *, idx_t *);
    int (*kway)(idx_t *, idx_t *, idx_t *, idx_t *, idx_t *, idx_t *, idx_t *, idx_t *, real_t *, real_t *, idx_t *,
                idx_t *, idx_t *);
};

/* dlsym returns void *, which ISO C does not convert to a function pointer. */
static bool symbol(void *handle, const char *name, void *to)
{
    void *at = dlsym(handle, name);
    memcpy(to, &at, sizeof at);
    return at != NULL;
}

/* Loaded rather than linked, so that an engine starts on a machine without METIS. */
static bool library_open(struct library *l, struct err *why)
{
    static const char *const names[] = { "libmetis.so.5", "libmetis.so", "libmetis.so.0" };
    *l = (struct library){ 0 };
    for (size_t i = 0; !l->handle && i < COUNT(names); i++)
        l->handle = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
    if (!l->handle)
        return err_set(why, ERR_UNSUPPORTED, "METIS is not installed here: there is no %s (package libmetis5)",
                       names[0]);
    if (symbol(l->handle, "METIS_SetDefaultOptions", &l->options) && symbol(l->handle, "METIS_NodeND", &l->nd) &&
        symbol(l->handle, "METIS_PartGraphKway", &l->kway))
        return true;
    dlclose(l->handle);
    return err_set(why, ERR_UNSUPPORTED, "the libmetis.so here lacks METIS_NodeND or METIS_PartGraphKway");
}

static bool metis_ready(struct err *why)
{
    struct library l;
    if (!library_open(&l, why))
        return false;
    dlclose(l.handle);
    return true;
}

/* The child's work. METIS installs handlers for SIGABRT and SIGTERM, and exits on some errors. */
struct call {
    struct library metis;
    idx_t n, parts; /* parts 0: nested dissection */
    idx_t *ptr, *adj;
    idx_t *out; /* n places or part numbers, shared; nested dissection writes the inverse after them */
};

static int call_work(void *arg)
{
    struct call *c = arg;
    idx_t options[METIS_NOPTIONS], one = 1, cut;
    c->metis.options(options);
    options[METIS_OPTION_SEED] = SEED;
    int code = c->parts ? c->metis.kway(&c->n, &one, c->ptr, c->adj, NULL, NULL, NULL, &c->parts, NULL, NULL, options,
                                        &cut, c->out)
                        : c->metis.nd(&c->n, c->ptr, c->adj, NULL, options, c->out, c->out + c->n);
    return code == METIS_OK ? 0 : code == METIS_ERROR_MEMORY ? 1 : 2;
}

static bool call_run(struct call *c, const struct progress *p, struct err *e)
{
    int status = 0;
    const char *what = c->parts ? "partition by METIS" : "nested dissection by METIS";
    if (!apart_run(call_work, c, what, p, &status, e))
        return false;
    if (status == 1)
        return err_set(e, ERR_MEMORY, "%s: METIS got no memory", what);
    return status == 0 || err_set(e, ERR_UNSUPPORTED, "%s: METIS failed and does not say why", what);
}

/* ---- from the matrix ---- */

/* Converts the graph to METIS's index type; in place where the types agree. */
static bool graph_narrow(struct graph *g, struct call *c, struct err *e)
{
    char edges[TEXT_SIZE];
    if (g->ptr[g->n] > IDX_MAX || g->n > IDX_MAX)
        return err_set(e, ERR_UNSUPPORTED, "METIS here counts in %d bits, and A + A' has %s entries", IDXTYPEWIDTH,
                       text_count(edges, g->ptr[g->n]));
    c->n = (idx_t)g->n;
    c->ptr = malloc(((size_t)g->n + 1) * sizeof *c->ptr);
    c->adj = sizeof(idx_t) == sizeof *g->adj ? (void *)g->adj : malloc(((size_t)g->ptr[g->n] + 1) * sizeof *c->adj);
    if (!c->ptr || !c->adj)
        return err_nomem(e, "the graph for METIS", 8 * (uint64_t)g->ptr[g->n]);
    for (int64_t v = 0; v <= g->n; v++)
        c->ptr[v] = (idx_t)g->ptr[v];
    for (int64_t q = 0; (void *)c->adj != (void *)g->adj && q < g->ptr[g->n]; q++)
        c->adj[q] = g->adj[q];
    return true;
}

/* Part 0 first, then part 1, …; the old order within each part. */
static bool parts_order(const struct call *c, int32_t *order, struct err *e)
{
    int32_t *part = malloc(((size_t)c->n + 1) * sizeof *part);
    if (!part)
        return err_nomem(e, "the parts", 4 * (uint64_t)c->n);
    bool ok = true;
    for (idx_t v = 0; v < c->n; v++) {
        part[v] = (int32_t)c->out[v];
        ok = ok && c->out[v] >= 0 && c->out[v] < c->parts;
    }
    if (!ok)
        err_set(e, ERR_UNSUPPORTED, "METIS gave a vertex a part that does not exist");
    ok = ok && reorder_sort(part, c->n, c->parts - 1, order, e);
    free(part);
    return ok;
}

static bool places_order(const struct call *c, int32_t *order, struct err *e)
{
    for (idx_t v = 0; v < c->n; v++)
        order[v] = (int32_t)c->out[v];
    return reorder_valid(order, c->n, e);
}

static bool metis_find(const struct csr *a, int64_t parts, int32_t *order, const struct progress *p, struct err *e)
{
    struct call c = { .parts = (idx_t)parts };
    struct graph g = { 0 };
    uint64_t bytes = size_mul(2 * sizeof(idx_t), (uint64_t)a->n);
    bool ok = false;
    if (!progress_step(p, "the graph for METIS", 0, 0, e) || !library_open(&c.metis, e))
        return false;
    if (!graph_make(a, &g, e))
        goto done;
    if (g.ptr[g.n] == 0) { /* METIS has been known to fail without edges */
        reorder_identity(order, a->n);
        ok = true;
        goto done;
    }
    if (!graph_narrow(&g, &c, e))
        goto done;
    c.out = apart_alloc(bytes);
    ok = c.out ? call_run(&c, p, e) : err_nomem(e, "the order", bytes);
    ok = ok && (parts ? parts_order(&c, order, e) : places_order(&c, order, e));
done:
    apart_free(c.out, bytes);
    if ((void *)c.adj != (void *)g.adj)
        free(c.adj);
    free(c.ptr);
    graph_free(&g);
    dlclose(c.metis.handle);
    return ok;
}

/* Besides the graph, METIS holds coarser ones: over five families of matrices at most 57 MB for 65,536 vertices and
   0.96 million neighbours (R-MAT), which both terms cover. */
static uint64_t metis_bytes(const struct csr *a, const struct stats *s)
{
    uint64_t work = size_add(size_mul(64, (uint64_t)a->n), size_mul(56, graph_edges(a, s)));
    uint64_t held = size_add(graph_held(a, s), size_mul(12, (uint64_t)a->n)), making = graph_bytes(a, s);
    uint64_t running = size_add(held, work);
    return running > making ? running : making;
}

#endif

static bool nd_find(const struct csr *a, int32_t *order, const struct progress *p, struct err *e)
{
    return metis_find(a, 0, order, p, e);
}

static bool kway_find(const struct csr *a, int32_t *order, const struct progress *p, struct err *e)
{
    int64_t parts = (a->n + PART_ROWS - 1) / PART_ROWS;
    if (parts <= 1) { /* a single part: the order stays */
        reorder_identity(order, a->n);
        return true;
    }
    return metis_find(a, parts < PARTS_MAX ? parts : PARTS_MAX, order, p, e);
}

const struct reorder reorder_metis_nd = {
    .name = "metis-nd",
    .what = "PAP': nested dissection by METIS: halves first, what separates them last",
    .source = "Karypis & Kumar, SIAM J. Sci. Comput. 20 (1998), METIS_NodeND",
    .both = true,
    .ready = metis_ready,
    .bytes = metis_bytes,
    .find = nd_find,
};

const struct reorder reorder_metis_kway = {
    .name = "metis-kway",
    .what = "PAP': parts of some 4096 rows with few entries between them, by METIS",
    .source = "Karypis & Kumar, J. Parallel Distrib. Comput. 48 (1998), METIS_PartGraphKway",
    .both = true,
    .ready = metis_ready,
    .bytes = metis_bytes,
    .find = kway_find,
};
