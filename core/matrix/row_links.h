/* SPDX-License-Identifier: GPL-3.0-or-later */
/* row_links: weighted links from nodes to targets: from rows to their columns, then from clusters to clusters. */
#pragma once

#include "core/matrix/csr.h"

/* Node i is linked to ind[ptr[i]] .. ind[ptr[i+1]-1], distinct and below `targets`. */
struct row_links {
    int64_t nodes, targets;
    int64_t *ptr;
    int32_t *ind, *weight; /* NULL: 1 each */
};

/* Links rows to the columns that show which rows are similar: not to columns of a single row or of very many. A long
   row is linked to a sample of its columns, the same for all rows. ERR_MEMORY. */
bool row_links_sample(const struct csr *a, struct row_links *out, struct err *e);

/* Cluster c has nodes member[first[c]] .. member[first[c+1]-1]; node i is in up[i], target t in side[t]; -1: none. */
struct link_clusters {
    int64_t count;
    int32_t *up, *side, *member;
    int64_t *first;
};

/* Makes `member`, ascending within each cluster, and `first` from `count` and `up`. False: out of memory. */
bool link_clusters_fill(int64_t nodes, struct link_clusters *);

/* The links between clusters, weights added, without self-links. ERR_MEMORY. */
bool row_links_contract(const struct row_links *, const struct link_clusters *, struct row_links *out, struct err *e);

/* Exponentially distributed random numbers for the targets. Among links of weights w, the least race[t] / w is that of
   target t with probability proportional to w, and nodes with nearly the same links mostly agree on it. */
void row_links_race(uint64_t seed, int64_t targets, float *race);

void row_links_free(struct row_links *);
