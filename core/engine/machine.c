/* SPDX-License-Identifier: GPL-3.0-or-later */
/* machine: fields of `measurement`. */
#include "core/engine/machine.h"

#include <math.h>
#include <string.h>
#include <unistd.h>

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

unsigned machine_flags(const struct batch_item *item, const struct conditions *c, const struct measurement *m)
{
    return (conditions_crowded(c, item->device, item->threads) ? FLAG_BUSY : 0u) |
           (c->throttled ? FLAG_THROTTLED : 0u) | (roofs_doubtful(m, item->device) ? FLAG_ROOF : 0u);
}
