/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/measure/conditions.h"

#include "core/base/clock.h"

static const double look_ms = 200, clock_drop = 0.9;
static const double crowd_least = 0.5;
static const double load_most = 0.15; /* of a processor; a quiet system with a terminal stays below 0.05 */

void conditions_begin(struct conditions *c)
{
    struct tm utc;
    time_t now = time(NULL);
    *c = (struct conditions){ .load_others = NAN, .begin = load_mark("/proc/stat") };
    if (gmtime_r(&now, &utc))
        strftime(c->date, sizeof c->date, "%Y-%m-%dT%H:%M:%SZ", &utc);
}

void conditions_look(struct conditions *c, struct device *d)
{
    struct device_state s = { 0 };
    if (!d->ops->state || (c->looked_ms > 0 && clock_ms() - c->looked_ms < look_ms))
        return;
    d->ops->state(d, &s);
    c->clock_start_mhz = c->looked_ms > 0 ? c->clock_start_mhz : s.clock_mhz;
    c->clock_end_mhz = s.clock_mhz;
    c->memory_mhz = s.memory_mhz;
    c->power_w = s.power_w;
    c->throttled |= s.throttled || s.clock_mhz < clock_drop * c->clock_start_mhz;
    c->looked_ms = clock_ms();
}

void conditions_end(struct conditions *c)
{
    struct load_mark now = load_mark("/proc/stat");
    c->load_others = load_others(&c->begin, &now);
}

bool conditions_crowded(const struct conditions *c, const struct device *d, int threads)
{
    return !device_is_gpu(d->kind) && fmin(threads, d->threads) + c->load_others > d->threads + crowd_least;
}

bool load_disturbs(double others)
{
    return others > load_most;
}

int load_spare(int processors, double others)
{
    return others < processors ? (int)fmin(processors, processors - others + load_most) : 0;
}
