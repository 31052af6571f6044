/* SPDX-License-Identifier: GPL-3.0-or-later */
/* scatter: the stable counting sort behind assembly and transposition, shared among threads. */
#include "core/matrix/scatter.h"

#include <omp.h>

enum { SMALL = 1 << 16 /* not worth waking threads for */ };

int scatter_workers(int64_t items, int64_t lines)
{
    int64_t most = items / (lines + 1) + 1, threads = omp_get_max_threads();

    if (items < SMALL)
        return 1;
    return (int)(threads < most ? threads : most);
}

void scatter_offsets(int64_t *count, int workers, int64_t lines, int64_t *ptr)
{
    ptr[0] = 0;
#pragma omp parallel for schedule(static) if (lines > SMALL)
    for (int64_t i = 0; i < lines; i++) {
        int64_t sum = 0;
        for (int w = 0; w < workers; w++)
            sum += count[w * lines + i];
        ptr[i + 1] = sum;
    }
    for (int64_t i = 0; i < lines; i++)
        ptr[i + 1] += ptr[i];
#pragma omp parallel for schedule(static) if (lines > SMALL)
    for (int64_t i = 0; i < lines; i++) {
        int64_t at = ptr[i];
        for (int w = 0; w < workers; w++) {
            int64_t c = count[w * lines + i];
            count[w * lines + i] = at;
            at += c;
        }
    }
}
