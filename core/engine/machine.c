/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/engine/machine.h"

#include "core/base/clock.h"
#include "core/engine/roofs.h"

void machine_fields(const struct session *s, const struct device *d, const struct conditions *c, json_t *event)
{
    char host[256] = "";
    gethostname(host, sizeof host - 1);
    EVENT_ADD(event, FIELD_IF(*c->date, "date", c->date), FIELD_IF(*host, "host", host),
              FIELD_IF(d && *d->name, "processor", d->name), FIELD_IF(d && *d->driver, "driver", d->driver),
              FIELD("version", NZ_VERSION), FIELD_IF(s->commit && *s->commit, "commit", s->commit),
              FIELD_IF(c->clock_start_mhz > 0, "clock_start_mhz", c->clock_start_mhz),
              FIELD_IF(c->clock_end_mhz > 0, "clock_end_mhz", c->clock_end_mhz),
              FIELD_IF(c->memory_mhz > 0, "memory_mhz", c->memory_mhz), FIELD_IF(c->power_w > 0, "power_w", c->power_w),
              FIELD_IF(*c->date && !isnan(c->load_others), "load_others", c->load_others));
}

/* Counters tick every 10 ms, so a shorter interval says little; a longer one covers earlier runs. */
static const double load_least_s = 0.25, load_most_s = 2;

static json_t *processors_of(const struct cores *from, const struct cores *to)
{
    struct core_load load[LOAD_CORES];
    int n = cores_load(from, to, load);
    json_t *all = json_array();
    for (int i = 0; i < n; i++)
        json_array_append_new(all, json_pack("[i,i,i]", load[i].number, (int)lround(100 * load[i].ours),
                                             (int)lround(100 * load[i].others)));
    return all;
}

static double memory_used(struct device *d)
{
    uint64_t bytes = 0;
    struct err ignored = { 0 };
    bool known = strcmp(d->kind, "gpu") == 0 && d->memory > 0 && d->ops->memory_free(d, &bytes, &ignored);
    return known && bytes <= d->memory ? (double)(d->memory - bytes) : 0;
}

void machine_load(struct session *s, struct device *d, const struct conditions *c)
{
    double since = clock_s() - s->cores.at_s;
    if (since < load_least_s)
        return;
    struct cores *now = malloc(sizeof *now);
    if (!now)
        return; /* leave the memory to the run */
    cores_read(now, "/proc/stat", "/proc/self/task");
    if (since < load_most_s) {
        const double used = memory_used(d);
        event_send(s->events,
                   EVENT("load", s->cmd, FIELD("device", d->id),
                         FIELD_IF(c->clock_end_mhz > 0, "clock_mhz", c->clock_end_mhz),
                         FIELD_IF(c->power_w > 0, "power_w", c->power_w), FIELD_IF(used > 0, "memory_used", used),
                         FIELD("processors", processors_of(&s->cores, now))));
    }
    s->cores = *now;
    free(now);
}

/* A GPU has no processors to take turns on. */
static bool is_overfull(const struct batch_item *item)
{
    return item->device && !device_is_gpu(item->device->kind) && item->threads > item->device->threads;
}

void machine_note_crowd(struct session *s, const struct batch *b)
{
    char text[200];
    for (int i = 0; i < b->count && !s->crowd_told; i++) {
        const struct batch_item *item = &b->item[i];
        s->crowd_told = is_overfull(item);
        if (!s->crowd_told)
            continue;
        snprintf(text, sizeof text, "%s has %d processor%s: more threads take turns there, and are flagged crowded",
                 item->device->id, item->device->threads, text_plural(item->device->threads));
        session_notice(s, text);
    }
}

unsigned machine_flags(const struct batch_item *item, const struct conditions *c, const struct measurement *m)
{
    const struct device *d = item->device;
    return (is_overfull(item) ? FLAG_CROWDED : 0u) | (c->throttled ? FLAG_THROTTLED : 0u) |
           (roofs_doubtful(m, d) ? FLAG_ROOF : 0u);
}
