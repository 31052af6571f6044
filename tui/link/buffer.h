/* SPDX-License-Identifier: GPL-3.0-or-later */
/* buffer: a byte queue, appended at the end and dropped from the front. */
#pragma once

#include "core/base/std.h"

struct buffer {
    char *data;
    size_t used, room;
};

/* At least `bytes` bytes of room at the end; NULL: out of memory. */
char *buffer_room(struct buffer *, size_t bytes);
bool buffer_add(struct buffer *, const void *data, size_t bytes);
void buffer_drop(struct buffer *, size_t bytes);
void buffer_free(struct buffer *);
