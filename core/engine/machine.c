/* SPDX-License-Identifier: GPL-3.0-or-later */
/* machine: fields of `measurement`, and `load`. */
#include "core/engine/machine.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/base/clock.h"
#include "core/engine/roofs.h"

static void number_if(json_t *event, const char *name, double value)
{
    if (value > 0)
        event_number(event, name, value);
}

static void text_if(json_t *event, const char *name, const char *text)
{
    if (text && *text)
        event_text(event, name, text);
}

void machine_fields(const struct session *s, const struct device *d, const struct conditions *c, json_t *event)
{
    char host[256] = "";
    gethostname(host, sizeof host - 1);
    text_if(event, "date", c->date);
    text_if(event, "host", host);
    if (d) {
        text_if(event, "processor", d->name);
        text_if(event, "driver", d->driver);
    }
    event_text(event, "version", NZ_VERSION);
    text_if(event, "commit", s->commit);
    number_if(event, "clock_start_mhz", c->clock_start_mhz);
    number_if(event, "clock_end_mhz", c->clock_end_mhz);
    number_if(event, "memory_mhz", c->memory_mhz);
    number_if(event, "power_w", c->power_w);
    if (*c->date && !isnan(c->load_others))
        event_number(event, "load_others", c->load_others);
}

/* Ticks of 10 ms: less than a quarter of a second says little. What lies further back is not of this run. */
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
        return; /* the run has more need of it */
    cores_read(now, "/proc/stat", "/proc/self/task");
    if (since < load_most_s) {
        json_t *event = event_new("load", s->cmd);
        event_text(event, "device", d->id);
        number_if(event, "clock_mhz", c->clock_end_mhz);
        number_if(event, "power_w", c->power_w);
        number_if(event, "memory_used", memory_used(d));
        event_add(event, "processors", processors_of(&s->cores, now));
        event_send(s->events, event);
    }
    s->cores = *now;
    free(now);
}

unsigned machine_flags(const struct batch_item *item, const struct conditions *c, const struct measurement *m)
{
    return (conditions_crowded(c, item->device, item->threads) ? FLAG_BUSY : 0u) |
           (c->throttled ? FLAG_THROTTLED : 0u) | (roofs_doubtful(m, item->device) ? FLAG_ROOF : 0u);
}
