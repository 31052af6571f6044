/* SPDX-License-Identifier: GPL-3.0-or-later */
/* graph: the pattern of A + Aᵀ without its diagonal, as adjacency lists: the input of symmetric orderings. */
#pragma once

#include "core/matrix/stats.h"

/* Vertex v, 0 .. n-1, has the neighbours adj[ptr[v]] .. adj[ptr[v+1]-1], ascending, v not among them. */
struct graph {
    int64_t n;
    int64_t *ptr; /* n + 1 */
    int32_t *adj;
};

/* Of a square matrix of at most 2³¹ - 1 rows; linear time, in parallel. ERR_MEMORY. */
bool graph_make(const struct csr *a, struct graph *g, struct err *e);
void graph_free(struct graph *g);

/* How many neighbours there are in all. */
uint64_t graph_edges(const struct csr *a, const struct stats *s);
/* Bytes that graph_make allocates at its peak, and that the graph has. */
uint64_t graph_bytes(const struct csr *a, const struct stats *s);
uint64_t graph_held(const struct csr *a, const struct stats *s);

static inline int32_t graph_degree(const struct graph *g, int64_t v)
{
    return (int32_t)(g->ptr[v + 1] - g->ptr[v]);
}
