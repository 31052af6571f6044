/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tar_text: for tests: an archive in memory. Whoever writes it ends it with two empty blocks. */
#pragma once

#include "core/io/tar.h"

struct archive {
    char bytes[1 << 16];
    size_t used;
};

static inline void archive_add(struct archive *t, const char *name, char type, const char *text, size_t size)
{
    char *h = t->bytes + t->used;
    unsigned sum = 0;

    memset(h, 0, TAR_BLOCK);
    snprintf(h, 100, "%s", name);
    snprintf(h + 124, 12, "%011lo", (unsigned long)size);
    memset(h + 148, ' ', 8);
    h[156] = type;
    memcpy(h + 257, "ustar\00000", 8);
    for (int k = 0; k < TAR_BLOCK; k++)
        sum += (unsigned char)h[k];
    snprintf(h + 148, 8, "%06o", sum);
    t->used += TAR_BLOCK;
    memcpy(t->bytes + t->used, text, strlen(text));
    t->used += (size + TAR_BLOCK - 1) / TAR_BLOCK * TAR_BLOCK;
}
