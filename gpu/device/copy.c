/* SPDX-License-Identifier: GPL-3.0-or-later */
/* copy: memcpy on all threads. */
#include "gpu/device/copy.h"

#include <string.h>

enum { PART = 256 << 10 };

void copy_on_threads(void *to, const void *from, size_t bytes)
{
    size_t parts = (bytes + PART - 1) / PART;
#pragma omp parallel for schedule(static)
    for (size_t i = 0; i < parts; i++) {
        size_t at = i * PART, size = bytes - at < PART ? bytes - at : PART;
        memcpy((char *)to + at, (const char *)from + at, size);
    }
}
