/* SPDX-License-Identifier: GPL-3.0-or-later */
/* text_source: a text file, plain or gzipped, as pieces that end where a line ends. */
#ifndef NZ_TEXT_SOURCE_H
#define NZ_TEXT_SOURCE_H

#include <stddef.h>
#include <stdint.h>

#include "core/err.h"

/* A line ends in LF, CR LF or CR. No line may be longer than this. */
enum { TEXT_LINE_MAX = 1 << 20 };

struct text_source {
    int fd;
    uint64_t size;   /* bytes of the file */
    uint64_t most;   /* no more bytes of text than this can come */
    const char *map; /* a plain file, mapped; NULL: a gzipped one */
    uint64_t at;     /* plain: where the next piece begins */
    void *gz;
    char *buffer; /* gzipped: text; plain: the last lines, padded */
    size_t room, used, given;
    bool ended;
};

/* A piece of text: whole lines, the last one with its line end, and NUMBER_PAD readable bytes after that. */
struct text {
    const char *begin, *end;
};

/* ERR_INPUT for what is no regular file, cannot be read, is empty or compressed in another way. */
bool text_open(struct text_source *s, const char *path, struct err *e);

/* The next piece, of about `want` bytes (at least a line); empty at the end. It stays valid until the next call; the
   pieces of a plain file but the last one until the close. */
bool text_next(struct text_source *s, size_t want, struct text *t, struct err *e);

/* Bytes of the file consumed so far, for progress. */
uint64_t text_position(const struct text_source *s);

void text_close(struct text_source *s);

/* Past the next line end at or after p; `end` when there is none before it. */
const char *text_line_end(const char *p, const char *end);

#endif
