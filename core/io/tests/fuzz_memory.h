/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fuzz_memory: for fuzzers: bytes as a file in memory. */
#pragma once

#include <sys/mman.h>

#include "core/base/std.h"

/* The path of a file that holds these bytes until the next call. */
static inline const char *file_in_memory(const char *bytes, size_t n)
{
    static char path[64];
    static int fd = -1;

    if (fd < 0) {
        fd = memfd_create("matrix", 0);
        snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    }
    if (fd < 0 || pwrite(fd, bytes, n, 0) != (ssize_t)n || ftruncate(fd, (off_t)n))
        abort();
    return path;
}
