/* SPDX-License-Identifier: GPL-3.0-or-later */
/* arena: memory taken piece by piece and given back all at once; and large arrays on large pages. */
#pragma once

#include "core/base/std.h"

/* The caller sets `chunk`; all else is zero at first. Only one thread at a time may take memory from it. */
struct arena {
    size_t chunk;      /* bytes asked of the system at a time */
    size_t used, size; /* of the last chunk */
    void *last;
};

/* `bytes` bytes at a multiple of 64, contents undefined; NULL when the system has no memory left. */
void *arena_take(struct arena *a, size_t bytes);
void arena_free(struct arena *a);

/* Asks for large pages under a large array from malloc: fewer faults and TLB misses. Refusal does no harm. */
void arena_large_pages(void *p, size_t bytes);
