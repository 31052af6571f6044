/* SPDX-License-Identifier: GPL-3.0-or-later */
/* roofs: the memory bandwidth of devices. */
#include "core/engine/roofs.h"

#include "core/engine/inventory.h"

static bool measure_bandwidth(struct session *s, struct device *d, struct err *e)
{
    if (d->read_gbs > 0)
        return true;
    struct progress progress = session_progress(s);
    if (!progress_step(&progress, "measuring bandwidth", 0, 0, e))
        return false;
    if (!d->ops->bandwidth(d, &d->read_gbs, &d->copy_gbs, e))
        return err_prefix(e, "bandwidth of %s", d->id);
    inventory_device(s, d);
    return true;
}

bool roofs_bandwidth(struct session *s, const struct command *c, struct err *e)
{
    (void)c;
    for (int i = 0; i < s->registry.devices; i++) {
        if (session_cancelled(s))
            return err_set(e, ERR_CANCELLED, "cancelled");
        if (!measure_bandwidth(s, s->registry.device[i], e))
            return false;
    }
    return true;
}

void roofs_measure(struct session *s, const struct batch *b)
{
    for (int i = 0; i < b->count && !session_cancelled(s); i++) {
        struct err e;
        if (b->item[i].state != ST_OK || measure_bandwidth(s, b->item[i].device, &e))
            continue;
        if (e.code != ERR_CANCELLED)
            event_log(s->events, e.text);
        return;
    }
}
