/* SPDX-License-Identifier: GPL-3.0-or-later */
/* topology: the processors behind a device's threads: sockets, NUMA nodes, cores, caches, and the thread on each. */
#pragma once

#include "core/base/std.h"

/* Further processors are ignored. A processor is a hardware thread. */
enum { TOPOLOGY_PROCESSORS = 1024, TOPOLOGY_CACHES = 8 };

/* In place of a thread's number. */
enum { SEAT_FREE = -1, SEAT_BARRED = -2 }; /* no thread is here; outside our affinity mask */

struct processor {
    int number; /* the system's number */
    int socket, node, core;
    int cache;  /* of the last level; processors that share it have the same number; -1: unknown */
    int thread; /* our thread, or a SEAT_ value */
};

/* Identical caches of a level. */
struct cache_kind {
    int level;
    uint64_t bytes;   /* of each */
    int count, cores; /* number of caches, and of cores that share one */
};

struct topology {
    char source[64]; /* "hwloc": where this comes from */
    int sockets, nodes, cores;
    struct processor processor[TOPOLOGY_PROCESSORS]; /* adjacent within a core, a cache, a node */
    int processors;
    struct cache_kind cache[TOPOLOGY_CACHES]; /* ascending levels, data and unified */
    int caches;
    double quota;  /* processors allowed by the cgroup's quota; 0: no quota */
    char simd[24]; /* the instruction set of the kernels */
    int threads;   /* the size of the team */
    bool pinned;   /* threads are bound to these processors */
    char why[160]; /* why not pinned */
};
