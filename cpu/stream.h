/* SPDX-License-Identifier: GPL-3.0-or-later */
/* stream: the parameter STREAM of products: Y stored past the caches, so that it is not read before it is written. */
#ifndef NZ_CPU_STREAM_H
#define NZ_CPU_STREAM_H

#include "core/kernel.h"

enum stream_when { STREAM_NEVER, STREAM_AUTO, STREAM_ALWAYS };
#define STREAM_NAMES                                                                                                   \
    {                                                                                                                  \
        "never", "auto", "always", NULL                                                                                \
    }
#define STREAM_HELP "store Y past the caches: auto when it is larger than they are"

/* Whether Y is to be stored so; how its rows lie may still forbid it. */
static inline bool stream_wanted(const struct problem *p, int64_t when)
{
    const uint64_t y = (uint64_t)p->a->m * (uint64_t)p->y.ld * vtype_size(p->a->type);

    return when == STREAM_ALWAYS || (when == STREAM_AUTO && y > p->device->cache);
}

#endif
