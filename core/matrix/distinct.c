/* SPDX-License-Identifier: GPL-3.0-or-later */
/* distinct: how many different keys there are, in time and memory that follow their number and not their range. */
#include "core/matrix/distinct.h"

#include <stddef.h>

#include "core/matrix/row_sort.h"

bool distinct_count(uint32_t *key, int64_t n, int64_t *count, int64_t *most, struct err *e)
{
    struct row_scratch s = { 0 };
    bool ok = row_sort((int32_t *)key, NULL, n, INT32_MAX, &s); /* signed or not, equals come together */

    row_scratch_free(&s);
    *count = *most = 0;
    if (!ok)
        return err_nomem(e, "sorting", 2 * (uint64_t)n * sizeof *key);
    for (int64_t k = 0, begin = 0; k < n; k++) {
        if (k == 0 || key[k] != key[k - 1]) {
            begin = k;
            ++*count;
        }
        *most = k + 1 - begin > *most ? k + 1 - begin : *most;
    }
    return true;
}
