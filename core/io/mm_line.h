/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mm_line: characters of a line, and the ends of its words, 64 bytes at a time. */
#pragma once

#include "core/base/std.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

static inline bool ends_token(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* Every line end stops it, so the end of the text needs no test. */
static inline const char *skip_blanks(const char *p)
{
    while (*p == ' ' || *p == '\t')
        p++;
    return p;
}

static inline bool ends_line(char c)
{
    return c == '\n' || c == '\r';
}

/* Bit k is set where byte k of the 64 at p is a blank or a control character (or not ASCII). */
static inline uint64_t mm_line_gaps(const char *p)
{
    uint64_t gaps = 0;

#ifdef __SSE2__
    const __m128i above = _mm_set1_epi8(' ' + 1);
    for (int k = 0; k < 64; k += 16) {
        __m128i x = _mm_loadu_si128((const __m128i *)(const void *)(p + k));
        gaps |= (uint64_t)(unsigned)_mm_movemask_epi8(_mm_cmplt_epi8(x, above)) << k;
    }
#else
    for (int k = 0; k < 64; k++)
        gaps |= (uint64_t)((signed char)p[k] <= ' ') << k;
#endif
    return gaps;
}
