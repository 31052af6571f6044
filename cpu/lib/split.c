/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cpu/lib/split.h"

int64_t split_step(int64_t steps, int part, int parts)
{
    return steps / parts * part + steps % parts * part / parts;
}

/* Row i has ended before step `step` if its end ptr[i+1] plus the i earlier row ends are fewer than `step`. */
int64_t split_path(const int64_t *ptr, int64_t m, int64_t step)
{
    int64_t low = 0, high = step < m ? step : m;

    while (low < high) {
        int64_t i = low + (high - low) / 2;
        if (ptr[i + 1] + i < step)
            low = i + 1;
        else
            high = i;
    }
    return low;
}

void split_rows(const int64_t *ptr, int64_t m, int parts, int64_t *cut)
{
    for (int t = 0; t < parts; t++)
        cut[t] = split_path(ptr, m, split_step(m + ptr[m], t, parts));
    cut[parts] = m;
}
