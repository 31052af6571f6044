/* SPDX-License-Identifier: GPL-3.0-or-later */
/* advice: where a problem runs best, once every device has had its try. */
#include "core/advice.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static double product_ms(const struct place *p, bool moved)
{
    return p->time_ms + (moved ? p->moving_ms : 0);
}

int advice_best(const struct place *p, int places, bool moved)
{
    int best = -1;
    for (int i = 0; i < places; i++)
        if (p[i].ok && (best < 0 || product_ms(&p[i], moved) < product_ms(&p[best], moved)))
            best = i;
    return best;
}

int64_t advice_pays(const struct place *fast, const struct place *slow, bool moved)
{
    double gain = product_ms(slow, moved) - product_ms(fast, moved);
    double cost = fast->prepare_ms + fast->upload_ms - slow->prepare_ms - slow->upload_ms;
    if (!(gain > 0) || !(cost / gain < 1e18))
        return -1;
    return cost > 0 ? (int64_t)ceil(cost / gain) : 0;
}

/* The place to be held against the best one: the best of the others; -1: there is none. */
static int second_best(const struct place *p, int places, int best, bool moved)
{
    int second = -1;
    for (int i = 0; i < places; i++)
        if (i != best && p[i].ok && (second < 0 || product_ms(&p[i], moved) < product_ms(&p[second], moved)))
            second = i;
    return second;
}

/* "best on gpu0 with gpu.csr.equal, 12.3 times as fast as cpu, which has paid after 31 products" */
static void best_text(const struct place *p, int places, bool moved, char *text, size_t size)
{
    int best = advice_best(p, places, moved), second = second_best(p, places, best, moved);
    int n = snprintf(text, size, "best on %s with %s", p[best].device, p[best].choice);
    if (second < 0 || (size_t)n >= size)
        return;
    int64_t after = advice_pays(&p[best], &p[second], moved);
    double times = product_ms(&p[second], moved) / product_ms(&p[best], moved);
    n += snprintf(text + n, size - (size_t)n, ", %.3g times as fast as %s", times, p[second].device);
    if (after > 0 && (size_t)n < size)
        snprintf(text + n, size - (size_t)n, ", which pays from %lld products on", (long long)after);
}

void advice_text(const struct place *p, int places, const char *no_gpu, char *text, size_t size)
{
    char resident[200], moved[200];
    if (advice_best(p, places, false) < 0) {
        snprintf(text, size, "no device could compute this");
        return;
    }
    best_text(p, places, false, resident, sizeof resident);
    best_text(p, places, true, moved, sizeof moved);
    if (no_gpu)
        snprintf(text, size, "%s; no GPU to compare with: %s", resident, no_gpu);
    else
        snprintf(text, size, "data in place: %s; X and Y moved each time: %s", resident, moved);
}
