/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/measure/stretched.h"

#include "core/measure/interval.h"
#include "core/measure/load.h"

static const double short_ms = 100;

double stretched_waited_ms(void)
{
    const double s = load_waited_s("/proc/self/task");
    return isnan(s) ? 0 : 1e3 * s;
}

/* A try that took far longer than the shortest even without its waiting was slowed down otherwise: it is no bound. */
void stretched_note(struct stretched *s, double shortest, double alone)
{
    const double most = (1 + INTERVAL_WIDE) * shortest;
    s->ms = shortest;
    if (s->times++ == 0 || s->lo_ms > most)
        s->lo_ms = alone;
    else if (alone <= most)
        s->lo_ms = fmax(s->lo_ms, alone);
}

bool stretched_doubtful(const struct stretched *s)
{
    const double least = fmin(s->lo_ms, s->ms);
    return s->ms - least > STRETCHED_START_MS && !(interval_spread(s->ms, least, s->ms) <= INTERVAL_WIDE);
}

bool stretched_is_short(const struct stretched *s)
{
    return s->lo_ms <= short_ms;
}
