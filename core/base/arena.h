/* SPDX-License-Identifier: GPL-3.0-or-later */
/* arena: memory allocated piece by piece and freed all at once; large pages for large arrays. */
#pragma once

#include "core/base/std.h"

/* The caller sets `chunk` and zeroes the rest. Not thread-safe. */
struct arena {
    size_t chunk;      /* bytes requested from the system at a time */
    size_t used, size; /* of the last chunk */
    void *last;
};

/* `bytes` bytes aligned to 64, contents undefined; NULL: out of memory. */
void *arena_take(struct arena *a, size_t bytes);
void arena_free(struct arena *a);

/* Requests large pages for a large array from malloc: fewer page faults and TLB misses. A hint, which may fail. */
void arena_large_pages(void *p, size_t bytes);
