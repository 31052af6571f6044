/* SPDX-License-Identifier: GPL-3.0-or-later */
/* chunks: rows cut into parts for threads to work on in parallel. Their number does not depend on the number of
   threads, so neither does the result. */
#pragma once

#include <stdint.h>

/* The number of parts for `rows` rows: 1 to 16, of at least 8192 rows each. */
static inline int64_t chunks_count(int64_t rows)
{
    enum { MOST = 16, LEAST = 8192 };
    int64_t count = rows / LEAST;
    return count < 1 ? 1 : count > MOST ? MOST : count;
}

static inline int64_t chunk_begin(int64_t rows, int64_t i, int64_t chunks)
{
    return rows * i / chunks;
}
