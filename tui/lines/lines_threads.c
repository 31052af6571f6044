/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lines_threads: the processors of the engine's machine and the threads on them, for `list`. */
#include "core/measure/topology.h"
#include "tui/lines/lines_command.h"

static json_t *processor_object(const json_t *p, const json_t *pinned)
{
    int number, socket, node, core, cache, thread;
    char name[16];
    if (json_unpack((json_t *)p, "[i,i,i,i,i,i]", &number, &socket, &node, &core, &cache, &thread) != 0)
        return NULL;
    snprintf(name, sizeof name, "%d", number);
    json_t *o = json_pack("{s:s,s:i,s:i,s:i,s:b}", "name", name, "socket", socket, "node", node, "core", core,
                          "allowed", thread != SEAT_BARRED);
    if (cache >= 0)
        json_object_set_new(o, "cache", json_integer(cache));
    if (thread >= 0) {
        json_object_set_new(o, "thread", json_integer(thread));
        json_object_set(o, "pinned", (json_t *)pinned);
    }
    return o;
}

static void keep_topology(void *arg, const json_t *event, const char *data, size_t bytes)
{
    json_t **kept = arg;
    if (strcmp(json_string_value(json_object_get(event, "ev")), "topology") == 0) {
        json_decref(*kept);
        *kept = json_incref((json_t *)event);
    }
}

json_t *lines_processors(struct lines *l, struct err *e)
{
    json_t *topology = NULL, *array = NULL;
    if (lines_ready(l, e) && lines_ask(l, "threads", keep_topology, &topology, e)) {
        const json_t *p;
        array = json_array();
        JSON_EACH(p, json_object_get(topology, "processors"))
            json_array_append_new(array, processor_object(p, json_object_get(topology, "pinned")));
    }
    json_decref(topology);
    return array;
}

void lines_topology(const struct lines *l, json_t *device)
{
    static const char *const names[] = { "sockets", "nodes", "cores", "caches", "quota", "simd", "pinned", "why" };
    const json_t *t;
    JSON_EACH(t, l->topologies) {
        if (!json_equal(json_object_get(t, "device"), json_object_get(device, "id")))
            continue;
        for (size_t j = 0; j < COUNT(names); j++) {
            json_t *value = json_object_get(t, names[j]);
            if (value)
                json_object_set(device, names[j], value);
        }
    }
}
