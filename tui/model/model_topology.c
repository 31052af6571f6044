/* SPDX-License-Identifier: GPL-3.0-or-later */
/* model_topology: folds in the processors and the threads pinned to them. */
#include <string.h>

#include "tui/link/take.h"
#include "tui/model/model_parts.h"

static int64_t item(const json_t *list, size_t i)
{
    return json_integer_value(json_array_get(list, i));
}

/* A small integer from -2 up; 0 for anything else. */
static int small(const json_t *list, size_t i)
{
    int64_t n = item(list, i);
    return n >= SEAT_BARRED && n < 1 << 20 ? (int)n : 0;
}

static void take_caches(const json_t *list, struct topology *t)
{
    for (size_t i = 0; i < json_array_size(list) && t->caches < TOPOLOGY_CACHES; i++) {
        const json_t *c = json_array_get(list, i);
        t->cache[t->caches++] =
            (struct cache_kind){ small(c, 0), item(c, 1) > 0 ? (uint64_t)item(c, 1) : 0, small(c, 2), small(c, 3) };
    }
}

static void take_processors(const json_t *list, struct topology *t)
{
    for (size_t i = 0; i < json_array_size(list) && t->processors < TOPOLOGY_PROCESSORS; i++) {
        const json_t *p = json_array_get(list, i);
        t->processor[t->processors++] =
            (struct processor){ small(p, 0), small(p, 1), small(p, 2), small(p, 3), small(p, 4), small(p, 5) };
    }
}

#define F(member) TAKE(struct topology, member)
static const struct take_field topology_fields[] = { F(source), F(sockets), F(nodes),  F(cores), F(quota),
                                                     F(simd),   F(threads), F(pinned), F(why),   { 0 } };
#undef F

void model_on_topology(struct model *m, const json_t *e)
{
    struct topology *t = &m->topology;
    memset(t, 0, sizeof *t);
    m->has_topology = true;
    take_fields(e, topology_fields, t);
    take_caches(json_object_get(e, "caches"), t);
    take_processors(json_object_get(e, "processors"), t);
}
