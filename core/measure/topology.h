/* SPDX-License-Identifier: GPL-3.0-or-later */
/* topology: the processors behind a device's threads: sockets, NUMA nodes, cores, caches, and where each thread sits.
 */
#pragma once

#include "core/base/std.h"

/* What more processors there are is not known of. A processor is one hardware thread. */
enum { TOPOLOGY_PROCESSORS = 1024, TOPOLOGY_CACHES = 8 };

/* In place of a thread's number. */
enum { SEAT_FREE = -1, SEAT_BARRED = -2 }; /* nobody sits here; our affinity mask does not allow it */

struct processor {
    int number; /* the system's */
    int socket, node, core;
    int cache;  /* of the last level: who shares it has the same number; -1: not known */
    int thread; /* of ours, or a SEAT_ */
};

/* Caches of one level that are alike. */
struct cache_kind {
    int level;
    uint64_t bytes;   /* of each */
    int count, cores; /* how many there are; how many cores share one */
};

struct topology {
    char source[64]; /* "hwloc": how this is known */
    int sockets, nodes, cores;
    struct processor processor[TOPOLOGY_PROCESSORS]; /* neighbours side by side: those of a core, a cache, a node */
    int processors;
    struct cache_kind cache[TOPOLOGY_CACHES]; /* ascending levels; data and unified ones */
    int caches;
    double quota;  /* processors that the control group's quota is worth; 0: no quota */
    char simd[24]; /* the instruction set that kernels use */
    int threads;   /* the team that is seated */
    bool pinned;   /* each thread stays where it is shown */
    char why[160]; /* why not */
};
