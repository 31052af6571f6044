/* SPDX-License-Identifier: GPL-3.0-or-later */
/* graph: the pattern of A + Aᵀ without its diagonal, as adjacency lists: the input of symmetric orderings. */
#pragma once

#include "core/matrix/stats.h"

/* The neighbours of vertex v are adj[ptr[v]] .. adj[ptr[v+1]-1], ascending, without v itself. */
struct graph {
    int64_t n;
    int64_t *ptr; /* n + 1 */
    int32_t *adj;
};

/* The graph of a square matrix of at most 2³¹ - 1 rows, in linear time and in parallel. ERR_MEMORY. */
bool graph_make(const struct csr *a, struct graph *g, struct err *e);
void graph_free(struct graph *g);

/* The total number of neighbours. */
uint64_t graph_edges(const struct csr *a, const struct stats *s);
/* Peak memory of graph_make, and the size of the graph, in bytes. */
uint64_t graph_bytes(const struct csr *a, const struct stats *s);
uint64_t graph_held(const struct csr *a, const struct stats *s);

static inline int32_t graph_degree(const struct graph *g, int64_t v)
{
    return (int32_t)(g->ptr[v + 1] - g->ptr[v]);
}
