/* SPDX-License-Identifier: GPL-3.0-or-later */
/* owner: the thread or block of threads that a row of the matrix falls to. */
#include "tui/views/owner.h"

#include <stdio.h>

#include "tui/views/arrays_draw.h"
#include "tui/views/why.h"

const struct model_work *owner_work(const struct scene *s, bool on, char *why, size_t size)
{
    struct why w;
    why[0] = 0;
    if (!on)
        return NULL;
    if (!why_of(s, &w) || !w.kernel)
        snprintf(why, size, "no kernel to colour by");
    else if (w.work && (w.work->rows > 0 || w.work->each > 0))
        return w.work;
    else if (w.kernel->peer)
        snprintf(why, size, "%s: rows not to be told from outside", w.kernel->name);
    else if (!w.answered)
        snprintf(why, size, "%s: not known yet", w.kernel->name);
    else
        snprintf(why, size, "%s does not tell who has a row", w.kernel->name);
    return NULL;
}

int64_t owner_unit(const struct model_work *w, int64_t row)
{
    if (w->rows > 0)
        return row / w->rows;
    int low = 0, high = w->each;
    while (high - low > 1) {
        const int middle = low + (high - low) / 2;
        if (w->first[middle] <= row)
            low = middle;
        else
            high = middle;
    }
    return w->each > 0 ? low : -1;
}

enum role owner_role(int64_t unit)
{
    return arrays_role((int)(unit % 5));
}

char owner_letter(int64_t unit)
{
    return (char)('a' + unit % 26);
}
