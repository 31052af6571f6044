/* SPDX-License-Identifier: GPL-3.0-or-later */
/* row_links: weighted links from nodes to targets: rows to their columns, then clusters to clusters. */
#pragma once

#include "core/matrix/csr.h"

/* Node i is linked to ind[ptr[i]] .. ind[ptr[i+1]-1], each 0 .. targets-1, different ones. */
struct row_links {
    int64_t nodes, targets;
    int64_t *ptr;
    int32_t *ind, *weight; /* weight NULL: 1 each */
};

/* Rows to those of their columns that tell which rows belong together: no column of one row alone, and none of a large
   part of all. Of a long row only a sample of columns, the same ones for all rows alike. ERR_MEMORY. */
bool row_links_sample(const struct csr *a, struct row_links *out, struct err *e);

/* Clusters of nodes: cluster c has the nodes member[first[c]] .. member[first[c+1]-1]; node i is in up[i], target t in
   side[t]. -1: none. */
struct link_clusters {
    int64_t count;
    int32_t *up, *side, *member;
    int64_t *first;
};

/* Fills in `member`, ascending within a cluster, and `first` from `count` and `up`. False: out of memory. */
bool link_clusters_fill(int64_t nodes, struct link_clusters *);

/* Clusters to clusters, weights added; without links to themselves. ERR_MEMORY. */
bool row_links_contract(const struct row_links *, const struct link_clusters *, struct row_links *out, struct err *e);

/* Random numbers, exponentially distributed, for each target: among links of weights w the least race[t] / w is that of
   target t with a probability proportional to w, and nodes with nearly the same links mostly agree on it. */
void row_links_race(uint64_t seed, int64_t targets, float *race);

void row_links_free(struct row_links *);
