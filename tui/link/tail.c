/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tail: the last lines of the engine's log, as text that any terminal can show. */
#include "tui/link/spawn.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

/* Adds n bytes, fewer than TAIL_BYTES; what does not fit any more falls out at the front. */
static void tail_add(struct tail *t, const char *piece, size_t n)
{
    size_t keep = sizeof t->text - 1 - n;
    if (t->used > keep) {
        memmove(t->text, t->text + t->used - keep, keep);
        t->used = keep;
    }
    for (size_t i = 0; i < n; i++) {
        unsigned char c = (unsigned char)piece[i];
        if (c == '\r') /* ssh ends its lines with one */
            continue;
        t->text[t->used++] = (c >= ' ' && c < 127) || c == '\n' ? (char)c : c == '\t' ? ' ' : '?';
    }
    t->text[t->used] = 0;
}

bool tail_read(struct tail *t, int fd)
{
    char piece[1024];
    for (;;) {
        ssize_t n = read(fd, piece, sizeof piece);
        if (n > 0)
            tail_add(t, piece, (size_t)n);
        else if (n == 0 || errno != EINTR)
            return n != 0;
    }
}

const char *tail_lines(struct tail *t)
{
    while (t->used > 0 && t->text[t->used - 1] == '\n')
        t->text[--t->used] = 0;
    char *start = t->text + t->used;
    for (int lines = 0; start > t->text; start--)
        if (start[-1] == '\n' && ++lines == TAIL_LINES)
            break;
    return start;
}
