/* SPDX-License-Identifier: GPL-3.0-or-later */
/* model_machine: the part of the fold that shows the machine: its processors, threads on them, their load. */
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
    const json_t *c;
    JSON_EACH(c, list)
        if (t->caches < TOPOLOGY_CACHES)
            t->cache[t->caches++] =
                (struct cache_kind){ small(c, 0), item(c, 1) > 0 ? (uint64_t)item(c, 1) : 0, small(c, 2), small(c, 3) };
}

static void take_processors(const json_t *list, struct topology *t)
{
    const json_t *p;
    JSON_EACH(p, list)
        if (t->processors < TOPOLOGY_PROCESSORS)
            t->processor[t->processors++] =
                (struct processor){ small(p, 0), small(p, 1), small(p, 2), small(p, 3), small(p, 4), small(p, 5) };
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

static int percent(const json_t *core, size_t at)
{
    json_int_t value = json_integer_value(json_array_get(core, at));
    return (int)(value < 0 ? 0 : value > 100 ? 100 : value);
}

void model_on_load(struct model *m, const json_t *e)
{
    struct model_load *l = &m->load;
    char device[sizeof l->device] = "";
    take_int(e, "cmd", &l->cmd);
    take_text(e, "device", device, sizeof device);
    if (strcmp(device, l->device) != 0)
        l->clock_mhz = l->power_w = l->memory_used = 0;
    memcpy(l->device, device, sizeof device);
    take_number(e, "clock_mhz", &l->clock_mhz);
    take_number(e, "power_w", &l->power_w);
    take_number(e, "memory_used", &l->memory_used);
    const json_t *all = json_object_get(e, "processors");
    for (l->cores = 0; l->cores < MODEL_CORES && l->cores < (int)json_array_size(all); l->cores++) {
        l->ours[l->cores] = percent(json_array_get(all, (size_t)l->cores), 1);
        l->others[l->cores] = percent(json_array_get(all, (size_t)l->cores), 2);
    }
    l->known = true;
}

/* The event has the rates of the median; those of this sample follow from them. */
void model_trace(struct model_load *l, const struct model_run *r, const json_t *sample)
{
    const double ms = take_double(sample, "ms");
    if (!(ms > 0) || !(r->time_ms > 0))
        return;
    if (l->traced == MODEL_TRACE)
        memmove(&l->trace[0], &l->trace[1], sizeof l->trace[0] * (size_t)--l->traced);
    l->trace[l->traced++] = (struct model_sample){
        .run = r->id, .ms = ms, .gbs = r->gbs * r->time_ms / ms, .roof_frac = r->roof_frac * r->time_ms / ms
    };
}
