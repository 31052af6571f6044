/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/array.h"

#include <stdlib.h>
#include <string.h>

bool array_grow(void *array, int64_t count, size_t width)
{
    enum { LEAST = 16 };
    void *old, *grown;
    if (count & (count - 1) || (count && count < LEAST))
        return true;
    const size_t room = count ? 2 * (size_t)count : LEAST;
    memcpy(&old, array, sizeof old);
    grown = room <= PTRDIFF_MAX / width ? realloc(old, room * width) : NULL;
    if (grown)
        memcpy(array, &grown, sizeof grown);
    return grown != NULL;
}
