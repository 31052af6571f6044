/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/matrix_file.h"

#include "core/base/text.h"

enum {
#define SUFFIX(suffix) +1
    OFFERED = 0
#include "core/base/readers.list"
};

const char *const matrix_file_suffixes[] = {
#define SUFFIX(suffix) suffix,
#include "core/base/readers.list"
#define PACKED(suffix) suffix,
#include "core/base/readers.list"
    NULL,
};

bool matrix_file_offered(const char *name)
{
    for (int i = 0; i < OFFERED; i++)
        if (text_ends_in(name, matrix_file_suffixes[i]))
            return true;
    return false;
}

void matrix_file_stem(char *name)
{
    const char *const *s = matrix_file_suffixes;
    while (*s && !text_ends_in(name, *s))
        s++;
    if (*s) {
        name[strlen(name) - strlen(*s)] = 0;
        matrix_file_stem(name);
    }
}
