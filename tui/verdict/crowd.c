/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/verdict/crowd.h"

#include "core/measure/conditions.h"

bool crowd_text(int threads, int processors, double others, const char *set, char *out, size_t size)
{
    const int spare = load_spare(processors, others), left = processors - spare;
    if (threads < 1 || spare >= threads || !(others > 0))
        return false;
    snprintf(out, size, "others keep %.1f of %d processor%s busy: ", others, processors, text_plural(processors));
    if (spare < 1)
        text_add(out, size, "none is free for a run");
    else if (left == 1)
        text_add(out, size, "%s %d leaves them a core", set, spare);
    else
        text_add(out, size, "%s %d leaves them %d cores", set, spare, left);
    return true;
}
