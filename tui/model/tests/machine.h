/* SPDX-License-Identifier: GPL-3.0-or-later */
/* machine: the `topology` event of a machine made for a test, with a full team on it. */
#pragma once

#include "tui/model/tests/events.h"

struct machine {
    int sockets, nodes, cores, smt; /* nodes of a socket, cores of a node, hardware threads of a core */
    int cache;                      /* cores that share the last level */
    int allowed;                    /* processors of the affinity mask, the first ones */
    double quota;                   /* 0: none */
    const char *why;                /* not pinned; NULL: pinned */
};

static inline json_t *machine_processors(const struct machine *k, int *threads)
{
    json_t *array = json_array();
    int cores = k->sockets * k->nodes * k->cores;
    for (int i = 0; i < cores * k->smt; i++) {
        int core = i / k->smt, seat = i >= k->allowed ? SEAT_BARRED : k->why ? SEAT_FREE : i;
        json_array_append_new(array, json_pack("[i,i,i,i,i,i]", i % k->smt * cores + core, core / k->cores / k->nodes,
                                               core / k->cores, core, core / k->cache, seat));
    }
    *threads = k->allowed;
    return array;
}

static inline void feed_machine(struct model *m, const struct machine *k)
{
    int threads, cores = k->sockets * k->nodes * k->cores;
    json_t *processors = machine_processors(k, &threads);
    json_t *e =
        json_pack("{s:s,s:s,s:s,s:i,s:i,s:i,s:f,s:s,s:i,s:b,s:s,s:[[i,i,i,i],[i,i,i,i],[i,i,i,i]],s:o}", "ev",
                  "topology", "device", "cpu", "source", "hwloc", "sockets", k->sockets, "nodes", k->sockets * k->nodes,
                  "cores", cores, "quota", k->quota, "simd", "AVX-512", "threads", threads, "pinned", !k->why, "why",
                  k->why ? k->why : "", "caches", 1, 49152, cores, 1, 2, 2 << 20, cores, 1, 3, 4 * k->cache << 20,
                  cores / k->cache, k->cache, "processors", processors);
    if (!e)
        abort();
    model_apply(m, e);
    json_decref(e);
}
