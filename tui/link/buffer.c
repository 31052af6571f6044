/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/link/buffer.h"

char *buffer_room(struct buffer *b, size_t bytes)
{
    if (b->room - b->used < bytes) {
        if (bytes > SIZE_MAX / 4 - b->used)
            return NULL;
        size_t room = 2 * (b->used + bytes);
        char *data = realloc(b->data, room);
        if (!data)
            return NULL;
        b->data = data;
        b->room = room;
    }
    return b->data + b->used;
}

bool buffer_add(struct buffer *b, const void *data, size_t bytes)
{
    char *to = buffer_room(b, bytes);
    if (to && bytes) {
        memcpy(to, data, bytes);
        b->used += bytes;
    }
    return to != NULL;
}

void buffer_drop(struct buffer *b, size_t bytes)
{
    b->used -= bytes;
    if (b->used && bytes)
        memmove(b->data, b->data + bytes, b->used);
}

void buffer_free(struct buffer *b)
{
    free(b->data);
    *b = (struct buffer){ 0 };
}
