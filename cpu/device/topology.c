/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cpu/device/topology.h"

#include "cpu/device/host.h"
#include "cpu/device/isa.h"

/* Each processor as a core of its own, in the system's order. */
static void find_flat(struct topology *t)
{
    t->sockets = t->nodes = 1;
    for (int cpu = 0; t->processors < TOPOLOGY_PROCESSORS && (cpu = host_processor_next(cpu)) >= 0; cpu++)
        t->processor[t->processors++] =
            (struct processor){ .number = cpu, .core = t->cores++, .cache = -1, .thread = SEAT_FREE };
}

#ifdef HAVE_HWLOC
#include <hwloc.h>

static int index_above(hwloc_topology_t h, hwloc_obj_t pu, hwloc_obj_type_t type, int unknown)
{
    hwloc_obj_t o = hwloc_get_ancestor_obj_by_type(h, type, pu);

    return o ? (int)o->logical_index : unknown;
}

/* hwloc keeps NUMA nodes beside its tree; the first one with the processor is that of ordinary memory. */
static int node_of(hwloc_topology_t h, hwloc_obj_t pu)
{
    hwloc_obj_t node = NULL;

    while ((node = hwloc_get_next_obj_by_type(h, HWLOC_OBJ_NUMANODE, node)))
        if (hwloc_bitmap_isset(node->cpuset, pu->os_index))
            return (int)node->logical_index;
    return 0;
}

static int last_cache_of(hwloc_obj_t pu)
{
    hwloc_obj_t last = NULL;

    for (hwloc_obj_t o = pu->parent; o; o = o->parent)
        if (hwloc_obj_type_is_dcache(o->type))
            last = o;
    return last ? (int)last->logical_index : -1;
}

static void processors_take(struct topology *t, hwloc_topology_t h, bool ours)
{
    hwloc_obj_t pu = NULL;

    while (t->processors < TOPOLOGY_PROCESSORS && (pu = hwloc_get_next_obj_by_type(h, HWLOC_OBJ_PU, pu))) {
        bool allowed = !ours || host_processor_next((int)pu->os_index) == (int)pu->os_index;
        t->processor[t->processors++] = (struct processor){
            .number = (int)pu->os_index,
            .socket = index_above(h, pu, HWLOC_OBJ_PACKAGE, 0),
            .node = node_of(h, pu),
            .core = index_above(h, pu, HWLOC_OBJ_CORE, (int)pu->logical_index),
            .cache = last_cache_of(pu),
            .thread = allowed ? SEAT_FREE : SEAT_BARRED,
        };
    }
}

static void cache_take(struct topology *t, hwloc_topology_t h, hwloc_obj_t o)
{
    int level = (int)o->attr->cache.depth, cores = hwloc_get_nbobjs_inside_cpuset_by_type(h, o->cpuset, HWLOC_OBJ_CORE);

    for (int i = 0; i < t->caches; i++) {
        struct cache_kind *c = &t->cache[i];
        if (c->level == level && c->bytes == o->attr->cache.size && c->cores == cores) {
            c->count++;
            return;
        }
    }
    if (t->caches < TOPOLOGY_CACHES)
        t->cache[t->caches++] = (struct cache_kind){ level, o->attr->cache.size, 1, cores };
}

static void caches_take(struct topology *t, hwloc_topology_t h)
{
    const hwloc_obj_type_t types[] = { HWLOC_OBJ_L1CACHE, HWLOC_OBJ_L2CACHE, HWLOC_OBJ_L3CACHE, HWLOC_OBJ_L4CACHE };

    for (size_t i = 0; i < COUNT(types); i++)
        for (hwloc_obj_t o = NULL; (o = hwloc_get_next_obj_by_type(h, types[i], o));)
            cache_take(t, h, o);
}

static int count_of(hwloc_topology_t h, hwloc_obj_type_t type)
{
    int n = hwloc_get_nbobjs_by_type(h, type);

    return n > 1 ? n : 1;
}

/* False: hwloc failed, and t is unchanged. */
static bool find_hwloc(struct topology *t, bool *ours)
{
    hwloc_topology_t h;

    if (hwloc_topology_init(&h))
        return false;
    bool loaded = hwloc_topology_load(h) == 0;
    if (loaded) {
        *ours = hwloc_topology_is_thissystem(h);
        t->sockets = count_of(h, HWLOC_OBJ_PACKAGE);
        t->nodes = count_of(h, HWLOC_OBJ_NUMANODE);
        processors_take(t, h, *ours);
        t->cores = hwloc_get_nbobjs_by_type(h, HWLOC_OBJ_CORE);
        t->cores = t->cores > 0 ? t->cores : t->processors;
        caches_take(t, h);
        snprintf(t->source, sizeof t->source, "hwloc");
    }
    hwloc_topology_destroy(h);
    return loaded;
}
#else
static bool find_hwloc(struct topology *t, bool *ours)
{
    snprintf(t->source, sizeof t->source, "built without hwloc");
    return false;
}
#endif

/* Whether any processor is usable: in containers hwloc and our mask may describe different machines. */
static bool any_allowed(const struct topology *t)
{
    for (int i = 0; i < t->processors; i++)
        if (t->processor[i].thread != SEAT_BARRED)
            return true;
    return false;
}

bool topology_find(struct topology *t)
{
    bool ours = true;
    enum isa isa;

    memset(t, 0, sizeof *t);
    bool found = find_hwloc(t, &ours);
    if (!found || !any_allowed(t)) {
        t->processors = t->caches = t->cores = 0;
        find_flat(t);
        if (found || !t->source[0])
            snprintf(t->source, sizeof t->source, "hwloc does not know our processors");
    }
    t->quota = host_quota();
    isa_choose(&isa, NULL);
    snprintf(t->simd, sizeof t->simd, "%s", isa_title(isa));
    return ours;
}
