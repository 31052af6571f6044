/* SPDX-License-Identifier: GPL-3.0-or-later */
/* model_load: the part of the fold that shows the machine at work. */
#include <string.h>

#include "tui/link/take.h"
#include "tui/model/model_parts.h"

static int percent(const json_t *core, size_t at)
{
    json_int_t value = json_integer_value(json_array_get(core, at));
    return (int)(value < 0 ? 0 : value > 100 ? 100 : value);
}

void model_on_load(struct model *m, const json_t *e)
{
    struct model_load *l = &m->load;
    char device[sizeof l->device] = "";
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

/* Rates are told of the median; those of this sample follow. */
void model_trace(struct model_load *l, const struct model_run *r, const json_t *sample)
{
    double ms = 0;
    take_number(sample, "ms", &ms);
    if (!(ms > 0) || !(r->time_ms > 0))
        return;
    if (l->traced == MODEL_TRACE)
        memmove(&l->trace[0], &l->trace[1], sizeof l->trace[0] * (size_t)--l->traced);
    l->trace[l->traced++] = (struct model_sample){
        .run = r->id, .ms = ms, .gbs = r->gbs * r->time_ms / ms, .roof_frac = r->roof_frac * r->time_ms / ms
    };
}
