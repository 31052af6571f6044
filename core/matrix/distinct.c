/* SPDX-License-Identifier: GPL-3.0-or-later */
/* distinct: how many different keys there are, in time and memory that follow their number and not their range. */
#include "core/matrix/distinct.h"

#include <stdlib.h>

enum { DIGIT = 8, DIGITS = 1 << DIGIT, BITS = 32 };

/* A stable counting sort by one digit. */
static void pass(const uint32_t *from, uint32_t *to, int64_t n, int shift)
{
    int64_t at[DIGITS + 1] = { 0 };

    for (int64_t k = 0; k < n; k++)
        at[(from[k] >> shift & (DIGITS - 1)) + 1]++;
    for (int d = 0; d < DIGITS; d++)
        at[d + 1] += at[d];
    for (int64_t k = 0; k < n; k++)
        to[at[from[k] >> shift & (DIGITS - 1)]++] = from[k];
}

bool distinct_count(uint32_t *key, int64_t n, int64_t *count, int64_t *most, struct err *e)
{
    uint32_t *other = malloc((size_t)n * sizeof *other + 1);

    *count = *most = 0;
    if (!other)
        return err_nomem(e, "sorting", (uint64_t)n * sizeof *other);
    /* least significant digit first; an even number of passes ends in `key` */
    for (int shift = 0; shift < BITS; shift += 2 * DIGIT) {
        pass(key, other, n, shift);
        pass(other, key, n, shift + DIGIT);
    }
    free(other);
    for (int64_t k = 0, begin = 0; k < n; k++) {
        if (k == 0 || key[k] != key[k - 1]) {
            begin = k;
            ++*count;
        }
        *most = k + 1 - begin > *most ? k + 1 - begin : *most;
    }
    return true;
}
